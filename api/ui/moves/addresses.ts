import {useState} from 'preact/hooks';
import {Button} from '../parts/button.ts';
import {Dialog} from '../parts/dialog.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {Form} from '../parts/form.ts';
import {html} from '../parts/html.ts';
import {useApp} from '../state/app-state.ts';
import {programs} from './words.ts';

export interface Address {
	program: string;
	url: string;
	apiKey: string;
	username?: string;
	password?: string;
}

const ports = {radarr: '7878', sonarr: '8989', prowlarr: '9696', bazarr: '6767'} as Record<string, string>;
const choices = Object.entries(programs).map(([value, label]) => ({value, label}));
const entered = {program: 'radarr', url: '', apiKey: '', username: '', password: ''};

/** The programs that answer at addresses. */
export function Addresses({addresses, onChange}: {addresses: readonly Address[]; onChange: (addresses: readonly Address[]) => void}) {
	return (
		addresses.length > 0 &&
		html`<ul class="rows dense" aria-label="Chosen addresses">${addresses.map(
			(address, index) => html`<li class="row" key=${address.url}>
				<div class="row-head"><p dir="auto" class="renamed">${programs[address.program]} at ${address.url}</p>
					<${Button} bare icon="close" label=${`Leave out ${address.url}`}
						onClick=${() => onChange(addresses.filter((_, place) => place !== index))} /></div></li>`,
		)}</ul>`
	);
}

/** Tries an address before it is taken. */
export function AddAddress({onClose, onAdd}: {onClose: () => void; onAdd: (address: Address) => void}) {
	const {client, attempt, notify} = useApp();
	const [given, setGiven] = useState(entered);
	const set = (name: keyof typeof entered) => (value: string) => setGiven({...given, [name]: value});
	const add = () =>
		attempt(async () => {
			const {program, url, apiKey, username, password} = given;
			const login = username.trim() === '' ? {} : {username: username.trim(), password};
			const address = {program, url: url.trim(), apiKey: apiKey.trim(), ...login};
			const {version, details} = await client.post('api/moves/sources/test', address);
			notify([`${programs[program]} ${version ?? ''} answers.`, ...details].join(' '));
			onAdd(address);
			onClose();
		});
	return html`<${Dialog} title="Read from an address" onClose=${onClose}><${Form} class="form" onSubmit=${add}>
		<${SelectField} label="Program" value=${given.program} choices=${choices} onChange=${set('program')} />
		<${TextField} label="Address" type="url" required value=${given.url} placeholder=${`http://${given.program}:${ports[given.program]}`} onInput=${set('url')} />
		<${TextField} label="API key" type="password" autocomplete="off" required value=${given.apiKey} onInput=${set('apiKey')}
			hint="In the program: Settings, General." />
		${
			given.program !== 'bazarr' &&
			html`<${TextField} label="Name of the login to its page" autocomplete="off" value=${given.username} onInput=${set('username')}
				hint="Optional. With it, its keys and passwords are read from its newest backup." />
			<${TextField} label="Password of this login" type="password" autocomplete="off" value=${given.password} onInput=${set('password')} />`
		}
		<footer class="actions"><${Button} label="Cancel" onClick=${onClose} /><${Button} type="submit" kind="primary" label="Add" /></footer><//><//>`;
}
