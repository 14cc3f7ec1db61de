import {getDomain} from 'tldts';

/**
 * The site of a host. This is the registrable domain (`example.co.uk`), because cookies and gates reach that far. A
 * host without one (an IP address, `localhost`, a name in the home network) is its own site, and each of its ports is
 * a separate one.
 */
export function siteOf(url: URL): string {
	return getDomain(url.hostname, {allowPrivateDomains: true}) ?? url.host;
}
