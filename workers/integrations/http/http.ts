import {Agent, request as send} from 'undici';
import {isSameHostAndPort} from '#shared/domain/network/host-and-port.ts';
import {Cancelled} from '#shared/errors.ts';
import {isPrivateAddress} from '#shared/private-address.ts';
import manifest from '../../../package.json' with {type: 'json'};
import type {Http, HttpReply, HttpRequest} from './exchange.ts';
import {guardedLookup, type Lookup} from './guarded-lookup.ts';
import {firstHop, flatten, type Hop, nextHop} from './hop.ts';
import {readBody, tooLarge} from './read-body.ts';
import {failureOf, toFailure} from './to-failure.ts';

export interface HttpOptions {
	/** Sent as `User-Agent`, unless a request sets its own. */
	userAgent?: string;
	/** The name look-up, for tests; the system's by default. */
	lookup?: Lookup;
}

/**
 * Our only way out to the network: one undici pool per kind of network. A redirect beyond the limit, or to something
 * other than http(s), is returned as the 3xx reply. Throws Cancelled when `signal` aborts, Invalid `address_invalid`
 * when the address is not an http(s) URL.
 */
export function createHttp({userAgent = `Kinoteka/${manifest.version}`, lookup}: HttpOptions = {}): {
	request: Http;
	close(): Promise<void>;
} {
	// Indexers and download clients often have trouble with HTTP/2.
	const shared = {allowH2: false, headersTimeout: 0, bodyTimeout: 0};
	const agents = {
		any: new Agent({...shared, connect: lookup ? {lookup} : {}}),
		public: new Agent({...shared, connect: {lookup: guardedLookup(lookup)}}),
	};

	const request: Http = async ({redirects = 0, maxBytes = 10 * 1024 * 1024, timeoutMs = 20_000, ...asked}) => {
		const clock = AbortSignal.timeout(timeoutMs);
		const signal = asked.signal ? AbortSignal.any([clock, asked.signal]) : clock;
		const first = firstHop(asked, userAgent);
		let hop: Hop = first;
		for (let left = redirects; ; left -= 1) {
			const network = isSameHostAndPort(hop.url, first.url) ? asked.network : 'public';
			const reply = await exchange(hop, {agent: agents[network], network, maxBytes, signal, caller: asked.signal});
			const next = left > 0 ? nextHop(hop, reply) : null;
			if (!next) {
				return reply;
			}
			hop = next;
		}
	};

	return {
		request,
		close: async () => {
			await Promise.all([agents.any.close(), agents.public.close()]);
		},
	};
}

interface Circumstances {
	agent: Agent;
	network: HttpRequest['network'];
	maxBytes: number;
	signal: AbortSignal;
	caller: AbortSignal | undefined;
}

async function exchange({url, method, headers, body}: Hop, {agent, network, maxBytes, signal, caller}: Circumstances): Promise<HttpReply> {
	if (network === 'public' && isPrivateAddress(url.hostname)) {
		throw failureOf('address_refused', url.hostname);
	}
	try {
		const reply = await send(url, {dispatcher: agent, method: method as 'GET', headers, body, signal});
		const {names, cookies} = flatten(reply.headers);
		const encoding = names['content-encoding'] ?? '';
		if (Number(names['content-length']) > maxBytes) {
			// undici emits an error when we discard a body.
			reply.body.on('error', () => undefined).destroy();
			throw tooLarge(maxBytes);
		}
		const read = await readBody(reply.body, {encoding, maxBytes});
		return {status: reply.statusCode, headers: names, cookies, body: read, url: url.href};
	} catch (error) {
		if (caller?.aborted) {
			throw new Cancelled();
		}
		throw signal.aborted ? failureOf('timed_out', url.host, error) : toFailure(error, url.host);
	}
}
