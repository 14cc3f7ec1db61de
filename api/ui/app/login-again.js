import {useEffect, useRef} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {html} from '../parts/html.js';
import {Notices} from '../parts/notices.js';
import {useApp} from '../state/app-state.js';
import {LoginForm} from './login.js';

/**
 * Covers everything when the session has ended. What somebody was at work on stays below until they are back.
 * @param {{username: string}} props
 */
export function LoginAgain({username}) {
	const {leave} = useApp();
	const ref = useRef(/** @type {HTMLDialogElement | null} */ (null));
	const cover = () => ref.current?.open || ref.current?.showModal();
	useEffect(() => {
		const before = document.activeElement;
		cover();
		return () => before instanceof HTMLElement && before.isConnected && before.focus({preventScroll: true});
	}, []);
	const stay = (/** @type {Event} */ event) => event.preventDefault();
	const press = (/** @type {KeyboardEvent} */ event) => event.key === 'Escape' && stay(event);
	return html`<dialog ref=${ref} class="login" aria-label="Log in again" onCancel=${stay} onKeyDown=${press} onClose=${cover}>
		<${LoginForm} username=${username}>
			<p class="hint">Your session has ended. What you were doing is still there once you are back.</p>
			<${Button} label="Log in as another user" onClick=${leave} />
		<//>
		<${Notices} />
	</dialog>`;
}
