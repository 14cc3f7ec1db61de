import {SocksClient} from 'socks';
import {Agent, buildConnector, type Dispatcher, Pool, ProxyAgent} from 'undici';
import type {ProxyKind} from '#shared/domain/network/proxy-record.ts';

/** A proxy that carries a request. */
export interface Carrier {
	/** What people call it. */
	name: string;
	kind: Exclude<ProxyKind, 'flaresolverr'>;
	url: string;
	username: string | null;
	password: string | null;
}

/** Milliseconds for reaching the proxy, and for connecting through it. */
const connectMs = 15_000;
/** Proxies whose connections are kept. */
const maxAgents = 20;
const shared = {allowH2: false, headersTimeout: 0, bodyTimeout: 0};

export interface ProxyAgents {
	of(proxy: Carrier): Dispatcher;
	close(): Promise<void>;
}

/**
 * Connections through proxies. Names are resolved by the proxy, also with SOCKS 4 (its extension 4a): a look-up of our
 * own would reveal to our network which sites are visited.
 */
export function createProxyAgents({leastMs}: {leastMs: number}): ProxyAgents {
	const agents = new Map<string, Dispatcher>();
	const limitMs = Math.max(connectMs, leastMs);
	return {
		of({name: _, ...proxy}) {
			const key = JSON.stringify(proxy);
			const known = agents.get(key);
			if (known) {
				return known;
			}
			const agent = proxy.kind === 'http' ? httpAgent(proxy, limitMs) : socksAgent(proxy, limitMs);
			agents.set(key, agent);
			const [oldest = ''] = agents.keys();
			if (agents.size > maxAgents) {
				agents
					.get(oldest)
					?.close()
					.catch(() => {});
				agents.delete(oldest);
			}
			return agent;
		},
		async close() {
			// A proxy that says nothing would hold up a close until its time is over.
			await Promise.all([...agents.values()].map(agent => agent.destroy()));
		},
	};
}

type Address = Omit<Carrier, 'name'>;

/** Plain http is forwarded by the proxy, https goes through a tunnel. */
function httpAgent({url, username, password}: Address, limitMs: number): Dispatcher {
	const token = username === null ? {} : {token: `Basic ${Buffer.from(`${username}:${password ?? ''}`).toString('base64')}`};
	const {origin} = new URL(url);
	return new ProxyAgent({
		...shared,
		uri: origin,
		proxyTunnel: false,
		...token,
		proxyTls: {timeout: limitMs},
		// It asks for the tunnels.
		clientFactory: (proxy, options) => new Pool(proxy, {...options, headersTimeout: limitMs}),
		requestTls: {timeout: limitMs},
	});
}

/**
 * Whether SOCKS 5 can carry this login: each part has one byte for its length (RFC 1929). With a longer one the client
 * throws where nobody can catch it, once the proxy asks for the login.
 */
export function fitsSocks(...login: readonly (string | null)[]): boolean {
	return login.every(part => Buffer.byteLength(part ?? '') <= longestPart);
}

/** Bytes. */
const longestPart = 255;

function socksAgent({kind, url, username, password}: Address, limitMs: number): Dispatcher {
	const {hostname, port} = new URL(url);
	const proxy = {
		host: bare(hostname),
		port: Number(port),
		type: kind === 'socks4' ? (4 as const) : (5 as const),
		...(username !== null && {userId: username}),
		...(password !== null && {password}),
	};
	const secure = buildConnector({allowH2: false, timeout: limitMs});
	return new Agent({
		...shared,
		connect(options, done) {
			if (!fitsSocks(username, password)) {
				done(new Error('The login is too long for a SOCKS proxy'), null);
				return;
			}
			const isSecure = options.protocol === 'https:';
			const destination = {host: bare(options.hostname), port: Number(options.port) || (isSecure ? 443 : 80)};
			SocksClient.createConnection({proxy, command: 'connect', destination, timeout: limitMs, set_tcp_nodelay: true}).then(
				({socket}) => (isSecure ? secure({...options, httpSocket: socket}, done) : done(null, socket)),
				(error: Error) => done(error, null),
			);
		},
	});
}

const bare = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
