import {html} from '../parts/html.ts';
import {type Data, useData} from '../state/use-data.ts';
import type {InputProps} from './props.ts';
import {TextsField} from './text-fields.ts';

/** Those that are offered. */
const maxOffered = 24;

/** Tags one a line, with those that there are to press; names of libraries where they count, too. */
export function OfferedTagsField(props: InputProps) {
	const {value, onChange, label, hint = ''} = props;
	const tags: Data<{tags: {label: string}[]}> = useData('api/tags');
	const libraries: Data<{libraries: {name: string}[]}> = useData(/librar/i.test(hint) ? 'api/libraries' : null);
	const chosen: string[] = Array.isArray(value) ? value : [];
	const known = [...(libraries.data?.libraries ?? []).map(({name}) => name), ...(tags.data?.tags ?? []).map(each => each.label)];
	const toggle = (each: string) => () => onChange(chosen.includes(each) ? chosen.filter(other => other !== each) : [...chosen, each]);
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
