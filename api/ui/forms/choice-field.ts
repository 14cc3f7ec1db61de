import {useRef} from 'preact/hooks';
import {Field, SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {choiceLabel} from '../schema/names.ts';
import type {InputProps} from './props.ts';
import {useChoicesOf} from './use-choices-of.ts';

/** More than these are languages, which are looked for by name. */
const many = 100;

/** The original language is first. */
const byName = (a: {value: string; label: string}, b: {value: string; label: string}) =>
	Number(b.value === 'original') - Number(a.value === 'original') || a.label.localeCompare(b.label, 'en');

/** One of a closed set. */
export function ChoiceField({schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
	const all = (schema.enum ?? []).filter(each => each !== null);
	const isStored = useRef(value !== undefined && value !== null);
	const isOptional = isNullable || (!isRequired && schema.default === undefined && !isStored.current);
	const nothing = isNullable && !all.includes('none') ? 'None' : 'Default';
	const labels = new Map((schema['x-choices'] ?? []).map(({value: each, label}) => [each, label]));
	const named = all.map(each => ({value: String(each), label: labels.get(String(each)) ?? choiceLabel(each, all)}));
	// Some languages have two codes.
	const isFirst = (each: {value: string; label: string}) => each.value === value || named.find(({label}) => label === each.label) === each;
	const isNamed = (each: {value: string; label: string}) => each.value === value || each.value !== each.label;
	const choices = all.length > many ? named.filter(each => isFirst(each) && isNamed(each)).toSorted(byName) : named;
	const change = (text: string) =>
		onChange(text === '' && isOptional ? (isNullable ? null : undefined) : all.find(each => String(each) === text));
	return html`<${SelectField} ...${shown} value=${value === null || value === undefined ? '' : String(value)} onChange=${change}
		choices=${isOptional ? [{value: '', label: nothing}, ...choices] : choices} />`;
}

/** A record of another list, by its name. */
export function ReferenceField({list, schema: _schema, isNullable, value, onChange, isRequired, ...shown}: InputProps & {list: string}) {
	const {choices: records, error} = useChoicesOf(list);
	const known = value && !records.some(each => each.value === value) ? [{value, label: value}] : [];
	const first = isRequired ? [{value: '', label: 'Choose …'}] : [{value: '', label: isNullable ? 'None' : 'Default'}];
	return html`<${SelectField} ...${shown} fault=${shown.fault || error?.message} value=${value ?? ''} choices=${[...first, ...known, ...records]}
		onChange=${(text: string) => onChange(text === '' ? (isNullable ? null : undefined) : text)} />`;
}

/** Some of a closed set. */
export function ChoicesField({schema, value, onChange, label, hint, fault}: InputProps) {
	const all = schema.items?.enum ?? [];
	const chosen = Array.isArray(value) ? value : [];
	const toggle = (each: unknown) => () =>
		onChange(all.filter(other => (other === each ? !chosen.includes(other) : chosen.includes(other))));
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>${({id, 'aria-describedby': about}: Record<string, any>) => html`
		<div id=${id} class="choices" role="group" aria-label=${label} aria-describedby=${about}>${all.map(
			each =>
				html`<label key=${String(each)}><input type="checkbox" checked=${chosen.includes(each)} onChange=${toggle(each)} />${choiceLabel(each, all)}</label>`,
		)}</div>`}<//>`;
}
