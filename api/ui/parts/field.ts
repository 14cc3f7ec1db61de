import {useId} from 'preact/hooks';
import {type FieldEvent, html} from './html.ts';

export interface FieldProps {
	label: string;
	hint?: string;
	/** What is wrong with it. */
	fault?: string | undefined;
}

/** A label above whatever `children` makes of the id and the id of the description. */
export function Field({
	label,
	hint,
	fault,
	children,
}: FieldProps & {children: (ids: {id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean}) => any}) {
	const id = useId();
	const isDescribed = Boolean(hint || fault);
	return html`<div class="field" data-fault=${fault ? '' : undefined}>
		<label for=${id}>${label}</label>
		${children({id, 'aria-describedby': isDescribed ? `${id}-about` : undefined, 'aria-invalid': Boolean(fault)})}
		${isDescribed && html`<p id=${`${id}-about`} class=${fault ? 'fault' : 'hint'}>${fault || hint}</p>`}
	</div>`;
}

export function TextField({
	label,
	hint,
	fault,
	value,
	onInput,
	type = 'text',
	innerRef,
	...rest
}: FieldProps & {value: string; onInput: (value: string) => void; type?: string; innerRef?: any; [attribute: string]: any}) {
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>
		${(ids: object) =>
			html`<input ...${ids} ...${rest} ref=${innerRef} type=${type} value=${value}
				onInput=${(event: FieldEvent) => onInput(event.currentTarget.value)} />`}
	<//>`;
}

export interface Choice {
	value: string;
	label: string;
}

export function SelectField({
	label,
	hint,
	fault,
	value,
	onChange,
	choices,
}: FieldProps & {value: string; onChange: (value: string) => void; choices: readonly Choice[]}) {
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>
		${(ids: object) =>
			html`<select ...${ids} value=${value} onChange=${(event: FieldEvent) => onChange(event.currentTarget.value)}>
				${choices.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === value}>${each.label}</option>`)}
			</select>`}
	<//>`;
}

export function Checkbox({
	label,
	hint,
	fault,
	checked,
	onChange,
}: Omit<FieldProps, 'label'> & {label: any; checked: boolean; onChange: (checked: boolean) => void}) {
	const id = useId();
	const about = fault || hint;
	return html`<div class="checkbox">
		<input id=${id} type="checkbox" checked=${checked} aria-describedby=${about ? `${id}-about` : undefined} aria-invalid=${Boolean(fault)}
			onChange=${(event: FieldEvent) => onChange(event.currentTarget.checked)} />
		<label for=${id}>${label}</label>
		${about && html`<p id=${`${id}-about`} class=${fault ? 'fault' : 'hint'}>${about}</p>`}
	</div>`;
}
