import {useEffect} from 'preact/hooks';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useStore} from '../state/store.js';
import {Login} from './login.js';
import {Notices} from './notices.js';
import {Shell} from './shell.js';

export function App() {
	const {user, client, returns} = useApp();
	const current = useStore(user);
	const epoch = useStore(returns);
	useEffect(() => {
		const ask = () =>
			void client.get('api/auth/session').then(
				session => session.user.id !== user.get()?.id && user.set(session.user),
				() => {}, // the client has told that nobody is logged in, or that the service is away
			);
		const look = () => document.visibilityState === 'visible' && ask(); // another tab may have logged out
		ask();
		document.addEventListener('visibilitychange', look);
		addEventListener('pageshow', look); // of a page that the browser kept
		return () => {
			document.removeEventListener('visibilitychange', look);
			removeEventListener('pageshow', look);
		};
	}, [epoch]);
	return html`${current === undefined ? html`<div class="splash" />` : current ? html`<${Shell} key=${current.id} user=${current} />` : html`<${Login} />`}
		<${Notices} />`;
}
