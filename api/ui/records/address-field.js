import {useId} from 'preact/hooks';
import {TextField} from '../parts/field.js';
import {html} from '../parts/html.js';
import {hintOf} from '../schema/hint.js';
import {fieldLabel} from '../schema/names.js';
import {withoutNull} from '../schema/shape.js';

/** Where programs listen unless somebody has changed it. @type {Readonly<Record<string, string>>} */
const usual = {
	qbittorrent: 'http://localhost:8080',
	transmission: 'http://localhost:9091',
	deluge: 'http://localhost:8112',
	rtorrent: 'http://localhost/RPC2',
	sabnzbd: 'http://localhost:8080',
	nzbget: 'http://localhost:6789',
	plex: 'http://localhost:32400',
	jellyfin: 'http://localhost:8096',
	emby: 'http://localhost:8096',
	discord: 'https://discord.com/api/webhooks/…',
	slack: 'https://hooks.slack.com/services/…',
	email: 'smtps://mail.example.com:465',
};

/** Addresses of the API of sites that speak Newznab. Each wants an account of its own. */
const newznab = [
	{name: 'altHUB', address: 'https://api.althub.co.za'},
	{name: 'DOGnzb', address: 'https://api.dognzb.cr'},
	{name: 'DrunkenSlug', address: 'https://drunkenslug.com'},
	{name: 'NZBFinder', address: 'https://nzbfinder.ws'},
	{name: 'NZBgeek', address: 'https://api.nzbgeek.info'},
	{name: 'NZBPlanet', address: 'https://api.nzbplanet.net'},
];

/**
 * The address of what is connected: the usual one of its kind, or those of well-known sites, are suggested.
 * @param {import('../forms/props.js').FormFieldProps & {values: Record<string, any>}} props
 */
export function AddressField({name, value, onChange, isRequired = false, problem, path, values, ...props}) {
	const listId = useId();
	const {schema, isNullable} = withoutNull(props.schema);
	const label = fieldLabel(name, schema.title);
	const place = usual[values['kind']];
	const isNewznab = values['kind'] === 'newznab';
	const hint = [hintOf(schema.description ?? props.schema.description), place && `Usually such as ${place}`].filter(Boolean).join(' ');
	const fault = problem?.of(path) ?? '';
	const change = (/** @type {string} */ text) => onChange(text === '' && isNullable ? null : text);
	return html`<${TextField} label=${label} hint=${hint} fault=${fault.startsWith(`${path} `) ? label + fault.slice(path.length) : fault}
			value=${value ?? ''} required=${isRequired} onInput=${change} autocomplete="off" autocapitalize="none" spellcheck=${false}
			list=${isNewznab ? listId : undefined} />
		${isNewznab && html`<datalist id=${listId}>${newznab.map(each => html`<option key=${each.name} value=${each.address}>${each.name}</option>`)}</datalist>`}`;
}
