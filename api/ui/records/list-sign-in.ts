import {useEffect, useState} from 'preact/hooks';
import {toMessage} from '../client/problem.ts';
import type {SignInCode as Code} from '../client/schemas.ts';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {html} from '../parts/html.ts';
import {moment} from '../parts/text.ts';
import {useApp} from '../state/app-state.ts';

const askEveryMs = 3000;

/** Shows the code with which a person signs in to the account of a list, until the service has taken it. */
export function ListSignIn({path, name, onClose, onSignedIn}: {path: string; name: string; onClose: () => void; onSignedIn: () => void}) {
	const {client, notify} = useApp();
	const [code, setCode] = useState<Code | null>(null);
	const [fault, setFault] = useState('');
	const begin = async () => {
		setCode(null);
		setFault('');
		try {
			setCode(await client.post(`${path}/authorize`));
		} catch (error) {
			setFault(toMessage(error));
		}
	};
	useEffect(() => void begin(), []);
	useEffect(() => {
		if (!code) {
			return undefined;
		}
		const ask = async () => {
			// A question that fails is asked again.
			const {state, message} = await client.get(`${path}/authorization`).catch(() => ({state: 'waiting'}));
			if (state === 'done') {
				notify(`You are signed in. ${name} is being read.`);
				onClose();
				onSignedIn();
			} else if (state !== 'waiting') {
				setCode(null);
				setFault(message ?? 'The sign-in has ended. Start it again.');
			}
		};
		const timer = setInterval(() => void ask(), askEveryMs);
		return () => clearInterval(timer);
	}, [code]);
	return html`<${Dialog} title=${`Sign in for ${name}`} onClose=${onClose}>
		${!code && !fault && html`<p role="status">Asking for a code …</p>`}
		${
			code &&
			html`<p>Open <a href=${code.verificationUrl} target="_blank" rel="noreferrer">${code.verificationUrl}</a> and enter this code:</p>
			<p class="sign-in-code" role="status">${code.userCode}</p>
			<p class="facts">It counts until ${moment(code.expiresAt)}. This window closes when the service has taken it.</p>`
		}
		<p class="fault" role="alert">${fault}</p>
		<footer class="actions">
			<${Button} label="Close" onClick=${onClose} />
			${fault && html`<${Button} kind="primary" label="New code" onClick=${begin} />`}
		</footer>
	<//>`;
}
