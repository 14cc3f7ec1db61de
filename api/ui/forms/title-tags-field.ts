import type {Tag} from '../client/schemas.ts';
import {TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {type Data, useData} from '../state/use-data.ts';

/** Tags that are offered, the most used ones. */
const maxOffered = 12;

/** The tags that there are, the most used ones first; empty until they are there. */
export function useTags(): readonly Tag[] {
	const {data}: Data<{tags: Tag[]}> = useData('api/tags');
	const count = ({titles}: Tag) => titles.movies + titles.series;
	return (data?.tags ?? []).toSorted((a, b) => count(b) - count(a) || (a.label < b.label ? -1 : 1));
}

export const toTags = (text: string): string[] =>
	text
		.split(',')
		.map(each => each.trim())
		.filter(each => each !== '');

interface TagsFieldProps {
	label?: string;
	value: string;
	given?: readonly string[] | undefined;
	fault?: string | undefined;
	onInput: (text: string) => void;
}

/**
 * Tags as a text with commas, and those that are used most to press.
 * @param props `given` are those of rules, which stay.
 */
export function TagsField({label: name = 'Tags', value, given = [], fault, onInput}: TagsFieldProps) {
	const known = useTags();
	const present = toTags(value);
	const toggle = (label: string) =>
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
