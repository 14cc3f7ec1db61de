import {useEffect, useRef} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {html} from '../parts/html.ts';
import {Notices} from '../parts/notices.ts';
import {useApp} from '../state/app-state.ts';
import {LoginForm} from './login.ts';

/** Covers everything when the session has ended. What somebody was at work on stays below until they are back. */
export function LoginAgain({username}: {username: string}) {
	const {leave} = useApp();
	const ref = useRef<HTMLDialogElement | null>(null);
	const cover = () => ref.current?.open || ref.current?.showModal();
	useEffect(() => {
		const before = document.activeElement;
		cover();
		return () => before instanceof HTMLElement && before.isConnected && before.focus({preventScroll: true});
	}, []);
	const stay = (event: Event) => event.preventDefault();
	const press = (event: KeyboardEvent) => event.key === 'Escape' && stay(event);
	return html`<dialog ref=${ref} class="login" aria-label="Log in again" onCancel=${stay} onKeyDown=${press} onClose=${cover}>
		<${LoginForm} username=${username}>
			<p class="hint">Your session has ended. What you were doing is still there once you are back.</p>
			<${Button} label="Log in as another user" onClick=${leave} />
		<//>
		<${Notices} />
	</dialog>`;
}
