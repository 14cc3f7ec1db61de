import {isPrivateAddress} from './is-private-address.ts';

/** Does this address say by itself that it leads inside? Names are looked at again where they are resolved. */
export function isPrivateHost(url: URL): boolean {
	const host = canonicalHost(url);
	return host === 'localhost' || host.endsWith('.localhost') || isPrivateAddress(host);
}

/** Only of the schemes of the web does the parser write every spelling of an IPv4 address alike. */
function canonicalHost({hostname}: URL): string {
	const web = URL.parse(`http://${hostname}/`);
	return (web?.hostname ?? hostname).toLowerCase().replace(/\.$/, '');
}
