import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Field, SelectField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useChoicesOf} from './use-choices-of.js';

/** @typedef {import('./props.js').InputProps} InputProps */
/** @typedef {{value: string | number, label: string}} Choice */

/** A text that is mostly one of some with names. @param {InputProps} props */
export function PickField({schema, isNullable, value, onChange, isRequired, ...shown}) {
	const known = schema['x-choices'] ?? [];
	const text = value === null || value === undefined ? '' : String(value);
	const others = text === '' || known.some(each => each.value === text) ? [] : [{value: text, label: text}];
	const none = isRequired || schema.default !== undefined ? [] : [{value: '', label: 'None'}];
	const choices = [...(text === '' && none.length === 0 ? [{value: '', label: 'Choose …'}] : none), ...others, ...known];
	const hint = shown.hint?.replace(/\s*Must be .*$/, '');
	return html`<${SelectField} ...${shown} hint=${hint} value=${text} choices=${choices.map(each => ({...each, value: String(each.value)}))}
		onChange=${(/** @type {string} */ chosen) => onChange(chosen === '' ? (isNullable ? null : undefined) : chosen)} />`;
}

/** Several records of another list, by their names. @param {InputProps & {list: string}} props */
export function PickRecordsField({list, schema: _schema, value, onChange, label, hint, fault}) {
	const {choices, error} = useChoicesOf(list);
	/** @type {string[]} */
	const chosen = Array.isArray(value) ? value : [];
	const toggle = (/** @type {string} */ id) => () => onChange(chosen.includes(id) ? chosen.filter(each => each !== id) : [...chosen, id]);
	return html`<${Field} label=${label} hint=${hint} fault=${fault || error?.message}>${(
		/** @type {Record<string, any>} */ {id, 'aria-describedby': about},
	) =>
		html`<div id=${id} class="choices" role="group" aria-label=${label} aria-describedby=${about}>${choices.map(
			each =>
				html`<label key=${each.value}><input type="checkbox" checked=${chosen.includes(each.value)} onChange=${toggle(each.value)} />${each.label}</label>`,
		)}</div>`}<//>`;
}

/**
 * Names of what an indexer has itself, where it has told them.
 * @param {Record<string, any> | undefined} values Of the form.
 * @returns {Choice[]}
 */
function ownCategories(values) {
	const offered = /** @type {{id: number, name: string, children?: {id: number, name: string}[]}[]} */ (
		values?.['capabilities']?.categories ?? []
	);
	return offered.flatMap(({id, name, children = []}) => [
		{value: id, label: name},
		...children.map(child => ({value: child.id, label: `${name}/${child.name}`})),
	]);
}

/** Several of some with names; of numbers others may be typed. @param {InputProps & {name: string, values?: Record<string, any>}} props */
export function PickManyField({schema, name, values, value, onChange, label, hint, fault}) {
	const own = name === 'categories' ? ownCategories(values) : [];
	/** @type {readonly Choice[]} */
	const standard = schema['x-choices'] ?? [];
	const known = [...own, ...standard.filter(each => !own.some(other => other.value === each.value))];
	/** @type {(string | number)[]} */
	const chosen = Array.isArray(value) ? value : [];
	const isOfNumbers = typeof standard[0]?.value === 'number';
	const named = (/** @type {Choice} */ each) => (isOfNumbers ? `${each.label} (${each.value})` : each.label);
	const labelOf = (/** @type {string | number} */ each) => {
		const found = known.find(other => other.value === each);
		return found ? named(found) : String(each);
	};
	const add = (/** @type {any} */ {currentTarget}) => {
		const found = known.find(each => String(each.value) === currentTarget.value);
		currentTarget.value = '';
		return found && onChange([...chosen, found.value]);
	};
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>${(/** @type {object} */ ids) => html`<div class="picked">
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
		${isOfNumbers && html`<${OtherNumber} label=${label} onAdd=${(/** @type {number} */ number) => !chosen.includes(number) && onChange([...chosen, number])} />`}
	</div>`}<//>`;
}

/** @param {{label: string, onAdd: (number: number) => void}} props */
function OtherNumber({label, onAdd}) {
	const [text, setText] = useState(/** @type {string | null} */ (null));
	const add = () => {
		if (/^\d{1,7}$/.test(text ?? '')) {
			onAdd(Number(text));
			setText(null);
		}
	};
	const press = (/** @type {KeyboardEvent} */ event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			add();
		}
	};
	return text === null
		? html`<div><${Button} icon="plus" label="Other category" onClick=${() => setText('')} /></div>`
		: html`<div class="with-button"><input type="text" inputmode="numeric" aria-label=${`Other category for ${label}`} value=${text}
			onInput=${(/** @type {any} */ {currentTarget}) => setText(currentTarget.value)} onKeyDown=${press} /><${Button} label="Add it" onClick=${add} /></div>`;
}
