import {useEffect, useRef, useState} from 'preact/hooks';
import {html} from './html.js';
import {Icon} from './icon.js';

/** @typedef {{icon: import('./icon.js').IconName, label: string, kind?: 'plain' | 'danger', onClick: () => unknown}} MoreAction */

/**
 * What is not done every day, behind one button and with its name.
 * @param {{actions: readonly (MoreAction | false)[]}} props
 */
export function MoreMenu({actions}) {
	const [isOpen, setOpen] = useState(false);
	const holder = useRef(/** @type {HTMLElement | null} */ (null));
	const opener = useRef(/** @type {HTMLElement | null} */ (null));
	const list = useRef(/** @type {HTMLElement | null} */ (null));
	useEffect(() => {
		if (!isOpen || !list.current) {
			return;
		}
		// It opens to the right where there is room.
		list.current.classList.toggle('leftward', list.current.getBoundingClientRect().right > document.documentElement.clientWidth);
		list.current.scrollIntoView({block: 'nearest'}); // phones have a bar at the bottom
		list.current.querySelector('button')?.focus({preventScroll: true});
		const leave = (/** @type {Event} */ {target}) => void (holder.current?.contains(/** @type {Node} */ (target)) || setOpen(false));
		document.addEventListener('pointerdown', leave);
		return () => document.removeEventListener('pointerdown', leave);
	}, [isOpen]);
	const press = (/** @type {KeyboardEvent} */ event) => {
		const items = [...(list.current?.querySelectorAll('button') ?? [])];
		const at = items.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
		const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
		if (event.key === 'Escape' && isOpen) {
			event.preventDefault();
			setOpen(false);
			opener.current?.focus();
		} else if (step && at >= 0) {
			event.preventDefault();
			items[(at + step + items.length) % items.length]?.focus();
		}
	};
	const leaveFocus = (/** @type {FocusEvent} */ {relatedTarget}) =>
		void (relatedTarget instanceof Node && !holder.current?.contains(relatedTarget) && setOpen(false));
	const choose = (/** @type {MoreAction} */ action) => () => {
		opener.current?.focus(); // a dialog gives the focus back to it
		setOpen(false);
		void action.onClick();
	};
	return html`<div ref=${holder} class="more-menu" onKeyDown=${press} onFocusOut=${leaveFocus}>
		<button ref=${opener} type="button" class="button" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)}><${Icon} name="more" /><span>More …</span></button>
		${
			isOpen &&
			html`<ul ref=${list}>${actions.map(
				each =>
					each &&
					html`<li key=${each.label}><button type="button" class=${each.kind ?? 'plain'} onClick=${choose(each)}><${Icon} name=${each.icon} />${each.label}</button></li>`,
			)}</ul>`
		}
	</div>`;
}
