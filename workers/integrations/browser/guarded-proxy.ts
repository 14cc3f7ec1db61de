import {lookup as systemLookup} from 'node:dns';
import {readFile} from 'node:fs/promises';
import {Agent} from 'node:http';
import type {Socket} from 'node:net';
import querystring from 'node:querystring';
import {RequestError, Server} from 'proxy-chain';
import {UpstreamFailed} from '#shared/errors.ts';
import {isAddress, isLocalName, isPrivateAddress} from '#shared/network-address.ts';
import {guardedLookup, type Lookup} from '../http/guarded-lookup.ts';
import {fitsSocks} from '../http/proxy-agents.ts';

/**
 * The browser's only connection to the network during one visit. The page can reach only what this proxy lets through.
 */
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
	/** URL of the proxy that ours uses, with its credentials; null for none. */
	upstream: string | null;
	/** Whether that proxy may have a private address. */
	upstreamMayBePrivate: boolean;
}

const codes: Record<string, string> = {ENOTFOUND: 'name_not_found', EAI_AGAIN: 'name_not_found', ENODATA: 'name_not_found'};
const refused = 'address_refused';

export async function openGuardedProxy({rules, upstream, upstreamMayBePrivate}: ProxyOptions): Promise<GuardedProxy> {
	const way = upstream === null ? null : await openPassage(upstream, {...rules, allowPrivate: upstreamMayBePrivate, allowedHost: null});
	const failures = new Map<string, string>();
	const known = new WeakSet<Socket>();
	const httpAgent = new Agent({keepAlive: true});
	let closedBytes = 0;

	async function check(hostname: string, port: number): Promise<Lookup> {
		const lookup = lookupFor({hostname, port}, rules);
		const failure = lookup ? await failureOfName(hostname, lookup, rules) : refused;
		const fails = upstream ? failure === refused : failure !== null;
		const endpoint = endpointOf(hostname, port);
		if (!lookup || fails) {
			failures.set(endpoint, failure ?? refused);
			throw new RequestError('The captcha solver does not allow this address.', failure === refused ? 403 : 502);
		}
		failures.delete(endpoint);
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
			return (url && failures.get(endpointOf(url.hostname, portOf(url)))) ?? null;
		},
		async close() {
			httpAgent.destroy();
			await server.close(true);
		},
	};
}

function endpointOf(hostname: string, port: number): string {
	return `${hostname.replace(/^\[|\]$/g, '').toLowerCase()} ${port}`;
}

/**
 * Why a caller with these rules must not, or cannot, open this address: `address_refused`, or a code of the look-up.
 * Null if it may. If another proxy is used, only that one resolves names.
 */
export async function refusalOf(address: URL, rules: NetworkRules, upstream: string | null): Promise<string | null> {
	const target = {hostname: address.hostname.replace(/^\[|\]$/g, ''), port: portOf(address)};
	const lookup = lookupFor(target, rules);
	const failure = lookup ? await failureOfName(target.hostname, lookup, rules) : refused;
	return upstream === null || failure === refused ? failure : null;
}

