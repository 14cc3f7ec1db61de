import {createContext} from 'preact';
import {useRef, useState} from 'preact/hooks';
import {html} from './html.js';

/** Whether the form around a button is being sent. */
export const Sending = createContext(false);

/**
 * @typedef {object} FormProps Attributes of the form, and these.
 * @property {() => Promise<unknown>} onSubmit
 * @property {import('preact').Ref<HTMLFormElement>} [innerRef]
 * @property {any} [children]
 */

/**
 * A form that is sent once at a time, however often somebody presses Enter; its submit button is busy meanwhile.
 * @param {FormProps & Record<string, any>} props
 */
export function Form({onSubmit, innerRef, children, ...rest}) {
	const isSending = useRef(false);
	const [isBusy, setBusy] = useState(false);
	const submit = async (/** @type {Event} */ event) => {
		event.preventDefault();
		if (isSending.current) {
			return;
		}
		isSending.current = true;
		setBusy(true);
		try {
			await onSubmit();
		} finally {
			isSending.current = false;
			setBusy(false);
		}
	};
	return html`<form ...${rest} ref=${innerRef} onSubmit=${submit}><${Sending.Provider} value=${isBusy}>${children}<//></form>`;
}
