import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';

/** Tags that are offered, the most used ones. */
const maxOffered = 12;

/** @typedef {{id: string, label: string, titles: {movies: number, series: number}}} Tag */

/** The tags that there are, the most used ones first; empty until they are there. @returns {readonly Tag[]} */
export function useTags() {
	/** @type {import('../state/use-data.js').Data<{tags: Tag[]}>} */
	const {data} = useData('api/tags');
	const count = (/** @type {Tag} */ {titles}) => titles.movies + titles.series;
	return (data?.tags ?? []).toSorted((a, b) => count(b) - count(a) || (a.label < b.label ? -1 : 1));
}

/** @param {string} text @returns {string[]} */
export const toTags = text =>
	text
		.split(',')
		.map(each => each.trim())
		.filter(each => each !== '');

/**
 * Tags as a text with commas, and those that are used most to press.
 * @typedef {object} TagsFieldProps
 * @property {string} [label]
 * @property {string} value
 * @property {readonly string[] | undefined} [given]
 * @property {string | undefined} [fault]
 * @property {(text: string) => void} onInput
 *
 * @param {TagsFieldProps} props
 * `given` are those of rules, which stay.
 */
export function TagsField({label: name = 'Tags', value, given = [], fault, onInput}) {
	const known = useTags();
	const present = toTags(value);
	const toggle = (/** @type {string} */ label) =>
		onInput((present.includes(label) ? present.filter(each => each !== label) : [...present, label]).join(', '));
	const hint = given.length > 0 ? `Separated by commas. Rules give it ${given.join(', ')} besides.` : 'Separated by commas.';
	return html`<${TextField} label=${name} hint=${hint} value=${value} fault=${fault} onInput=${onInput} autocomplete="off" autocapitalize="none" />
		${
			known.length > 0 &&
			html`<div class="tag-choices" role="group" aria-label="Tags that there are">${known
				.slice(0, maxOffered)
				.map(
					({id, label}) =>
						html`<button key=${id} type="button" class="chip" aria-pressed=${present.includes(label)} onClick=${() => toggle(label)}>${label}</button>`,
				)}</div>`
		}`;
}
