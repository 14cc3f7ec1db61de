import {createHash} from 'node:crypto';
import {getDomain} from 'tldts';
import {wait} from '#shared/coordination/wait.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {SubtitleProviderSettings} from '#shared/domain/subtitles/provider-record.ts';
import {Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import {isSameHostAndPort} from '#shared/network-address.ts';
import manifest from '../../../../package.json' with {type: 'json'};
import type {HttpReply} from '../../http/http.ts';
import {createLoginSessions, type LoginSessions} from '../../login-sessions.ts';
import type {ProviderDeps} from '../subtitle-provider.ts';
import {parseMessage} from './parse-replies.ts';

export type OpenSubtitlesSettings = Pick<
	SubtitleProviderSettings,
	'id' | 'name' | 'url' | 'apiKey' | 'username' | 'password' | 'timeoutSeconds'
>;

/**
 * The address to use after a login, whose reply gives only a host: VIP members have one of their own. Our keys are sent
 * along, so a foreign host is ignored.
 */
export function addressAfterLogin(configured: string, host: string | null): string {
	const ours = new URL(configured);
	const theirs = host === null ? null : URL.parse(`${ours.protocol}//${host}`);
	const domain = getDomain(ours.hostname);
	const isTheirs = theirs !== null && (theirs.host === ours.host || (domain !== null && getDomain(theirs.hostname) === domain));
	if (!isTheirs) {
		return configured;
	}
	ours.host = theirs.host;
	return ours.href;
}

/** The provider's tokens are good for a day. */
const sessionMs = 12 * hourMs;

export interface Session {
	token: string;
	/** The address to use from then on. */
	url: string;
}

/** Runs a request with the session, and once more with a new one if its token is too old. */
export type InSession = (ask: (session: Session | null) => Promise<HttpReply>, signal: AbortSignal) => Promise<HttpReply>;

/** The sessions of these credentials. */
export function createSessions(
	{id, name: title, url, apiKey, username, password}: OpenSubtitlesSettings,
	deps: Pick<ProviderDeps, 'redis' | 'prefix' | 'secrets' | 'leases'>,
): LoginSessions<Session> {
	const account = createHash('sha256')
		.update(JSON.stringify([url, apiKey, username, password]))
		.digest('base64url');
	const isSame = (one: Session, other: Session) => one.token === other.token;
	const lease = `subtitle-login-${id}`;
	return createLoginSessions<Session>({name: 'subtitle-session', id, title, account, lease, ttlMs: sessionMs, isSame}, deps);
}

/** Seconds to wait after a 429 without a word on it; the provider counts seconds. */
const limitSeconds = 30;
/** Requests do not travel equally fast, so the provider may count a sixth one in a second. It did nothing then. */
const longestShortWaitSeconds = 3;
const maxShortWaits = 2;
const maxRedirects = 3;
const largestAnswer = 5 * 1024 * 1024;

interface ApiRequest {
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
