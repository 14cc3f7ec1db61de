import {useState} from 'preact/hooks';
import {Button} from '../parts/button.js';
import {Dialog} from '../parts/dialog.js';
import {SelectField, TextField} from '../parts/field.js';
import {Form} from '../parts/form.js';
import {html} from '../parts/html.js';
import {useApp} from '../state/app-state.js';
import {programs} from './words.js';

/** @typedef {{program: string, url: string, apiKey: string, username?: string, password?: string}} Address */

const ports = /** @type {Record<string, string>} */ ({radarr: '7878', sonarr: '8989', prowlarr: '9696', bazarr: '6767'});
const choices = Object.entries(programs).map(([value, label]) => ({value, label}));
const entered = {program: 'radarr', url: '', apiKey: '', username: '', password: ''};

/**
 * The programs that answer at addresses.
 * @param {{addresses: readonly Address[], onChange: (addresses: readonly Address[]) => void}} props
 */
export function Addresses({addresses, onChange}) {
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

/** Tries an address before it is taken. @param {{onClose: () => void, onAdd: (address: Address) => void}} props */
export function AddAddress({onClose, onAdd}) {
	const {client, attempt, notify} = useApp();
	const [given, setGiven] = useState(entered);
	const set = (/** @type {keyof typeof entered} */ name) => (/** @type {string} */ value) => setGiven({...given, [name]: value});
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
