import {useRef} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {Field, TextField} from '../parts/field.ts';
import {type FieldEvent, html} from '../parts/html.ts';
import {moment} from '../parts/text.ts';
import type {InputProps} from './props.ts';
import {useText} from './use-text.ts';

export function WordField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
	const change = (text: string) => onChange(text === '' && isNullable ? null : text);
	return html`<${TextField} ...${shown} autocomplete="off" autocapitalize="none" spellcheck=${false} value=${value ?? ''} required=${isRequired} onInput=${change} />`;
}

/** How the service shows a stored secret. */
const masked = /^\*+$/;

/** A secret that is stored is not in the field, where people would type behind its stars; an empty field keeps it. */
export function SecretField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
	const isStored = masked.test(value ?? '');
	const stored = useRef(isStored ? value : null);
	const change = (text: string) => onChange(text === '' ? (stored.current ?? (isNullable ? null : '')) : text);
	return html`<${TextField} ...${shown} type="password" autocomplete="new-password" autocapitalize="none" spellcheck=${false}
			value=${isStored ? '' : (value ?? '')} placeholder=${isStored ? 'Stored; type to replace it' : undefined} required=${isRequired} onInput=${change} />
		${isStored && isNullable && html`<div><${Button} label=${`Remove ${shown.label}`} onClick=${() => onChange(null)} /></div>`}`;
}

export function NumberField({schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
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

/** A moment in the time zone of the person. */
export function MomentField({schema: _schema, isNullable, value, onChange, isRequired, ...shown}: InputProps) {
	const change = (text: string) => onChange(text === '' ? (isNullable ? null : undefined) : new Date(text).toISOString());
	const hint = [shown.hint, value && `This is ${moment(value)}.`].filter(Boolean).join(' ');
	return html`<${TextField} ...${shown} hint=${hint} type="datetime-local" value=${value ? localTime(new Date(value)) : ''} required=${isRequired} onInput=${change} />`;
}

function localTime(moment: Date) {
	return new Date(Number(moment) - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Texts one a line, or numbers with commas between. */
export function TextsField({schema, value, onChange, label, hint, fault}: InputProps) {
	const isOfNumbers = schema.items?.type === 'integer' || schema.items?.type === 'number';
	const [text, change] = useText(value, onChange, {
		toText: each => (Array.isArray(each) ? each.join(isOfNumbers ? ', ' : '\n') : ''),
		toValue: typed => {
			const parts = typed.split(isOfNumbers ? /[,\s]+/ : '\n').map(part => part.trim());
			return parts.filter(Boolean).map(part => (isOfNumbers && !Number.isNaN(Number(part)) ? Number(part) : part));
		},
	});
	const type = ({currentTarget}: FieldEvent) => change(currentTarget.value);
	const rows = Math.min(6, Math.max(2, text.split('\n').length));
	return html`<${Field} label=${label} hint=${[hint, isOfNumbers ? '' : 'One per line.'].filter(Boolean).join(' ')} fault=${fault}>${(
		ids: object,
	) =>
		isOfNumbers
			? html`<input ...${ids} type="text" autocomplete="off" value=${text} onInput=${type} />`
			: html`<textarea ...${ids} rows=${rows} spellcheck=${false} value=${text} onInput=${type} />`}<//>`;
}

/** Values by names that are not known here: `name = value`, one a line. */
export function MapField({value, onChange, label, hint, fault}: InputProps) {
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
	const type = ({currentTarget}: FieldEvent) => change(currentTarget.value);
	return html`<${Field} label=${label} hint=${[hint, 'One per line, as name = value.'].filter(Boolean).join(' ')} fault=${fault}>${(
		ids: object,
	) => html`<textarea ...${ids} rows="2" spellcheck=${false} value=${text} onInput=${type} />`}<//>`;
}

function toEntry(line: string): [string, unknown] {
	const [name = '', ...rest] = line.split('=');
	const text = rest.join('=').trim();
	const isPlain = /^(?:true|false|null|-?\d+(?:\.\d+)?)$/.test(text);
	return [name.trim(), isPlain ? JSON.parse(text) : text];
}
