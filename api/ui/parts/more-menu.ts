import {useLayoutEffect, useRef, useState} from 'preact/hooks';
import {html} from './html.ts';
import {Icon, type IconName} from './icon.ts';

interface MoreAction {
	icon: IconName;
	label: string;
	kind?: 'plain' | 'danger';
	onClick: () => unknown;
}

/** What is not done every day, behind one button and with its name. */
export function MoreMenu({actions}: {actions: readonly (MoreAction | false)[]}) {
	const [isOpen, setOpen] = useState(false);
	const holder = useRef<HTMLElement | null>(null);
	const opener = useRef<HTMLElement | null>(null);
	const list = useRef<HTMLElement | null>(null);
	// Before anything can be chosen: an effect that comes later would take the focus from what is opened.
	useLayoutEffect(() => {
		if (!isOpen || !list.current) {
			return;
		}
		// It opens to the right where there is room.
		list.current.classList.toggle('leftward', list.current.getBoundingClientRect().right > document.documentElement.clientWidth);
		list.current.scrollIntoView({block: 'nearest'}); // phones have a bar at the bottom
		list.current.querySelector('button')?.focus({preventScroll: true});
		const leave = ({target}: Event) => void (holder.current?.contains(target as Node) || setOpen(false));
		document.addEventListener('pointerdown', leave);
		return () => document.removeEventListener('pointerdown', leave);
	}, [isOpen]);
	const press = (event: KeyboardEvent) => {
		const items = [...(list.current?.querySelectorAll('button') ?? [])];
		const at = items.indexOf(document.activeElement as HTMLButtonElement);
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
	const leaveFocus = ({relatedTarget}: FocusEvent) =>
		void (relatedTarget instanceof Node && !holder.current?.contains(relatedTarget) && setOpen(false));
	const choose = (action: MoreAction) => () => {
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
