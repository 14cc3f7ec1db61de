import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {Button} from './button.js';
import {html} from './html.js';

/** What changes a form besides its inputs: buttons that add, remove and move. */
const editing = '.form button:not(.actions button)';

/**
 * A modal window; the browser keeps the focus inside. Escape and a click outside close it, but ask first if something
 * was entered into a form.
 * @param {{title: string, onClose: () => void, wide?: boolean, children?: any}} props
 */
export function Dialog({title, onClose, wide = false, children}) {
	const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
	const id = useId();
	const isTouched = useRef(false);
	const [isAsking, setAsking] = useState(false);
	useEffect(() => {
		const opener = document.activeElement;
		ref.current?.showModal();
		return () => opener instanceof HTMLElement && opener.focus(); // a dialog that is removed leaves the focus nowhere
	}, []);
	const touch = (/** @type {any} */ {target}) => {
		isTouched.current ||= Boolean(target.closest('.form')) && target.type !== 'search';
	};
	const leave = () => (isTouched.current ? setAsking(true) : onClose());
	const press = (/** @type {KeyboardEvent} */ event) => {
		if (event.key === 'Escape' && event.target instanceof Node && ref.current?.contains(event.target)) {
			event.preventDefault();
			leave();
		}
	};
	const click = (/** @type {any} */ {target}) => (target === ref.current ? leave() : target.closest(editing) && touch({target}));
	const cancel = (/** @type {Event} */ event) => {
		event.preventDefault();
		leave();
	};
	return html`<dialog ref=${ref} class=${wide ? 'wide' : ''} aria-labelledby=${id} onClose=${onClose} onCancel=${cancel}
		onKeyDown=${press} onClick=${click} onInput=${touch} onChange=${touch}>
		<div class="dialog-body">
			<header><h2 id=${id} tabindex="-1" autofocus>${title}</h2><${Button} bare icon="close" label="Close" onClick=${leave} /></header>
			${children}
			${isAsking && html`<${Discard} onDiscard=${onClose} onStay=${() => setAsking(false)} />`}
		</div>
	</dialog>`;
}

/** @param {{onDiscard: () => void, onStay: () => void}} props */
function Discard({onDiscard, onStay}) {
	const ref = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => ref.current?.querySelector('button')?.focus(), []);
	return html`<div ref=${ref} class="discard" role="alert"><p>What you entered is not saved.</p>
		<footer class="actions"><${Button} label="Go on" onClick=${onStay} /><${Button} kind="danger" label="Discard" onClick=${onDiscard} /></footer>
	</div>`;
}

/**
 * Asks before something is lost.
 * @param {{title: string, action: string, onConfirm: () => unknown, onClose: () => void, children?: any}} props
 */
export function Confirm({title, action, onConfirm, onClose, children}) {
	return html`<${Dialog} title=${title} onClose=${onClose}>
		${children}
		<footer class="actions">
			<${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="danger" label=${action} onClick=${onConfirm} />
		</footer>
	<//>`;
}
