import type {FormFieldProps} from '../forms/props.ts';
import {SelectField, TextField} from '../parts/field.ts';
import {html} from '../parts/html.ts';
import {hintOf} from '../schema/hint.ts';
import {fieldLabel} from '../schema/names.ts';
import {withoutNull} from '../schema/shape.ts';

/** Where programs listen unless somebody has changed it. */
const usual: Readonly<Record<string, string>> = {
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

/** Sites that speak Newznab. Each wants an account of its own. */
const newznab = [
	{name: 'abNZB', address: 'https://abnzb.com'},
	{name: 'altHUB', address: 'https://api.althub.co.za'},
	{name: 'DOGnzb', address: 'https://api.dognzb.cr'},
	{name: 'DrunkenSlug', address: 'https://drunkenslug.com'},
	{name: 'NinjaCentral', address: 'https://ninjacentral.co.za'},
	{name: 'NZB.life', address: 'https://api.nzb.life'},
	{name: 'NZBCat', address: 'https://nzb.cat'},
	{name: 'NZBFinder', address: 'https://nzbfinder.ws'},
	{name: 'NZBgeek', address: 'https://api.nzbgeek.info'},
	{name: 'NZBPlanet', address: 'https://api.nzbplanet.net'},
	{name: 'SceneNZBs', address: 'https://scenenzbs.com'},
	{name: 'Tabula Rasa', address: 'https://www.tabula-rasa.pw'},
];

/**
 * The address of what is connected: the usual one of its kind is suggested, and well-known sites are chosen by name.
 */
export function AddressField({
	name,
	value,
	onChange,
	isRequired = false,
	problem,
	path,
	values,
	onFill,
	...props
}: FormFieldProps & {values: Record<string, any>; onFill: (values: Record<string, any>) => void}) {
	const {schema, isNullable} = withoutNull(props.schema);
	const label = fieldLabel(name, schema.title);
	const place = usual[values['kind']];
	const isNewznab = values['kind'] === 'newznab';
	const hint = [hintOf(schema.description ?? props.schema.description), place && `Usually such as ${place}`].filter(Boolean).join(' ');
	const fault = problem?.of(path) ?? '';
	const change = (text: string) => onChange(text === '' && isNullable ? null : text);
	const isKnown = newznab.some(({address}) => address === value);
	const sites = [{value: '', label: 'Another site'}, ...newznab.map(each => ({value: each.address, label: each.name}))];
	const choose = (address: string) => {
		const site = newznab.find(each => each.address === address);
		const isOurName = !values['name'] || newznab.some(each => each.name === values['name']);
		onFill({[name]: address, ...(site && isOurName && {name: site.name})});
	};
	return html`${isNewznab && html`<${SelectField} label="Site" value=${isKnown ? value : ''} choices=${sites} onChange=${choose} />`}
		<${TextField} label=${label} hint=${hint} fault=${fault.startsWith(`${path} `) ? label + fault.slice(path.length) : fault}
			value=${value ?? ''} required=${isRequired} onInput=${change} autocomplete="off" autocapitalize="none" spellcheck=${false} />`;
}
