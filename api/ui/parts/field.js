import {useId} from 'preact/hooks';
import {html} from './html.js';

/**
 * @typedef {object} FieldProps
 * @property {string} label
 * @property {string} [hint]
 * @property {string | undefined} [fault] What is wrong with it.
 */

/**
 * A label above whatever `children` makes of the id and the id of the description.
 * @param {FieldProps & {children: (ids: {id: string, 'aria-describedby': string | undefined, 'aria-invalid': boolean}) => any}} props
 */
export function Field({label, hint, fault, children}) {
	const id = useId();
	const isDescribed = Boolean(hint || fault);
	return html`<div class="field" data-fault=${fault ? '' : undefined}>
		<label for=${id}>${label}</label>
		${children({id, 'aria-describedby': isDescribed ? `${id}-about` : undefined, 'aria-invalid': Boolean(fault)})}
		${isDescribed && html`<p id=${`${id}-about`} class=${fault ? 'fault' : 'hint'}>${fault || hint}</p>`}
	</div>`;
}

/**
 * @param {FieldProps & {value: string, onInput: (value: string) => void, type?: string, innerRef?: any, [attribute: string]: any}} props
 */
export function TextField({label, hint, fault, value, onInput, type = 'text', innerRef, ...rest}) {
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>
		${(/** @type {object} */ ids) =>
			html`<input ...${ids} ...${rest} ref=${innerRef} type=${type} value=${value}
				onInput=${(/** @type {any} */ event) => onInput(event.currentTarget.value)} />`}
	<//>`;
}

/** @typedef {{value: string, label: string}} Choice */

/** @param {FieldProps & {value: string, onChange: (value: string) => void, choices: readonly Choice[]}} props */
export function SelectField({label, hint, fault, value, onChange, choices}) {
	return html`<${Field} label=${label} hint=${hint} fault=${fault}>
		${(/** @type {object} */ ids) =>
			html`<select ...${ids} value=${value} onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.value)}>
				${choices.map(each => html`<option key=${each.value} value=${each.value} selected=${each.value === value}>${each.label}</option>`)}
			</select>`}
	<//>`;
}

/** @param {Omit<FieldProps, 'label'> & {label: any, checked: boolean, onChange: (checked: boolean) => void}} props */
export function Checkbox({label, hint, fault, checked, onChange}) {
	const id = useId();
	const about = fault || hint;
	return html`<div class="checkbox">
		<input id=${id} type="checkbox" checked=${checked} aria-describedby=${about ? `${id}-about` : undefined} aria-invalid=${Boolean(fault)}
			onChange=${(/** @type {any} */ event) => onChange(event.currentTarget.checked)} />
		<label for=${id}>${label}</label>
		${about && html`<p id=${`${id}-about`} class=${fault ? 'fault' : 'hint'}>${about}</p>`}
	</div>`;
}
