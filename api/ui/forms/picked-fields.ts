import {useState} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {Field, SelectField} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import type {InputProps} from './props.ts';
import {useChoicesOf} from './use-choices-of.ts';

interface Choice {
	value: string | number;
	label: string;
}

/** A text that is mostly one of some with names. */
export function PickField({schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
	const known = schema['x-choices'] ?? [];
	const text = value === null || value === undefined ? '' : String(value);
	const others = text === '' || known.some(each => each.value === text) ? [] : [{value: text, label: text}];
	const none = isRequired || schema.default !== undefined ? [] : [{value: '', label: 'None'}];
	const choices = [...(text === '' && none.length === 0 ? [{value: '', label: 'Choose …'}] : none), ...others, ...known];
	const hint = shown.hint?.replace(/\s*Must be .*$/, '');
	return html`<${SelectField} ...${shown} hint=${hint} value=${text} choices=${choices.map(each => ({...each, value: String(each.value)}))}
		onChange=${(chosen: string) => onChange(chosen === '' ? (isNullable ? null : undefined) : chosen)} />`;
}

/** Several records of another list, by their names. */
export function PickRecordsField({list, schema: _schema, value, onChange, label, hint, fault}: InputProps & {list: string}) {
	const {choices, error} = useChoicesOf(list);
	const chosen: string[] = Array.isArray(value) ? value : [];
	const toggle = (id: string) => () => onChange(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]);
	return html`<${Field} label=${label} hint=${hint} fault=${fault || error?.message}>${({
		id,
		'aria-describedby': about,
	}: Record<string, any>) =>
		html`<div id=${id} class="choices" role="group" aria-label=${label} aria-describedby=${about}>${choices.map(
			each =>
				html`<label key=${each.value}><input type="checkbox" checked=${chosen.includes(each.value)} onChange=${toggle(each.value)} />${each.label}</label>`,
		)}</div>`}<//>`;
}

/**
 * Names of what an indexer has itself, where it has told them.
 * @param values Of the form.
 */
function ownCategories(values: Record<string, any> | undefined): Choice[] {
	const offered = (values?.['capabilities']?.categories ?? []) as {id: number; name: string; children?: {id: number; name: string}[]}[];
	return offered.flatMap(({id, name, children = []}) => [
		{value: id, label: name},
		...children.map(child => ({value: child.id, label: `${name}/${child.name}`})),
	]);
}

/** Several of some with names; of numbers others may be typed. */
export function PickManyField({
	schema,
	name,
	values,
	value,
	onChange,
	label,
	hint,
	fault,
}: InputProps & {name: string; values?: Record<string, any>}) {
	const own = name === 'categories' ? ownCategories(values) : [];
	const standard: readonly Choice[] = schema['x-choices'] ?? [];
	const known = [...own, ...standard.filter(each => !own.some(other => other.value === each.value))];
	const chosen: (string | number)[] = Array.isArray(value) ? value : [];
	const isOfNumbers = typeof standard[0]?.value === 'number';
	const named = (each: Choice) => (isOfNumbers ? `${each.label} (${each.value})` : each.label);
	const labelOf = (each: string | number) => {
		const found = known.find(other => other.value === each);
		return found ? named(found) : String(each);
	};
	const add = ({currentTarget}: FieldEvent) => {
		const found = known.find(each => String(each.value) === currentTarget.value);
		currentTarget.value = '';
		return found && onChange([...chosen, found.value]);
	};
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>${(ids: object) => html`<div class="picked">
		${
			chosen.length > 0 &&
			html`<ul>${chosen.map(
				each => html`<li key=${each}><span>${labelOf(each)}</span><${Button} bare icon="close" label=${`Remove ${labelOf(each)}`}
				onClick=${() => onChange(chosen.filter(other => other !== each))} /></li>`,
			)}</ul>`
		}
		<select ...${ids} value="" onChange=${add}><option value="">Add …</option>${known
			.filter(each => !chosen.includes(each.value))
			.map(each => html`<option key=${each.value} value=${each.value}>${named(each)}</option>`)}</select>
		${isOfNumbers && html`<${OtherNumber} label=${label} onAdd=${(number: number) => !chosen.includes(number) && onChange([...chosen, number])} />`}
	</div>`}<//>`;
}

function OtherNumber({label, onAdd}: {label: string; onAdd: (number: number) => void}) {
	const [text, setText] = useState<string | null>(null);
	const add = () => {
		if (/^\d{1,7}$/.test(text ?? '')) {
			onAdd(Number(text));
			setText(null);
		}
	};
	const press = (event: KeyboardEvent) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			add();
		}
	};
	return text === null
		? html`<div><${Button} icon="plus" label="Other category" onClick=${() => setText('')} /></div>`
		: html`<div class="with-button"><input type="text" inputmode="numeric" aria-label=${`Other category for ${label}`} value=${text}
			onInput=${({currentTarget}: FieldEvent) => setText(currentTarget.value)} onKeyDown=${press} /><${Button} label="Add it" onClick=${add} /></div>`;
}
