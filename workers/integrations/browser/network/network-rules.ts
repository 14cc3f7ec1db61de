import {lookup as systemLookup} from 'node:dns';
import {isPrivateAddress} from '#shared/private-address.ts';
import {guardedLookup, type Lookup} from '../../http/guarded-lookup.ts';

/** Where the pages of one visit may lead. */
export interface NetworkRules {
	/** Allows private addresses everywhere, because an administrator said so. */
	allowPrivate: boolean;
	/** A `host:port` that may be private because an administrator entered it; null for none. */
	allowedHost: string | null;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup | undefined;
}

/** Returns the look-up to connect with, which fails for refused addresses. Null when the target itself is refused. */
export function lookupFor(target: {hostname: string; port: number}, rules: NetworkRules): Lookup | null {
	const {allowPrivate, allowedHost, lookup = systemLookup} = rules;
	if (allowPrivate || isAllowed(target, allowedHost)) {
		return lookup;
	}
	// A trailing dot and upper case are other spellings of the same host.
	const host = target.hostname.replace(/\.$/, '').toLowerCase();
	return isPrivateAddress(host) || host === 'localhost' || host.endsWith('.localhost') ? null : guardedLookup(lookup);
}

function isAllowed({hostname, port}: {hostname: string; port: number}, allowedHost: string | null): boolean {
	if (allowedHost === null) {
		return false;
	}
	const allowed = URL.parse(`http://${allowedHost}`);
	return allowed?.hostname.replace(/^\[|\]$/g, '') === hostname.toLowerCase() && Number(allowed.port || 80) === port;
}
