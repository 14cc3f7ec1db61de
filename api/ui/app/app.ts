import {useEffect, useState} from 'preact/hooks';
import {Problem, toMessage} from '../client/problem.ts';
import {Failure} from '../parts/blocks.ts';
import {html} from '../parts/html.ts';
import {Notices} from '../parts/notices.ts';
import {standingOf, useApp} from '../state/app-state.ts';
import {useStore} from '../state/store.ts';
import {Login} from './login.ts';
import {LoginAgain} from './login-again.ts';
import {Shell} from './shell.ts';

/** Milliseconds after which a service that could not say who is logged in is asked again. */
const askAgainMs = 5_000;

/** Finds out who is logged in, and why the service cannot say so. */
function useSession() {
	const {user, client, returns, enter} = useApp();
	const epoch = useStore(returns);
	const [fault, setFault] = useState('');
	useEffect(() => {
		let timer = 0;
		const ask = () => {
			clearTimeout(timer);
			client.get('api/auth/session').then(
				session => enter({...session.user, rights: session.rights}),
				error => {
					const isUnreachable = error instanceof Problem && error.code === 'unreachable'; // a banner says so
					if (user.get() === undefined && !isUnreachable) {
						setFault(toMessage(error));
						timer = setTimeout(ask, askAgainMs);
					}
				},
			);
		};
		const check = () => document.visibilityState === 'visible' && ask(); // another tab may have logged out
		ask();
		document.addEventListener('visibilitychange', check);
		addEventListener('pageshow', check); // of a page that the browser kept
		return () => {
			clearTimeout(timer);
			document.removeEventListener('visibilitychange', check);
			removeEventListener('pageshow', check);
		};
	}, [epoch]);
	return {user: useStore(user), fault};
}

export function App() {
	const {user, fault} = useSession();
	const isExpired = useStore(useApp().isExpired);
	const start = html`<main class="splash">${fault && html`<${Failure} error=${new Error(fault)} />`}</main>`;
	return html`${user ? html`<${Shell} key=${standingOf(user)} user=${user} />` : user === null ? html`<${Login} />` : start}
		${user && isExpired && html`<${LoginAgain} username=${user.username} />`}<${Notices} />`;
}
