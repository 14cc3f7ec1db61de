import {lookup as systemLookup} from 'node:dns';
import {connect as open, type Socket} from 'node:net';
import {Cancelled} from '#shared/errors.ts';
import {isPrivateAddress} from '#shared/network-address.ts';
import {guardedLookup, type Lookup} from './guarded-lookup.ts';
import {failureOf, type HttpRequest, toFailure} from './http.ts';

export interface Endpoint {
	/** Names the host; its scheme says nothing here. */
	url: URL;
	port: number;
}

/** Throws UpstreamFailed with a code of `Http`, Cancelled when `signal` aborts. */
export type Connect = (endpoint: Endpoint, limits: {signal: AbortSignal; timeoutMs: number}) => Promise<Socket>;

/** A TCP connection, with the rules of `Http` for addresses, for protocols that are not HTTP. */
export function connectTo(
	{url, port}: Endpoint,
	{network, lookup = systemLookup, signal, timeoutMs}: Parameters<Connect>[1] & {network: HttpRequest['network']; lookup?: Lookup},
): Promise<Socket> {
	const host = url.hostname.replace(/^\[|\]$/g, '');
	if (network === 'public' && isPrivateAddress(host)) {
		return Promise.reject(failureOf('address_refused', url.host));
	}
	if (signal.aborted) {
		return Promise.reject(new Cancelled());
	}
	return new Promise((resolve, reject) => {
		const socket = open({host, port, lookup: network === 'public' ? guardedLookup(lookup) : lookup});
		const end = (failure: Error | null) => {
			socket.removeAllListeners();
			signal.removeEventListener('abort', cancel);
			socket.setTimeout(0);
			if (failure) {
				// An error may follow after the last listener is gone.
				socket.on('error', () => {}).destroy();
				reject(failure);
				return;
			}
			resolve(socket);
		};
		const cancel = () => end(new Cancelled());
		signal.addEventListener('abort', cancel, {once: true});
		socket.setTimeout(timeoutMs);
		socket.once('connect', () => end(null));
		socket.once('timeout', () => end(failureOf('timed_out', url.host)));
		socket.once('error', error => end(toFailure(error, url.host)));
	});
}
