import {createContext} from 'preact';
import {useRef, useState} from 'preact/hooks';
import {html} from './html.js';

/** Whether the form around a button is being sent. */
export const Sending = createContext(false);

/**
 * A form that is sent once at a time, however often somebody presses Enter; its submit button is busy meanwhile.
 * @param {{onSubmit: () => Promise<unknown>, innerRef?: import('preact').Ref<HTMLFormElement>, children?: any, [attribute: string]: any}} props
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
