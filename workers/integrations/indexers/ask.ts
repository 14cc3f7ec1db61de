import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {HttpReply} from '../http/http.ts';
import {parseXml} from '../xml.ts';
import {pastChallenge} from './challenge-solver.ts';
import {throwIfError} from './feed/error-document.ts';
import type {IndexerDeps, IndexerSettings} from './indexer.ts';
import {isLimit, limitReached, siteWords, statusAndWords} from './site-words.ts';

/** Sites move, or redirect to a challenge first. More redirects than this are a loop. */
const maxRedirects = 5;

export type Ask = (url: string, signal: AbortSignal) => Promise<HttpReply>;

/**
 * Sends one request to an indexer: waits for a slot, gets past a challenge if there is one, and throws only our own
 * errors. A returned reply is always a success.
 */
export function createAsk(settings: Pick<IndexerSettings, 'id' | 'captcha' | 'timeoutSeconds'>, deps: IndexerDeps): Ask {
	const solver = settings.captcha ? deps.solver : null;
	return async (url, signal) => {
		await deps.takeSlot?.(settings.id, signal);
		const send = (headers: Record<string, string>) =>
			deps.http({url, headers, timeoutMs: settings.timeoutSeconds * 1000, redirects: maxRedirects, network: deps.network, signal});
		const reply = await pastChallenge(send, {url, solver, now: deps.now, signal});
		throwIfRefused(reply, deps.now());
		await deps.takeAnswer?.(reply.body.length);
		return reply;
	};
}

type Refusal = Pick<HttpReply, 'status' | 'headers' | 'body'>;

const maxPath = 100;

/** Throws the error for a status other than 2xx, with the site's own words. */
export function throwIfRefused(reply: Refusal & Pick<HttpReply, 'url'>, now: Date): void {
	const {status, headers, body, url} = reply;
	if (status >= 200 && status < 300) {
		return;
	}
	throwIfLimited(reply, now);
	throwIfErrorDocument(body);
	const said = statusAndWords(status, siteWords(body));
	if (status === 401 || status === 403) {
		throw new Invalid('authentication_failed', `The indexer refuses us (${said}). Correct its API key.`);
	}
	if (status === 404 || status === 410) {
		throw new UpstreamFailed(
			'wrong_protocol',
			`There is nothing at this address (${said}). Check the address and the API path of the indexer.`,
		);
	}
	const elsewhere = status < 400 ? URL.parse(headers['location'] ?? '', url) : null;
	if (elsewhere) {
		// Queries may hold keys.
		const place = elsewhere.host === URL.parse(url)?.host ? elsewhere.pathname.slice(0, maxPath) : elsewhere.host;
		const message = `The indexer leads to ${place} instead of an answer (${status}). Check its address, its API path and its key.`;
		throw new UpstreamFailed('indexer_failed', message);
	}
	throw new UpstreamFailed('indexer_failed', `The indexer answers ${said}. It is tried again later.`);
}

/** Throws TooMany `rate_limited` if a site limits us: by its status, by when to come back, or in words. */
export function throwIfLimited({status, headers, body}: Refusal, now: Date): void {
	if (status < 400 || status === 404 || status === 410) {
		return;
	}
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
	const words = siteWords(body);
	if (status === 429 || retryAfterSeconds !== null || isLimit(words)) {
		throw limitReached(statusAndWords(status, words), retryAfterSeconds);
	}
}

function throwIfErrorDocument(body: Buffer): void {
	if (!body.subarray(0, 2000).toString('latin1').includes('<error')) {
		return;
	}
	let root: ReturnType<typeof parseXml>;
	try {
		root = parseXml(body);
	} catch {
		return;
	}
	throwIfError(root);
}
