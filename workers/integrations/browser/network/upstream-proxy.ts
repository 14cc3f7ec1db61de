import {UpstreamFailed} from '#shared/errors.ts';
import type {Lookup} from '../../http/guarded-lookup.ts';
import {lookupFor, type NetworkRules} from './network-rules.ts';

export interface WayThrough {
	/** The look-up to connect with. */
	lookup: Lookup;
	/** Address of the proxy, with its credentials. */
	url: string;
}

/** Returns how to reach the upstream proxy. Throws UpstreamFailed `proxy_failed` when its address is refused. */
export async function wayThrough(upstream: string, rules: NetworkRules): Promise<WayThrough> {
	const {protocol, hostname, port} = new URL(upstream);
	const bare = hostname.replace(/^\[|\]$/g, '');
	const lookup = lookupFor({hostname: bare, port: Number(port)}, rules);
	if (!lookup) {
		throw refused();
	}
	// The SOCKS client resolves names itself, without our guard.
	const isToBePinned = protocol.startsWith('socks') && !rules.allowPrivate;
	return {lookup, url: isToBePinned ? pinned(upstream, await addressOf(bare, lookup)) : upstream};
}

function pinned(upstream: string, address: string): string {
	const url = new URL(upstream);
	url.hostname = address;
	return url.href;
}

function addressOf(hostname: string, lookup: Lookup): Promise<string> {
	return new Promise((resolve, reject) => {
		lookup(hostname, {all: true, family: 4}, (error, found) => {
			const address = typeof found === 'string' ? found : found?.[0]?.address;
			if (error || !address) {
				reject(refused(error));
				return;
			}
			resolve(address);
		});
	});
}

function refused(cause?: unknown): UpstreamFailed {
	const message = 'The proxy of the captcha solver has no address, or a private one, which only an administrator may enter.';
	return new UpstreamFailed('proxy_failed', message, {cause});
}
