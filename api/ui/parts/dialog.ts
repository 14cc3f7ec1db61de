import type {ComponentChildren, RefObject} from 'preact';
import {useEffect, useId, useRef, useState} from 'preact/hooks';
import {Button} from './button.ts';
import {html} from './html.ts';
import {Notices} from './notices.ts';

/** Where people enter something that they would miss. */
const entered = '.form, [data-entry]';
/** What changes it besides its inputs: buttons that add, remove, move and pick. */
const editing = ':is(.form, [data-entry]) button:not(.actions button, [aria-expanded])';

/**
 * A list that is sorted again moves the dialogs in its rows, which are not modal then, and takes the focus from them.
 * Returns what notes the focus.
 */
function useModalAgain(ref: RefObject<HTMLDialogElement | null>) {
	const focused = useRef<HTMLElement | null>(null);
	useEffect(() => {
		const dialog = ref.current;
		if (dialog?.open && !dialog.matches(':modal')) {
			const last = focused.current;
			dialog.removeAttribute('open');
			dialog.showModal();
			last?.focus({preventScroll: true});
		}
	});
	return ({target}: any) => {
		focused.current = target;
	};
}

/**
 * The browser's “Back” closes a dialog, as people expect on phones, instead of leaving the view and what was entered.
 * Browsers without the Navigation API leave the view.
 */
function useBack(ref: RefObject<HTMLDialogElement | null>, leave: () => void) {
	const latest = useRef(leave);
	latest.current = leave;
	useEffect(() => {
		const navigation: EventTarget | undefined = (globalThis as any).navigation;
		const follow = (event: any) => {
			// One within this one is closed first. A second “Back” without a click in between cannot be held up.
			const isOurs = !event.defaultPrevented && ref.current?.querySelector('dialog[open]') === null;
			if (isOurs && event.navigationType === 'traverse' && event.cancelable) {
				event.preventDefault();
				latest.current();
			}
		};
		navigation?.addEventListener('navigate', follow);
		return () => navigation?.removeEventListener('navigate', follow);
	}, []);
}

/**
 * A modal window; the browser keeps the focus inside. Escape and a click outside close it, but ask first if something
 * was entered into a form. `isShownOnce`: what it shows is not shown again, so a click outside does nothing.
 */
export function Dialog({
	title,
	onClose,
	wide = false,
	isShownOnce = false,
	children,
}: {
	title: string;
	onClose: () => void;
	wide?: boolean;
	isShownOnce?: boolean;
	children?: ComponentChildren;
}) {
	const ref = useRef<HTMLDialogElement | null>(null);
	const id = useId();
	const isTouched = useRef(false);
	/** Whoever selects text and lets go outside has not clicked there. */
	const isPressedOutside = useRef(false);
	const [isAsking, setAsking] = useState(false);
	const [isOpen, setOpen] = useState(false);
	useEffect(() => {
		const opener = document.activeElement;
		ref.current?.showModal();
		setOpen(true);
		const warn = (event: Event) => void (isTouched.current && event.preventDefault()); // whoever reloads is asked too
		addEventListener('beforeunload', warn);
		return () => {
			removeEventListener('beforeunload', warn);
			// A dialog that is removed leaves the focus nowhere, and what opened it may be gone too.
			const hasOpener = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
			const next = hasOpener ? opener : document.querySelector('main');
			next?.focus({preventScroll: true});
		};
	}, []);
	const noteFocus = useModalAgain(ref);
	const touch = ({target}: any) => {
		isTouched.current ||= Boolean(target.closest(entered)) && target.type !== 'search';
	};
	const leave = () => (isTouched.current ? setAsking(true) : onClose());
	useBack(ref, leave);
	const press = (event: KeyboardEvent) => {
		if (event.key === 'Escape' && !event.defaultPrevented) {
			event.preventDefault(); // a dialog around this one stays
			leave();
		}
	};
	const pressPointer = ({target}: any) => {
		isPressedOutside.current = target === ref.current;
	};
	const click = ({target}: any) => {
		if (target === ref.current) {
			isPressedOutside.current && !isShownOnce && leave();
		} else if (target.closest(editing)) {
			touch({target});
		}
	};
	const cancel = (event: Event) => {
		event.preventDefault();
		leave();
	};
	return html`<dialog ref=${ref} class=${wide ? 'wide' : ''} aria-labelledby=${id} onClose=${onClose} onCancel=${cancel}
		onFocusIn=${noteFocus} onKeyDown=${press} onPointerDown=${pressPointer} onClick=${click} onInput=${touch} onChange=${touch}>
		<div class="dialog-body">
			<header><h2 id=${id} tabindex="-1" autofocus>${title}</h2><${Button} bare icon="close" label="Close" onClick=${leave} /></header>
			${children}
			${isAsking && html`<${Discard} onDiscard=${onClose} onStay=${() => setAsking(false)} />`}
		</div>
		${isOpen && html`<${Notices} />`}
	</dialog>`;
}

function Discard({onDiscard, onStay}: {onDiscard: () => void; onStay: () => void}) {
	const ref = useRef<HTMLElement | null>(null);
	useEffect(() => ref.current?.querySelector('button')?.focus(), []);
	return html`<div ref=${ref} class="discard" role="alert"><p>What you entered is not saved.</p>
		<footer class="actions"><${Button} label="Keep editing" onClick=${onStay} /><${Button} kind="danger" label="Discard" onClick=${onDiscard} /></footer>
	</div>`;
}

/** Asks before something is lost. */
export function Confirm({
	title,
	action,
	onConfirm,
	onClose,
	children,
}: {
	title: string;
	action: string;
	onConfirm: () => unknown;
	onClose: () => void;
	children?: ComponentChildren;
}) {
	return html`<${Dialog} title=${title} onClose=${onClose}>
		<div class="asked">${children}</div>
		<footer class="actions">
			<${Button} label="Cancel" onClick=${onClose} />
			<${Button} kind="danger" label=${action} onClick=${onConfirm} />
		</footer>
	<//>`;
}
