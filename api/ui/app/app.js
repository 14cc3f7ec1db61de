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
		if (!user.get()) {
			client.get('api/auth/session').then(
				session => user.set(session.user),
				() => {}, // the client has told that nobody is logged in, or that the service is away
			);
		}
	}, [epoch]);
	return html`${current === undefined ? html`<div class="splash" />` : current ? html`<${Shell} user=${current} />` : html`<${Login} />`}
		<${Notices} />`;
}
