import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {labelOf} from '../schema/names.js';
import {kindOf, withoutNull} from '../schema/shape.js';
import {ChoiceField, ChoicesField, ReferenceField} from './choice-field.js';
import {GroupField, ListField, VariantsField} from './nested-fields.js';
import {MapField, NumberField, TextsField, WordField} from './text-fields.js';
import {listBehind} from './use-choices-of.js';

/** @typedef {import('../schema/document.js').Schema} Schema */

/**
 * @typedef {object} FormFieldProps
 * @property {string} name
 * @property {string} path In the body, as problems name it: `items[0].quality`.
 * @property {Schema} schema
 * @property {any} value
 * @property {(value: any) => void} onChange
 * @property {boolean} [isRequired]
 * @property {import('../client/problem.js').Problem | null} problem
 * @property {import('../schema/document.js').OpenApi} document
 */

/**
 * @typedef {object} InputProps What the field for one kind of value is given.
 * @property {Schema} schema
 * @property {boolean} isNullable
 * @property {boolean} isRequired
 * @property {any} value
 * @property {(value: any) => void} onChange
 * @property {string} label
 * @property {string} [hint]
 * @property {string | undefined} [fault]
 */

const simple = /** @type {const} */ ({choice: ChoiceField, choices: ChoicesField, number: NumberField, texts: TextsField, map: MapField});

/** The field for a part of a body, chosen by its schema. @param {FormFieldProps} props */
export function FormField(props) {
	const {name, path, value, onChange, isRequired = false, document} = props;
	const {schema, isNullable} = withoutNull(props.schema);
	const kind = kindOf(schema);
	const label = schema.title ?? labelOf(name);
	const hint = sentence(schema.description);
	if (kind === 'none') {
		return null;
	}
	if (kind === 'flag') {
		return html`<${Checkbox} label=${label} hint=${faultOf(props, label) || hint} checked=${Boolean(value)} onChange=${onChange} />`;
	}
	if (kind === 'group') {
		return html`<${GroupField} ...${props} field=${FormField} schema=${schema} label=${label} hint=${hint} />`;
	}
	if (kind === 'list') {
		return html`<${ListField} ...${props} field=${FormField} schema=${schema} label=${label} hint=${hint} />`;
	}
	if (kind === 'variants') {
		return html`<${VariantsField} ...${props} field=${FormField} schema=${schema} />`;
	}
	const shown = {label, hint, fault: faultOf(props, label), value, onChange, schema, isNullable, isRequired};
	if (kind === 'text' || kind === 'secret') {
		const list = listBehind(name, document);
		return list ? html`<${ReferenceField} ...${shown} list=${list} />` : html`<${WordField} ...${shown} kind=${kind} />`;
	}
	return html`<${simple[kind]} ...${shown} />`;
}

/** The service names a field as the body does; a person reads its label. @param {FormFieldProps} props @param {string} label */
function faultOf({problem, path}, label) {
	const fault = problem?.of(path) ?? '';
	return fault.startsWith(`${path} `) ? label + fault.slice(path.length) : fault;
}

/** Descriptions are written by several people. @param {string | undefined} text */
function sentence(text) {
	return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? '' : '.');
}
