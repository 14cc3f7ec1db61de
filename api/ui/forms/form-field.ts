import {Checkbox} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {capital} from '../parts/text.ts';
import {hintOf, repeats} from '../schema/hint.ts';
import {fieldLabel} from '../schema/names.ts';
import {kindOf, withoutNull} from '../schema/shape.ts';
import {ChoiceField, ChoicesField, ReferenceField} from './choice-field.ts';
import {FolderField} from './folder-field.ts';
import {GroupField, ListField, VariantsField} from './nested-fields.ts';
import {PickField, PickManyField, PickRecordsField} from './picked-fields.ts';
import type {FormFieldProps} from './props.ts';
import {OfferedTagsField} from './tags-field.ts';
import {MapField, MomentField, NumberField, SecretField, TextsField, WordField} from './text-fields.ts';
import {listBehind} from './use-choices-of.ts';

const simple = {choice: ChoiceField, choices: ChoicesField, number: NumberField, texts: TextsField, map: MapField} as const;

/** The field for a part of a body, chosen by its schema. */
export function FormField(props: FormFieldProps) {
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

/** The service names a field as the body does; a person reads its label. */
function faultOf({problem, path}: FormFieldProps, label: string) {
	const fault = problem?.of(path) ?? '';
	const said = fault.startsWith(`${path} `) ? label + fault.slice(path.length) : fault;
	return capital(said.replace(/^.* must have at least 1 item$/, 'Add at least one.').replace(/ is required$/, ' is missing.'));
}
