import {useRef} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Field, TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {useText} from './use-text.js';

/** @typedef {import('./props.js').InputProps} InputProps */

/** @param {InputProps} props */
export function WordField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}) {
	const change = (/** @type {string} */ text) => onChange(text === '' && isNullable ? null : text);
	return html`<${TextField} ...${shown} autocomplete="off" autocapitalize="none" spellcheck=${false} value=${value ?? ''} required=${isRequired} onInput=${change} />`;
}

/** How the service shows a stored secret. */
const masked = /^\*+$/;

/**
 * A secret that is stored is not in the field, where people would type behind its stars; an empty field keeps it.
 * @param {InputProps} props
 */
export function SecretField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}) {
	const isStored = masked.test(value ?? '');
	const stored = useRef(isStored ? value : null);
	const change = (/** @type {string} */ text) => onChange(text === '' ? (stored.current ?? (isNullable ? null : '')) : text);
	return html`<${TextField} ...${shown} type="password" autocomplete="new-password" autocapitalize="none" spellcheck=${false}
			value=${isStored ? '' : (value ?? '')} placeholder=${isStored ? 'Stored; type to replace it' : undefined} required=${isRequired} onInput=${change} />
		${isStored && isNullable && html`<div><${Button} label=${`Remove ${shown.label}`} onClick=${() => onChange(null)} /></div>`}`;
}

/** @param {InputProps} props */
export function NumberField({schema, isNullable, value, onChange, isRequired, ...shown}) {
	const none = isNullable ? null : undefined;
	const {'x-scale': scale = 1, minimum, maximum} = schema;
	const [text, change] = useText(value, onChange, {
		toText: each => String(typeof each === 'number' ? each / scale : (each ?? '')),
		toValue: typed => (typed === '' ? none : Math.round(Number(typed) * scale * 1e6) / 1e6),
	});
	const isWhole = Array.isArray(schema.type) ? schema.type.includes('integer') : schema.type === 'integer';
	return html`<${TextField} ...${shown} type="number" inputmode=${isWhole ? 'numeric' : 'decimal'} min=${minimum === undefined ? undefined : minimum / scale} max=${maximum === undefined ? undefined : maximum / scale}
		step=${isWhole && scale === 1 ? 1 : 'any'} value=${text} placeholder=${isNullable ? 'none' : undefined} required=${isRequired} onInput=${change} />`;
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
	const [text, change] = useText(value, onChange, {
		toText: each => (Array.isArray(each) ? each.join(isOfNumbers ? ', ' : '\n') : ''),
		toValue: typed => {
			const parts = typed.split(isOfNumbers ? /[,\s]+/ : '\n').map(part => part.trim());
			return parts.filter(Boolean).map(part => (isOfNumbers && !Number.isNaN(Number(part)) ? Number(part) : part));
		},
	});
	const type = (/** @type {any} */ {currentTarget}) => change(currentTarget.value);
	const rows = Math.min(6, Math.max(2, text.split('\n').length));
	return html`<${Field} label=${label} hint=${[hint, isOfNumbers ? '' : 'One per line.'].filter(Boolean).join(' ')} fault=${fault}>${(
		/** @type {object} */ ids,
	) =>
		isOfNumbers
			? html`<input ...${ids} type="text" autocomplete="off" value=${text} onInput=${type} />`
			: html`<textarea ...${ids} rows=${rows} spellcheck=${false} value=${text} onInput=${type} />`}<//>`;
}

/** Values by names that are not known here: `name = value`, one a line. @param {InputProps} props */
export function MapField({value, onChange, label, hint, fault}) {
	const [text, change] = useText(value, onChange, {
		toText: map =>
			Object.entries(map ?? {})
				.map(([name, each]) => `${name} = ${each}`)
				.join('\n'),
		toValue: typed =>
			Object.fromEntries(
				typed
					.split('\n')
					.filter(line => line.trim())
					.map(toEntry),
			),
	});
	const type = (/** @type {any} */ {currentTarget}) => change(currentTarget.value);
	return html`<${Field} label=${label} hint=${[hint, 'One per line, as name = value.'].filter(Boolean).join(' ')} fault=${fault}>${(
		/** @type {object} */ ids,
	) => html`<textarea ...${ids} rows="2" spellcheck=${false} value=${text} onInput=${type} />`}<//>`;
}

/** @param {string} line @returns {[string, unknown]} */
function toEntry(line) {
	const [name = '', ...rest] = line.split('=');
	const text = rest.join('=').trim();
	const isPlain = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text);
	return [name.trim(), isPlain ? JSON.parse(text) : text];
}
