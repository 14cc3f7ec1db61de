import {getDomain} from 'tldts';

/**
 * Whom a solved challenge counts for: the registrable domain (`example.co.uk`), because that is how far cookies and
 * gates reach.
 * A host without one (an IP address, `localhost`, a name of the home network) stands for itself, each port apart.
 */
export function siteOf(url: URL): string {
	return getDomain(url.hostname, {allowPrivateDomains: true}) ?? url.host;
}