function portOf({port, protocol}: URL): number {
	return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Resolves the name before connecting, because the result gives the best reason to report to the page. */
async function failureOfName(hostname: string, lookup: Lookup, {isNamedByProxy = false}: NetworkRules): Promise<string | null> {
	if (isNamedByProxy) {
		return null;
	}
	return new Promise(resolve => {
		lookup(hostname, {all: true}, error =>
			resolve(error ? (codes[error.code ?? ''] ?? (error.code === refused ? refused : 'connection_failed')) : null),
		);
	});
}

/** Where the pages of one visit may lead. */
export interface NetworkRules {
	/** Allows private addresses everywhere, because an administrator said so. */
	allowPrivate: boolean;
	/** A `host:port` that may be private because an administrator entered it; null for none. */
	allowedHost: string | null;
	/**
	 * Names are resolved by the proxy behind ours alone, because a look-up of our own would reveal to our network which
	 * sites are visited. Then only addresses and local names can be refused.
	 */
	isNamedByProxy?: boolean;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup | undefined;
}

/** Returns the look-up to connect with, which fails for refused addresses. Null when the target itself is refused. */
function lookupFor(target: {hostname: string; port: number}, rules: NetworkRules): Lookup | null {
	const {allowPrivate, allowedHost, isNamedByProxy = false, lookup = systemLookup} = rules;
	if (allowPrivate || isAllowed(target, allowedHost)) {
		return lookup;
	}
	// A trailing dot and upper case are other spellings of the same host.
	const host = target.hostname.replace(/\.$/, '').toLowerCase();
	const isLocal = isNamedByProxy && !isAddress(host) && isLocalName(host);
	return isLocal || isPrivateAddress(host) || host === 'localhost' || host.endsWith('.localhost') ? null : guardedLookup(lookup);
}

function isAllowed({hostname, port}: {hostname: string; port: number}, allowedHost: string | null): boolean {
	if (allowedHost === null) {
		return false;
	}
	const allowed = URL.parse(`http://${allowedHost}`);
	return allowed?.hostname.replace(/^\[|\]$/g, '') === hostname.toLowerCase() && Number(allowed.port || 80) === port;
}

/** Columns of /proc/net/tcp: slot, local address, remote address, state, queues, timers, retransmits, user. */
const ownAddress = 1;
const otherAddress = 2;
const user = 7;

/**
 * Checks whether the other end of a loopback connection belongs to our own user. Other users of the machine must not
 * send through our proxy, which may carry the credentials of an upstream proxy. Programs of our own user could read
 * those anyway. Returns true where the system does not tell.
 */
export async function isOwnConnection({remotePort, localPort}: Socket, uid = process.getuid?.()): Promise<boolean> {
	const table = await readFile('/proc/net/tcp', 'latin1').catch(() => null);
	if (table === null || uid === undefined || remotePort === undefined || localPort === undefined) {
		return true;
	}
	const [from, to] = [`:${hexadecimal(remotePort)}`, `:${hexadecimal(localPort)}`];
	const row = table
		.split('\n')
		.map(line => line.trim().split(/\s+/))
		.find(columns => columns[ownAddress]?.endsWith(from) && columns[otherAddress]?.endsWith(to));
	return row !== undefined && Number(row[user]) === uid;
}

function hexadecimal(port: number): string {
	return port.toString(16).toUpperCase().padStart(4, '0');
}

export interface Passage {
	/** The look-up to connect with. */
	lookup: Lookup;
	/** Address of the proxy, with its credentials. */
	url: string;
}

/** Returns how to reach the upstream proxy. Throws UpstreamFailed `proxy_failed` when its address is refused. */
async function openPassage(upstream: string, rules: NetworkRules): Promise<Passage> {
	const {protocol, hostname, port, username, password} = new URL(upstream);
	if (protocol.startsWith('socks') && !fitsSocks(querystring.unescape(username), querystring.unescape(password))) {
		throw proxyRefused();
	}
	const bare = hostname.replace(/^\[|\]$/g, '');
	const lookup = lookupFor({hostname: bare, port: Number(port)}, rules);
	if (!lookup) {
		throw proxyRefused();
	}
	// The SOCKS client resolves names itself, without our guard.
	const isToBePinned = protocol.startsWith('socks') && !rules.allowPrivate;
	return {lookup, url: namingHosts(isToBePinned ? pinned(upstream, await addressOf(bare, lookup)) : upstream)};
}

/**
 * With the other schemes, `proxy-chain` resolves the names of plain http itself, past our guard, and sends addresses.
 */
const namingHosts = (url: string) => url.replace(/^socks5:/, 'socks5h:').replace(/^socks4:/, 'socks4a:');

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
				reject(proxyRefused(error));
				return;
			}
			resolve(address);
		});
	});
}

function proxyRefused(cause?: unknown): UpstreamFailed {
	const message =
		'The proxy of the captcha solver has no address, a private one, which only an administrator may enter, or a login that is too long for SOCKS.';
	return new UpstreamFailed('proxy_failed', message, {cause});
}
