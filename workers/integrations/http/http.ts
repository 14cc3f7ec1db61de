import {Agent, request as send} from 'undici';
import {isPrivateAddress} from '#shared/domain/network/is-private-address.ts';
import {Cancelled} from '#shared/errors.ts';
import manifest from '../../../package.json' with {type: 'json'};
import type {Http, HttpReply, HttpRequest} from './exchange.ts';
import {guardedLookup, type Lookup} from './guarded-lookup.ts';
import {firstHop, flatten, type Hop, nextHop} from './hop.ts';
import {readBody, tooLarge} from './read-body.ts';
import {failureOf, toFailure} from './to-failure.ts';

export interface HttpOptions {
	/** Sent as `User-Agent`, unless a request brings its own. */
	userAgent?: string;
	/** The name look-up, for tests; the system's when not given. */
	lookup?: Lookup;
}

/**
 * Our only way out: undici's pools, one for each kind of network. A redirect to something other than http(s), and one
 * past the limit, comes back as the 3xx reply that it is. An aborted `signal` throws Cancelled; an address that is no
 * http(s) URL is Invalid `address_invalid`.
 */
export function createHttp({userAgent = `Kinoteka/${manifest.version}`, lookup}: HttpOptions = {}): {
	request: Http;
	close(): Promise<void>;
} {
	// Servers of the field and HTTP/2 do not always get along.
	const shared = {allowH2: false, headersTimeout: 0, bodyTimeout: 0};
	const agents = {
		any: new Agent({...shared, connect: lookup ? {lookup} : {}}),
		public: new Agent({...shared, connect: {lookup: guardedLookup(lookup)}}),
	};

	const request: Http = async ({redirects = 0, maxBytes = 10 * 1024 * 1024, timeoutMs = 20_000, ...asked}) => {
		const clock = AbortSignal.timeout(timeoutMs);
		const signal = asked.signal ? AbortSignal.any([clock, asked.signal]) : clock;
		let hop: Hop = firstHop(asked, userAgent);
		for (let left = redirects; ; left -= 1) {
			const reply = await exchange(hop, {agent: agents[asked.network], network: asked.network, maxBytes, signal, caller: asked.signal});
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
			// undici tells of a body given up as of an error.
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
