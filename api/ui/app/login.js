import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.js';
import {Button} from '../parts/button.js';
import {TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {useFocus} from '../state/use-focus.js';
import {Mark} from './mark.js';

export function Login() {
	return html`<main class="login"><${LoginForm}>
		<p class="hint">The first start of Kinoteka prints the name and password of the first administrator. <code>npm run reset-password</code> sets a new one.</p>
	<//></main>`;
}

/** @param {{username?: string, children?: any}} props `username`: who was here last. */
export function LoginForm({username: last = '', children}) {
	const {client, enter} = useApp();
	const [username, setUsername] = useState(last);
	const [password, setPassword] = useState('');
	const [fault, setFault] = useState('');
	const first = useFocus();
	const logIn = async () => {
		setFault(''); // so the same words are read aloud again
		try {
			const session = await client.post('api/auth/login', {username, password});
			enter({...session.user, rights: session.rights});
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	return html`<${Form} onSubmit=${logIn}>
		<h1><${Mark} /></h1>
		<${TextField} label="User name" name="username" value=${username} onInput=${setUsername} autocomplete="username"
			autocapitalize="none" autocorrect="off" spellcheck=${false} required innerRef=${first} />
		<${TextField} label="Password" name="password" type="password" value=${password} onInput=${setPassword}
			autocomplete="current-password" required autofocus=${last !== ''} />
		<p class="fault" role="alert">${fault}</p>
		<${Button} type="submit" kind="primary" label="Log in" />
		${children}
	<//>`;
}
