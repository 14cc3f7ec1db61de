import {useEffect, useId, useRef} from 'preact/hooks';
import {Button} from './button.js';
import {html} from './html.js';

/**
 * A modal window; the browser keeps the focus inside and closes it with Escape.
 * @param {{title: string, onClose: () => void, wide?: boolean, children?: any}} props
 */
export function Dialog({title, onClose, wide = false, children}) {
	const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
	const id = useId();
	useEffect(() => {
		const opener = document.activeElement;
		ref.current?.showModal();
		return () => opener instanceof HTMLElement && opener.focus(); // a dialog that is removed leaves the focus nowhere
	}, []);
	const closeOutside = (/** @type {MouseEvent} */ event) => event.target === ref.current && onClose();
	return html`<dialog ref=${ref} class=${wide ? 'wide' : ''} aria-labelledby=${id} onClose=${onClose} onClick=${closeOutside}>
		<div class="dialog-body">
			<header><h2 id=${id} tabindex="-1" autofocus>${title}</h2><${Button} bare icon="close" label="Close" onClick=${onClose} /></header>
			${children}
		</div>
	</dialog>`;
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
