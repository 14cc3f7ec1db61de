import {html} from '../parts/html.js';
import {useData} from '../state/use-data.js';
import {TextsField} from './text-fields.js';

/** Those that are offered. */
const maxOffered = 24;

/**
 * Tags one a line, with those that there are to press; names of libraries where they count, too.
 * @param {import('./props.js').InputProps} props
 */
export function OfferedTagsField(props) {
	const {value, onChange, label, hint = ''} = props;
	/** @type {import('../state/use-data.js').Data<{tags: {label: string}[]}>} */
	const tags = useData('api/tags');
	/** @type {import('../state/use-data.js').Data<{libraries: {name: string}[]}>} */
	const libraries = useData(/librar/i.test(hint) ? 'api/libraries' : null);
	/** @type {string[]} */
	const chosen = Array.isArray(value) ? value : [];
	const known = [...(libraries.data?.libraries ?? []).map(({name}) => name), ...(tags.data?.tags ?? []).map(each => each.label)];
	const toggle = (/** @type {string} */ each) => () =>
		onChange(chosen.includes(each) ? chosen.filter(other => other !== each) : [...chosen, each]);
	return html`<div class="offered-tags"><${TextsField} ...${props} />
		${
			known.length > 0 &&
			html`<div class="offered" role="group" aria-label=${`${label} that there are`}>${known
				.slice(0, maxOffered)
				.map(
					each =>
						html`<button key=${each} type="button" class="chip" aria-pressed=${chosen.includes(each)} onClick=${toggle(each)}>${each}</button>`,
				)}</div>`
		}</div>`;
}
