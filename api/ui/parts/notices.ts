import {useEffect, useRef} from 'preact/hooks';
import {useApp} from '../state/app-state.ts';
import type {NoticeAction} from '../state/notices.ts';
import {useStore} from '../state/store.ts';
import {Button} from './button.ts';
import {html} from './html.ts';

/**
 * What happened, read aloud too; and a banner while the service is away. Everything outside an open dialog is dead, so
 * each dialog has its own; the style sheet shows those of the latest.
 */
export function Notices() {
	const {notices, isAway, returns, dismiss} = useApp();
	const shown = useStore(notices);
	const away = useStore(isAway);
	const ref = useRef<HTMLElement | null>(null);
	const act = (id: number, action: NoticeAction) => async () => {
		dismiss(id);
		await action.run();
		returns.set(returns.get() + 1); // the view that is open by now may show what was changed
	};
	useEffect(() => {
		ref.current?.hidePopover();
		if (away || shown.length > 0) {
			ref.current?.showPopover(); // above the dialog
		}
	}, [shown, away]);
	return html`<div role="status"><div ref=${ref} popover="manual" class="notices">
		${away && html`<div class="notice away"><span class="spinner" />Kinoteka does not answer. Waiting until it is back …</div>`}
		${shown.map(
			({id, text, isError, action}) => html`<div key=${id} class=${`notice ${isError ? 'error' : ''}`}>
				<span>${text}</span>${action && html`<${Button} label=${action.label} onClick=${act(id, action)} />`}<${Button} bare icon="close" label="Dismiss" onClick=${() => dismiss(id)} />
			</div>`,
		)}
	</div></div>`;
}
