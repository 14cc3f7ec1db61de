import {createCache} from '#shared/coordination/cache.ts';
import {orCancelled} from '#shared/coordination/wait.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import type {ListedEpisode} from '#shared/domain/numbering/align-episodes.ts';
import {Invalid, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply} from '../http/http.ts';
import {asRecord, type JsonRecord, parseJson} from '../http/read-body.ts';

/** An episode as TVDB lists it. */
export interface TvdbEpisode extends ListedEpisode {
	/** The same in all orders. */
	id: number;
	absoluteEpisodeNumber: number | null;
}

interface Account {
	/** With the version, as in `https://api4.thetvdb.com/v4`. */
	url: string;
	apiKey: string;
	/** Of the user's subscription; empty for a key that needs none. */
	pin: string;
}

interface TvdbOptions {
	http: Http;
	account(): Account;
}

const timeoutMs = 20_000;
/** A page has 500 episodes. */
const maxPages = 40;
/** Milliseconds; a token is valid for a month. */
const tokenMs = dayMs;
const pauseSeconds = 60;

/** TVDB's API, version 4. Tokens are kept in this process only. */
export function createTvdb({http, account}: TvdbOptions) {
	const tokens = createCache<Promise<string>>({max: 2, ttlMs: tokenMs});
	const idOf = ({url, apiKey, pin}: Account) => `${url}\n${apiKey}\n${pin}`;

	/** Others may wait for the same login, so it goes on when the caller who began it is cancelled. */
	async function logIn({url, apiKey, pin}: Account): Promise<string> {
		const body = JSON.stringify({apikey: apiKey, ...(pin !== '' && {pin})});
		const headers = {'content-type': 'application/json', accept: 'application/json'};
		const reply = await http({url: `${url}/login`, method: 'POST', headers, body, timeoutMs, network: 'any'});
		const token = dataOf(reply)?.['token'];
		if (typeof token !== 'string' || token === '') {
			throw new UpstreamFailed('tvdb_failed', 'TVDB answered a login without a token.');
		}
		return token;
	}

	/** Null for what TVDB does not have. */
	async function ask(path: string, known: Account, signal: AbortSignal): Promise<JsonRecord | null> {
		const token = () =>
			orCancelled(
				tokens.get(idOf(known), () => logIn(known)),
				signal,
			);
		const send = async () =>
			http({
				url: `${known.url}/${path}`,
				headers: {accept: 'application/json', authorization: `Bearer ${await token()}`},
				timeoutMs,
				redirects: 1,
				network: 'any',
				signal,
			});
		const reply = await send();
		if (reply.status !== 401) {
			return reply.status === 404 ? null : dataOf(reply);
		}
		// The token has ended sooner than it should.
		tokens.delete(idOf(known));
		const again = await send();
		return again.status === 404 ? null : dataOf(again);
	}

	return {
		/** The episodes of a series in one of its orders; null if it has none. */
		async episodes(tvMetaId: number, order: string, signal: AbortSignal): Promise<TvdbEpisode[] | null> {
			const known = {...account(), url: account().url.replace(/\/+$/, '')};
			const found: TvdbEpisode[] = [];
			for (let page = 0; page < maxPages; page += 1) {
				const data = await ask(`series/${tvMetaId}/episodes/${encodeURIComponent(order)}?page=${page}`, known, signal);
				const rows = data?.['episodes'];
				if (!Array.isArray(rows)) {
					return page === 0 ? null : found;
				}
				found.push(...rows.flatMap(toEpisode));
				if (rows.length < pageSize) {
					break;
				}
			}
			return found.length > 0 ? found : null;
		},
	};
}

const pageSize = 500;
const largestNumber = 100_000;

function toEpisode(row: unknown): TvdbEpisode[] {
	const fields = asRecord(row);
	const [seasonNumber, episodeNumber] = [Number(fields?.['seasonNumber'] ?? Number.NaN), Number(fields?.['number'] ?? Number.NaN)];
	const isNumbered = [seasonNumber, episodeNumber].every(number => Number.isInteger(number) && number >= 0 && number <= largestNumber);
	if (!fields || !isNumbered || episodeNumber === 0) {
		return [];
	}
	const {id, aired, name, absoluteNumber} = fields;
	const absolute = Number(absoluteNumber ?? 0);
	return [
		{
			id: Number.isInteger(id) ? Number(id) : 0,
			seasonNumber,
			episodeNumber,
			absoluteEpisodeNumber: seasonNumber > 0 && Number.isInteger(absolute) && absolute > 0 ? absolute : null,
			airDate: typeof aired === 'string' && aired !== '' ? aired.slice(0, 10) : null,
			title: typeof name === 'string' ? name : '',
		},
	];
}

function dataOf({status, headers, body}: HttpReply): JsonRecord | null {
	if (status === 401 || status === 403) {
		throw new Invalid('tvdb_key_refused', 'TVDB refuses the key or its PIN. Correct meta.tvdbKey and meta.tvdbPin in the settings.');
	}
	if (status === 429) {
		const seconds = parseRetryAfter(headers['retry-after'], new Date());
		throw new TooMany('tvdb_limited', 'TVDB limits our requests. Try again in a moment.', seconds ?? pauseSeconds);
	}
	const answer = asRecord(parseJson(body));
	if (status < 200 || status >= 300 || !answer) {
		throw new UpstreamFailed('tvdb_failed', `TVDB failed (${status}). Try again later.`);
	}
	return asRecord(answer['data']);
}
