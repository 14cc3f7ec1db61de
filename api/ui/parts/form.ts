import type {ComponentChildren} from 'preact';
import {createContext, type RefObject} from 'preact';
import {useEffect, useRef, useState} from 'preact/hooks';
import {html} from './html.ts';

/** Whether the form around a button is being sent. */
export const Sending = createContext(false);

/** Attributes of the form, and these. */
interface FormProps {
	onSubmit: () => Promise<unknown>;
	innerRef?: RefObject<HTMLFormElement | null>;
	children?: ComponentChildren;
}

/** Where something is wrong; lists and groups of fields are marked themselves. */
const faulty = '[aria-invalid="true"], [data-fault]';
/** What can take the focus inside of it. */
const entries = 'input, select, textarea, button';

/** Shows the first fault of a form, and puts the focus there. */
export function showFirstFault(form: HTMLElement | null) {
	const wrong = form?.querySelector(faulty) as HTMLElement | null | undefined;
	if (!wrong) {
		return;
	}
	for (let folded = wrong.closest('details'); folded; folded = folded.parentElement?.closest('details') ?? null) {
		folded.open = true;
	}
	const field = wrong.matches(entries) ? wrong : (wrong.querySelector(entries) as HTMLElement | null);
	field?.focus({preventScroll: true});
	(wrong.closest('.field, .checkbox') ?? wrong).scrollIntoView({block: 'nearest'});
}

/**
 * A form that is sent once at a time, however often somebody presses Enter; its submit button is busy meanwhile.
 * What is wrong then is shown.
 */
export function Form({onSubmit, innerRef, children, ...rest}: FormProps & Record<string, any>) {
	const isSending = useRef(false);
	const [isBusy, setBusy] = useState(false);
	const own = useRef<HTMLFormElement | null>(null);
	const ref = innerRef ?? own;
	const wasBusy = useRef(false);
	useEffect(() => {
		if (wasBusy.current && !isBusy) {
			showFirstFault(ref.current);
		}
		wasBusy.current = isBusy;
	}, [isBusy]);
	const submit = async (event: Event) => {
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
	return html`<form ...${rest} ref=${ref} onSubmit=${submit}><${Sending.Provider} value=${isBusy}>${children}<//></form>`;
}
