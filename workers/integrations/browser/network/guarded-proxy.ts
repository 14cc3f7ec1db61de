import type {lookup as systemLookup} from 'node:dns';
import {Agent} from 'node:http';
import type {Socket} from 'node:net';
import {RequestError, Server} from 'proxy-chain';
import type {Lookup} from '../../http/guarded-lookup.ts';
import {lookupFor, type NetworkRules} from './network-rules.ts';
import {isOwnConnection} from './own-connection.ts';
import {wayThrough} from './upstream-proxy.ts';

/** The browser's only way to the network during one visit. The page can reach only what this proxy lets through. */
export interface GuardedProxy {
	/** `http://127.0.0.1:<port>`. */
	url: string;
	/** Bytes received from the network so far. */
	bytes(): number;
	/**
	 * Why the latest request to the host and port of this address was refused, as a code of `failureOf`. Null when it
	 * was let through.
	 */
	failureAt(address: string): string | null;
	/** Cuts all open connections. */
	close(): Promise<void>;
}

export interface ProxyOptions {
	rules: NetworkRules;
	/** URL of the proxy behind ours, with its credentials; null for none. */
	upstream: string | null;
	/** Whether that proxy may have a private address. */
	upstreamMayBePrivate: boolean;
}

const codes: Record<string, string> = {ENOTFOUND: 'name_not_found', EAI_AGAIN: 'name_not_found', ENODATA: 'name_not_found'};
const refused = 'address_refused';

export async function openGuardedProxy({rules, upstream, upstreamMayBePrivate}: ProxyOptions): Promise<GuardedProxy> {
	const way = upstream === null ? null : await wayThrough(upstream, {...rules, allowPrivate: upstreamMayBePrivate, allowedHost: null});
	const failures = new Map<string, string>();
	const known = new WeakSet<Socket>();
	const httpAgent = new Agent({keepAlive: true});
	let closedBytes = 0;

	async function check(hostname: string, port: number): Promise<Lookup> {
		const lookup = lookupFor({hostname, port}, rules);
		const failure = lookup ? await tryLookup(hostname, lookup) : refused;
		const fails = upstream ? failure === refused : failure !== null;
		const place = placeOf(hostname, port);
		if (!lookup || fails) {
			failures.set(place, failure ?? refused);
			throw new RequestError('The captcha solver does not allow this address.', failure === refused ? 403 : 502);
		}
		failures.delete(place);
		return lookup;
	}

	const server = new Server({
		host: '127.0.0.1',
		port: 0,
		async prepareRequestFunction({hostname, port, request: {socket}}) {
			if (!known.has(socket) && !(await isOwnConnection(socket))) {
				throw new RequestError('This proxy serves only the captcha solver.', 403);
			}
			known.add(socket);
			const lookup = await check(hostname.replace(/^\[|\]$/g, ''), port);
			const dnsLookup = (way?.lookup ?? lookup) as typeof systemLookup; // only called with the arguments of `Lookup`
			return {dnsLookup, httpAgent, upstreamProxyUrl: way?.url ?? null};
		},
	});
	server.on('connectionClosed', ({stats}: {stats?: {srcTxBytes: number}}) => {
		closedBytes += stats?.srcTxBytes ?? 0;
	});
	await server.listen();
	return {
		url: `http://127.0.0.1:${server.port}`,
		bytes: () => [...server.connections.values()].reduce((sum, {bytesWritten}) => sum + bytesWritten, closedBytes),
		failureAt: address => {
			const url = URL.parse(address);
			return (url && failures.get(placeOf(url.hostname, Number(url.port) || (url.protocol === 'https:' ? 443 : 80)))) ?? null;
		},
		async close() {
			httpAgent.destroy();
			await server.close(true);
		},
	};
}

function placeOf(hostname: string, port: number): string {
	return `${hostname.replace(/^\[|\]$/g, '').toLowerCase()} ${port}`;
}

/** Resolves the name before connecting, because the result gives the best reason to report to the page. */
function tryLookup(hostname: string, lookup: Lookup): Promise<string | null> {
	return new Promise(resolve => {
		lookup(hostname, {all: true}, error =>
			resolve(error ? (codes[error.code ?? ''] ?? (error.code === refused ? refused : 'connection_failed')) : null),
		);
	});
}
