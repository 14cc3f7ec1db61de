import {lookup as systemLookup} from 'node:dns';
import {isAddress, isPrivateAddress} from '#shared/domain/network/is-private-address.ts';
import {guardedLookup, type Lookup} from '../../http/guarded-lookup.ts';

/** Where the pages of one visit may lead. */
export interface NetworkRules {
	/** Private addresses are fine everywhere: an administrator said so. */
	allowPrivate: boolean;
	/** `host:port` that may be private all the same, because an administrator entered it; null for none. */
	allowedHost: string | null;
	/** The name look-up, for tests; the system's when not given. */
	lookup?: Lookup | undefined;
}

/** The look-up to connect by, which fails for addresses that are refused; null when the target itself is one. */
export function lookupFor(target: {hostname: string; port: number}, rules: NetworkRules): Lookup | null {
	const {allowPrivate, allowedHost, lookup = systemLookup} = rules;
	if (allowPrivate || isAllowed(target, allowedHost)) {
		return lookup;
	}
	// A trailing dot and upper case are other spellings of the same host.
	const host = target.hostname.replace(/\.$/, '').toLowerCase();
	return (isAddress(host) && isPrivateAddress(host)) || host === 'localhost' || host.endsWith('.localhost') ? null : guardedLookup(lookup);
}

function isAllowed({hostname, port}: {hostname: string; port: number}, allowedHost: string | null): boolean {
	if (allowedHost === null) {
		return false;
	}
	const allowed = URL.parse(`http://${allowedHost}`);
	return allowed?.hostname.replace(/^\[|\]$/g, '') === hostname.toLowerCase() && Number(allowed.port || 80) === port;
}
