import {lookup as systemLookup} from 'node:dns';
import type {ProviderNetwork} from '#shared/domain/provider.ts';
import {isExpected, UpstreamFailed} from '#shared/errors.ts';
import {spanned} from '#shared/log/log.ts';
import {isAddress, isLocalName, isPrivateAddress, isSameHostAndPort} from '#shared/network-address.ts';
import {type Connect, connectTo} from '../integrations/http/connect.ts';
import type {Lookup} from '../integrations/http/guarded-lookup.ts';
import type {Http, HttpRequest} from '../integrations/http/http.ts';

interface Rules {
	/** The setting `security.allowPrivateNetworks`. */
	allowPrivate(): boolean;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
}

interface Options extends Rules {
	http: Http;
}

/** A provider as it is opened: a stored one, or settings that somebody is about to store. */
interface Entered extends ProviderNetwork {
	id: string;
	kind?: string;
	url: string | null;
	updatedAt?: unknown;
}

interface Notes {
	notePublic(id: string, isPublic: boolean, seen: {updatedAt: Date}): Promise<void>;
}

/** HTTP for one provider, which may be private if it was when its address was entered. */
type EnteredHttp = (provider: Entered, store: Notes) => Http;

/** HTTP for one provider that an administrator entered. */
export function createEnteredHttp({http, ...rules}: Options): EnteredHttp {
	return (provider, store) => {
		const networkOf = enteredNetwork(provider, store, rules);
		const send: Http = async request => {
			const network = request.network === 'any' ? await networkOf(request.url) : 'public';
			return network === 'any' ? http(request) : explained(http({...request, network}), {network: request.network, provider});
		};
		const {id, kind = 'provider'} = provider;
		return request => spanned({name: `ask ${kind}`, kind: 'internal', attributes: {'kinoteka.provider': id}}, () => send(request));
	};
}

/** A connection to the server of one provider that an administrator entered. */
export function createEnteredConnect(rules: Rules): (provider: Entered, store: Notes) => Connect {
	return (provider, store) => {
		const networkOf = enteredNetwork(provider, store, rules);
		return async (place, limits) => {
			const network = await networkOf(place.url);
			return explained(connectTo(place, {...limits, network, ...(rules.lookup && {lookup: rules.lookup})}), {network: 'any', provider});
		};
	};
}

/**
 * Whoever owns the name of a public site decides where it leads later. So it is noted at the first request after its
 * address was entered whether the name was public then, and from then on it has to be.
 */
function enteredNetwork(provider: Entered, store: Notes, {allowPrivate, lookup = systemLookup}: Rules) {
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

	/** A host that nobody entered keeps the network that its request names. */
	return async (url: string | URL): Promise<HttpRequest['network']> => {
		const isOwn = hasOwnName && isSameHostAndPort(url, own);
		return !isOwn || allowPrivate() || !(await wasPublic(own.hostname)) ? 'any' : 'public';
	};
}

/** The failure of a name that was public when it was entered says what to do. */
function explained<T>(call: Promise<T>, {network, provider}: {network: HttpRequest['network']; provider: Entered}): Promise<T> {
	return call.catch((error: unknown) => {
		const isTurned = network === 'any' && isExpected(error) && error.code === 'address_refused';
		throw isTurned ? turnedPrivate(URL.parse(provider.url ?? '')?.host ?? '', error) : error;
	});
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
