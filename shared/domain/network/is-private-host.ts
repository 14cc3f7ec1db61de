import {isPrivateAddress} from './is-private-address.ts';

/** Does the URL itself show that it leads to a private host? Host names are checked again when they are resolved. */
export function isPrivateHost(url: URL): boolean {
	const host = canonicalHost(url);
	return host === 'localhost' || host.endsWith('.localhost') || isPrivateAddress(host);
}

/** The URL parser normalizes IPv4 addresses only for web schemes. */
function canonicalHost({hostname}: URL): string {
	const web = URL.parse(`http://${hostname}/`);
	return (web?.hostname ?? hostname).toLowerCase().replace(/\.$/, '');
}
