import {lookup as systemLookup} from 'node:dns';
import {isSameHostAndPort} from '#shared/domain/network/host-and-port.ts';
import type {ProviderNetwork} from '#shared/domain/provider.ts';
import {isExpected, UpstreamFailed} from '#shared/errors.ts';
import {isAddress, isLocalName, isPrivateAddress} from '#shared/private-address.ts';
import type {Lookup} from '../integrations/http/guarded-lookup.ts';
import type {Http} from '../integrations/http/http.ts';

interface Options {
	http: Http;
	/** The setting `security.allowPrivateNetworks`. */
	allowPrivate(): boolean;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
}

/** A provider as it is opened: a stored one, or settings that somebody is about to store. */
interface Entered extends ProviderNetwork {
	id: string;
	url: string | null;
	updatedAt?: unknown;
}

interface Notes {
	notePublic(id: string, isPublic: boolean, seen: {updatedAt: Date}): Promise<void>;
}

/** HTTP for one provider, which may be private if it was when its address was entered. */
export type EnteredHttp = (provider: Entered, store: Notes) => Http;

/**
 * Whoever owns the name of a public site decides where it leads later. So it is noted at the first request after its
 * address was entered whether the name was public then, and from then on it has to be.
 */
export function createEnteredHttp({http, allowPrivate, lookup = systemLookup}: Options): EnteredHttp {
	return (provider, store) => {
		const own = URL.parse(provider.url ?? '');
		const hasOwnName = own !== null && !isAddress(own.hostname) && !isLocalName(own.hostname);
		let {isPublic = null} = provider;

		async function wasPublic(hostname: string): Promise<boolean> {
			if (isPublic === null) {
				const found = await isPublicName(hostname, lookup);
				if (found === null) {
					return true; // a name without an address is noted when it has one
				}
				isPublic = found;
				if (provider.updatedAt instanceof Date) {
					// It is found out again if it cannot be noted.
					await store.notePublic(provider.id, found, {updatedAt: provider.updatedAt}).catch(() => {});
				}
			}
			return isPublic;
		}

		return async request => {
			const isOwn = request.network === 'any' && hasOwnName && isSameHostAndPort(request.url, own);
			if (!isOwn || allowPrivate() || !(await wasPublic(own.hostname))) {
				return http(request);
			}
			return http({...request, network: 'public'}).catch((error: unknown) => {
				throw isExpected(error) && error.code === 'address_refused' ? turnedPrivate(own.host, error) : error;
			});
		};
	};
}

function turnedPrivate(host: string, cause: unknown): UpstreamFailed {
	const message =
		`${host} leads to a private address now, and did not when it was entered. If that is right, store another address ` +
		'and then this one again, or turn on security.allowPrivateNetworks.';
	return new UpstreamFailed('address_refused', message, {cause});
}

/** Null for a name that has no address now. */
function isPublicName(hostname: string, lookup: Lookup): Promise<boolean | null> {
	return new Promise(resolve => {
		lookup(hostname, {all: true}, (error, found) => {
			const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({address}) => address);
			resolve(error || addresses.length === 0 ? null : !addresses.some(isPrivateAddress));
		});
	});
}
