import {Button} from '../parts/button.ts';
import {SelectField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {choiceLabel, labelOf} from '../schema/names.ts';
import {emptyValue, fieldsOf, variantsOf} from '../schema/shape.ts';
import type {FormFieldProps as FormFieldPropsType} from './props.ts';

/** `field` shows a part. */
type FormFieldProps = FormFieldPropsType & {field: any};

/** The fault of a list or group itself, not of its parts. */
function ownFault({problem, path}: FormFieldProps) {
	return (
		problem?.errors
			.filter(each => each.path === path)
			.map(({message}) => message)
			.join('. ') || ''
	);
}

/** Fields side by side. */
function Fields({schema, path, value, onChange, problem, document, leaveOut, field}: FormFieldProps & {leaveOut?: string}) {
	const fields = fieldsOf(schema).filter(([name]) => name !== leaveOut);
	return html`${fields.map(
		([
			name,
			part,
		]) => html`<${field} key=${name} name=${name} path=${`${path}.${name}`} schema=${part} value=${value?.[name]} document=${document}
			isRequired=${schema.required?.includes(name)} problem=${problem} onChange=${(next: unknown) => onChange({...value, [name]: next})} />`,
	)}`;
}

export function GroupField({label, hint, ...props}: FormFieldProps & {label: string; hint?: string | undefined}) {
	return html`<fieldset class="group" data-fault=${ownFault(props) ? '' : undefined}><legend>${label}</legend>
		${hint && html`<p class="hint">${hint}</p>`}
		<p class="fault" role="alert">${ownFault(props)}</p>
		<div class="parts"><${Fields} ...${props} /></div>
	</fieldset>`;
}

/** Entries that can be added and removed. */
export function ListField({label, hint, ...props}: FormFieldProps & {label: string; hint?: string | undefined}) {
	const {schema, path, onChange, name} = props;
	const entries = Array.isArray(props.value) ? props.value : [];
	const items = schema.items ?? {};
	const one = labelOf(name).replace(/ies$/, 'y').replace(/s$/, '').toLowerCase();
	const set = (index: number) => (next: unknown) => onChange(entries.map((each, at) => (at === index ? next : each)));
	return html`<fieldset class="group" data-fault=${ownFault(props) ? '' : undefined}><legend>${label}</legend>
		${hint && html`<p class="hint">${hint}</p>`}
		<p class="fault" role="alert">${ownFault(props)}</p>
		${
			entries.length > 0 &&
			html`<ol class="entries">${entries.map(
				(value, index) => html`<li key=${index}>
				<div class="parts"><${Entry} ...${props} schema=${items} path=${`${path}[${index}]`} value=${value} onChange=${set(index)} /></div>
				<${Button} bare icon="trash" label=${`Remove ${one} ${index + 1}`} onClick=${() => onChange(entries.filter((_each, at) => at !== index))} />
			</li>`,
			)}</ol>`
		}
		<div><${Button} icon="plus" label=${`Add ${one}`} disabled=${entries.length >= (schema.maxItems ?? Number.POSITIVE_INFINITY)}
			onClick=${() => onChange([...entries, emptyValue(items)])} /></div>
	</fieldset>`;
}

function Entry(props: FormFieldProps) {
	return variantsOf(props.schema) ? html`<${VariantsField} ...${props} />` : html`<${Fields} ...${props} />`;
}

/** One of several groups of fields, told apart by the value of a field. */
export function VariantsField(props: FormFieldProps) {
	const {schema, value, onChange} = props;
	const choice = variantsOf(schema);
	const current = choice?.variants.find(each => each.value === value?.[choice.name]) ?? choice?.variants[0];
	if (!choice || !current) {
		return null;
	}
	const all = choice.variants.map(each => each.value);
	const change = (text: string) => {
		const next = choice.variants.find(each => each.value === text);
		const {value: _value, ...kept} = value ?? {};
		onChange({...emptyValue(next?.schema ?? {}), ...kept, [choice.name]: text});
	};
	return html`<${SelectField} label=${labelOf(choice.name)} value=${String(current.value)} onChange=${change}
			choices=${all.map(each => ({value: String(each), label: choiceLabel(each, all)}))} />
		<${Fields} ...${props} schema=${current.schema} leaveOut=${choice.name} />`;
}
