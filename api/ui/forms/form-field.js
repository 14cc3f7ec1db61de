import {Checkbox} from '../parts/field.js';
import {html} from '../parts/html.js';
import {capital} from '../parts/text.js';
import {hintOf, repeats} from '../schema/hint.js';
import {fieldLabel} from '../schema/names.js';
import {kindOf, withoutNull} from '../schema/shape.js';
import {ChoiceField, ChoicesField, ReferenceField} from './choice-field.js';
import {FolderField} from './folder-field.js';
import {GroupField, ListField, VariantsField} from './nested-fields.js';
import {PickField, PickManyField, PickRecordsField} from './picked-fields.js';
import {OfferedTagsField} from './tags-field.js';
import {MapField, MomentField, NumberField, SecretField, TextsField, WordField} from './text-fields.js';
import {listBehind} from './use-choices-of.js';

/** @typedef {import('./props.js').FormFieldProps} FormFieldProps */

const simple = /** @type {const} */ ({choice: ChoiceField, choices: ChoicesField, number: NumberField, texts: TextsField, map: MapField});

/** The field for a part of a body, chosen by its schema. @param {FormFieldProps} props */
export function FormField(props) {
	const {name, value, onChange, isRequired = false, document} = props;
	const {schema, isNullable} = withoutNull(props.schema);
	const kind = kindOf(schema);
	const isFolder = name === 'url' && props.values?.['kind'] === 'folder';
	const label = isFolder ? 'Folder' : fieldLabel(name, schema.title);
	const description = hintOf(schema.description ?? props.schema.description);
	const hint = isFolder ? 'Where your own subtitle files are.' : repeats(label, description) ? '' : description;
	if (kind === 'none') {
		return null;
	}
	if (kind === 'flag') {
		return html`<${Checkbox} label=${label} hint=${hint} fault=${faultOf(props, label)} checked=${Boolean(value)} onChange=${onChange} />`;
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
	const hasChoices = (props.schema['x-choices'] ?? schema['x-choices']) !== undefined;
	const records = kind === 'texts' && name.endsWith('Ids') ? listBehind(name.slice(0, -1), document) : null;
	if (records) {
		return html`<${PickRecordsField} ...${shown} list=${records} />`;
	}
	if (kind === 'texts' && /^(?:excluded|leave)?tags$/i.test(name)) {
		return html`<${OfferedTagsField} ...${shown} />`;
	}
	if (kind === 'texts' && hasChoices) {
		return html`<${PickManyField} ...${shown} name=${name} values=${props.values} />`;
	}
	if (kind === 'text' || kind === 'secret') {
		if (hasChoices) {
			return html`<${PickField} ...${shown} />`;
		}
		const list = listBehind(name, document);
		if (schema.format === 'date-time') {
			return html`<${MomentField} ...${shown} />`;
		}
		if (kind === 'secret' || schema.writeOnly) {
			return html`<${SecretField} ...${shown} />`;
		}
		if (isFolder || (props.schema['x-folder'] ?? schema['x-folder'])) {
			return html`<${FolderField} ...${shown} />`;
		}
		return list ? html`<${ReferenceField} ...${shown} list=${list} />` : html`<${WordField} ...${shown} />`;
	}
	return html`<${simple[kind]} ...${shown} />`;
}

/**
 * The service names a field as the body does; a person reads its label.
 * @param {FormFieldProps} props
 * @param {string} label
 */
function faultOf({problem, path}, label) {
	const fault = problem?.of(path) ?? '';
	const said = fault.startsWith(`${path} `) ? label + fault.slice(path.length) : fault;
	return capital(said.replace(/^.* must have at least 1 item$/, 'Add at least one.').replace(/ is required$/, ' is missing.'));
}
