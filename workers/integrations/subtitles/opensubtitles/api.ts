import {wait} from '#shared/coordination/wait.ts';
import {isSameHostAndPort} from '#shared/domain/network/host-and-port.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import manifest from '../../../../package.json' with {type: 'json'};
import type {HttpReply} from '../../http/http.ts';
import type {ProviderDeps} from '../provider-deps.ts';
import {parseMessage} from './parse-replies.ts';
import type {OpenSubtitlesSettings} from './settings.ts';

/** Seconds to wait after a 429 without a word on it; the provider counts seconds. */
const limitSeconds = 30;
/** Requests do not travel equally fast, so the provider may count a sixth one in a second. It did nothing then. */
const longestShortWaitSeconds = 3;
const maxShortWaits = 2;
const maxRedirects = 3;
const largestAnswer = 5 * 1024 * 1024;

export interface ApiRequest {
	/** With its query, below the address of the API. */
	path: string;
	/** The address after a login; the stored one by default. */
	url?: string;
	token?: string;
	/** Makes it a POST. */
	body?: object;
	/** A request that has its slot already. */
	hasSlot?: boolean;
}

export type Api = ReturnType<typeof createApi>;

/** Sends requests with the provider's headers, within its rate. Any status is a reply. */
export function createApi(settings: OpenSubtitlesSettings, {http, rates, now}: Pick<ProviderDeps, 'http' | 'rates' | 'now'>) {
	const {host} = new URL(settings.url);

	async function send({path, url = settings.url, token, body, hasSlot = false}: ApiRequest, signal: AbortSignal): Promise<HttpReply> {
		const headers = {
			'api-key': settings.apiKey,
			// The provider refuses programs that do not name themselves in this form.
			'user-agent': `Kinoteka v${manifest.version}`,
			accept: 'application/json',
			...(token && {authorization: `Bearer ${token}`}),
			...(body && {'content-type': 'application/json'}),
		};
		const sent = body && {method: 'POST' as const, body: JSON.stringify(body)};
		let address = new URL(`${url.replace(/\/+$/, '')}/${path}`);
		let patience = maxShortWaits;
		for (let hop = 0, isFirst = true; ; isFirst = false) {
			if (!isFirst || !hasSlot) {
				await rates.request(host, signal);
			}
			const timeoutMs = settings.timeoutSeconds * 1000;
			// Only the host and port that an administrator entered may be in the private network.
			const network = isSameHostAndPort(address, settings.url) ? 'any' : 'public';
			const reply = await http({url: address, headers, ...sent, timeoutMs, maxBytes: largestAnswer, network, signal});
			const waitMs = patience > 0 ? shortWaitOf(reply, now()) : null;
			if (waitMs !== null) {
				patience -= 1;
				await wait(waitMs, signal);
				continue;
			}
			const location = reply.status >= 300 && reply.status < 400 ? reply.headers['location'] : undefined;
			if (location === undefined) {
				return reply;
			}
			address = sameSite(location, {from: address, isLast: hop === maxRedirects || body !== undefined});
			hop += 1;
		}
	}

	return {
		host,
		send,
		/** For a request whose sending must be counted first. */
		waitForSlot: (signal: AbortSignal) => rates.request(host, signal),
	};
}

function shortWaitOf({status, headers}: HttpReply, now: Date): number | null {
	const seconds = status === 429 ? parseRetryAfter(headers['retry-after'], now) : null;
	return seconds !== null && seconds <= longestShortWaitSeconds ? seconds * 1000 : null;
}

/** A search in another form than the canonical one is redirected to it. Our keys stay at the same site. */
function sameSite(location: string, {from, isLast}: {from: URL; isLast: boolean}): URL {
	const next = URL.parse(location, from.href);
	if (isLast || next?.origin !== from.origin) {
		throw new UpstreamFailed('wrong_protocol', 'The provider sends us to another address. Check the address in its settings.');
	}
	return next;
}

/** Throws our error for a status other than 2xx. */
export function throwIfRefused({status, headers, body}: HttpReply, name: string, now: Date): void {
	if (status >= 200 && status < 300) {
		return;
	}
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
	const said = parseMessage(body);
	const words = said === null ? '' : ` It says: ${said}.`;
	if (status === 429) {
		throw new TooMany('rate_limited', `${name} limits our requests (429). It is tried again later.`, retryAfterSeconds ?? limitSeconds);
	}
	if (status === 401) {
		throw new Invalid('authentication_failed', `${name} refuses us (401). Enter the name and password of an account.${words}`);
	}
	if (status === 403) {
		throw new Invalid('authentication_failed', `${name} refuses the API key (403). Correct it.${words}`);
	}
	if (status === 404) {
		throw new UpstreamFailed('wrong_protocol', `There is nothing at this address of ${name} (404). Check it.`);
	}
	throw new UpstreamFailed('provider_failed', `${name} answers ${status}. It is tried again later.`, {retryAfterSeconds});
}
