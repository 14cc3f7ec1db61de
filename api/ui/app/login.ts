import type {ComponentChildren} from 'preact';
import {useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import {Button} from '../parts/button.ts';
import {TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {useFocus} from '../state/use-focus.ts';
import {Mark} from './mark.ts';

export function Login() {
	return html`<main class="login"><${LoginForm}>
		<p class="hint">The first start of Kinoteka prints the name and password of the first administrator. <code>npm run reset-password</code> sets a new one.</p>
	<//></main>`;
}

/** @param props `username`: who was here last. */
export function LoginForm({username: last = '', children}: {username?: string; children?: ComponentChildren}) {
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
