import Joi from 'joi';
import {longestTag} from '../domain/media/tags.ts';
import {type ProxyHealth, type ProxySettings, proxyKinds} from '../domain/network/proxy-record.ts';
import type {Fault} from '../errors.ts';
import {type Entered, field, type ProviderFamily} from './provider-family.ts';

/** Words that join indexers with proxies; they have nothing to do with the tags of titles. */
export const proxyTagsField = Joi.array().items(Joi.string().max(longestTag).pattern(/\S/, 'more than white space')).max(20);

export const proxyFamily: ProviderFamily<ProxySettings, ProxyHealth> = {
	name: 'proxy',
	collection: 'proxies',
	kinds: proxyKinds,
	fields: {
		name: field.name,
		kind: field.kindOf(proxyKinds).description('Protocol of the proxy, or `flaresolverr` for a solver of challenges.'),
		url: Joi.string()
			.max(2000)
			.pattern(/^(?:https?|socks[45]):\/\/\S+$/, 'an address such as http://proxy.test:3128 or socks5://proxy.test:1080')
			.description(
				'Address without a login, such as http://proxy.test:3128 or socks5://proxy.test:1080; that of a solver as http://solver.test:8191.',
			),
		username: field.text(200).description('User name of the proxy, if it wants one.'),
		password: field.text(500).description('Password of the proxy, if it wants one.'),
		enabled: Joi.boolean().description('While a proxy is switched off, nothing is sent to the indexers that use it.'),
		proxyTags: proxyTagsField.description('Indexers with any of these proxy tags use it.'),
	},
	required: ['name', 'kind', 'url'],
	defaults: {username: null, password: null, enabled: true, proxyTags: []},
	protection: {url: 'address', password: 'secret'},
	example: {name: 'Tunnel', kind: 'socks5', url: 'socks5://proxy.test:1080', proxyTags: ['tunnel']},
	untried: ({enabled}) => ({status: enabled ? 'ok' : 'disabled', lastError: null}),
	isTestedWhenSaved: () => true,
	isOffWhenDisabled: true,
	complete: settings => ({...settings, username: settings.username || null, password: settings.password || null}),
	faults: schemeFaults,
};

const schemes = {http: ['http:', 'https:'], socks4: ['socks4:'], socks5: ['socks5:'], flaresolverr: ['http:', 'https:']};

function schemeFaults({kind, url, username, password}: Entered<ProxySettings>): Fault[] {
	const address = URL.parse(url ?? '');
	const expected = schemes[kind].map(scheme => `${scheme}//`).join(' or ');
	const hasLogin = address !== null && (address.username !== '' || address.password !== '');
	const needsPort = address !== null && kind.startsWith('socks') && address.port === '';
	return [
		...(url && !address ? [{path: 'url', message: 'url must be an address such as http://proxy.test:3128'}] : []),
		...(address && !schemes[kind].includes(address.protocol)
			? [{path: 'url', message: `url of the kind ${kind} must begin with ${expected}`}]
			: []),
		...(needsPort ? [{path: 'url', message: 'url must name the port, such as socks5://proxy.test:1080'}] : []),
		...(hasLogin ? [{path: 'url', message: 'url must not have a login: enter it as username and password'}] : []),
		...(kind === 'socks5' ? tooLong({username, password}) : []),
		...(password && !username ? [{path: 'username', message: 'username must be given with a password'}] : []),
	];
}

/** Bytes that SOCKS 5 has room for, in UTF-8. */
const longestLogin = 255;

function tooLong(login: Record<string, string | null | undefined>): Fault[] {
	const parts = Object.entries(login).filter(([, text]) => new TextEncoder().encode(text ?? '').length > longestLogin);
	return parts.map(([path]) => ({path, message: `${path} may have ${longestLogin} bytes, which is what SOCKS 5 has room for`}));
}
