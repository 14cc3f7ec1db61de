import {useState} from 'preact/hooks';
import {Field, TextField} from '../parts/field.js';
import {html} from '../parts/html.js';

/** @typedef {import('./props.js').InputProps} InputProps */

/** @param {InputProps & {kind: 'text' | 'secret'}} props */
export function WordField({kind, schema, isNullable, value, onChange, isRequired, ...shown}) {
	const isSecret = kind === 'secret' || schema.writeOnly;
	const change = (/** @type {string} */ text) => onChange(text === '' && isNullable ? null : text);
	return html`<${TextField} ...${shown} type=${isSecret ? 'password' : 'text'} autocomplete=${isSecret ? 'new-password' : 'off'} autocapitalize="none"
		spellcheck=${false} value=${value ?? ''} required=${isRequired} onInput=${change} />`;
}

/** @param {InputProps} props */
export function NumberField({schema, isNullable, value, onChange, isRequired, ...shown}) {
	const change = (/** @type {string} */ text) => onChange(text === '' ? (isNullable ? null : undefined) : Number(text));
	const isWhole = Array.isArray(schema.type) ? schema.type.includes('integer') : schema.type === 'integer';
	return html`<${TextField} ...${shown} type="number" inputmode=${isWhole ? 'numeric' : 'decimal'} min=${schema.minimum} max=${schema.maximum}
		step=${isWhole ? 1 : 'any'} value=${value ?? ''} placeholder=${isNullable ? 'none' : undefined} required=${isRequired} onInput=${change} />`;
}

/** A moment in the time zone of the person. @param {InputProps} props */
export function MomentField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}) {
	const change = (/** @type {string} */ text) => onChange(text === '' ? (isNullable ? null : undefined) : new Date(text).toISOString());
	return html`<${TextField} ...${shown} type="datetime-local" value=${value ? localTime(new Date(value)) : ''} required=${isRequired} onInput=${change} />`;
}

/** @param {Date} moment */
function localTime(moment) {
	return new Date(Number(moment) - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Texts one a line, or numbers with commas between. @param {InputProps} props */
export function TextsField({schema, value, onChange, label, hint, fault}) {
	const isOfNumbers = schema.items?.type === 'integer' || schema.items?.type === 'number';
	const [text, setText] = useState(() => (Array.isArray(value) ? value.join(isOfNumbers ? ', ' : '\n') : ''));
	const change = (/** @type {any} */ {currentTarget}) => {
		setText(currentTarget.value);
		const parts = String(currentTarget.value).split(isOfNumbers ? /[,\s]+/ : '\n');
		const filled = parts.map(part => part.trim()).filter(Boolean);
		onChange(isOfNumbers ? filled.map(part => (Number.isNaN(Number(part)) ? part : Number(part))) : filled);
	};
	const rows = Math.min(6, Math.max(2, text.split('\n').length));
	return html`<${Field} label=${label} hint=${[hint, isOfNumbers ? '' : 'One a line.'].filter(Boolean).join(' ')} fault=${fault}>${(
		/** @type {object} */ ids,
	) =>
		isOfNumbers
			? html`<input ...${ids} type="text" autocomplete="off" value=${text} onInput=${change} />`
			: html`<textarea ...${ids} rows=${rows} spellcheck=${false} value=${text} onInput=${change} />`}<//>`;
}

/** Values by names that are not known here: `name = value`, one a line. @param {InputProps} props */
export function MapField({value, onChange, label, hint, fault}) {
	const [text, setText] = useState(() =>
		Object.entries(value ?? {})
			.map(([name, each]) => `${name} = ${each}`)
			.join('\n'),
	);
	const change = (/** @type {any} */ {currentTarget}) => {
		setText(currentTarget.value);
		const lines = String(currentTarget.value)
			.split('\n')
			.filter(line => line.trim());
		onChange(Object.fromEntries(lines.map(toEntry)));
	};
	return html`<${Field} label=${label} hint=${[hint, 'One a line, as name = value.'].filter(Boolean).join(' ')} fault=${fault}>${(
		/** @type {object} */ ids,
	) => html`<textarea ...${ids} rows="2" spellcheck=${false} value=${text} onInput=${change} />`}<//>`;
}

/** @param {string} line @returns {[string, unknown]} */
function toEntry(line) {
	const [name = '', ...rest] = line.split('=');
	const text = rest.join('=').trim();
	const isPlain = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text);
	return [name.trim(), isPlain ? JSON.parse(text) : text];
}
