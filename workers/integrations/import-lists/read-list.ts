import {keyOf, type ListEntry} from '#shared/domain/import-lists/list-item.ts';
import {withYear} from '#shared/domain/media/title.ts';
import {parseRetryAfter} from '#shared/domain/network/parse-retry-after.ts';
import {Cancelled, Invalid, isExpected, TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {Http, HttpReply, HttpRequest} from '../http/http.ts';
import {asRecord, readText} from '../http/read-body.ts';
import type {ImportListClient, ListAnswer} from './import-list-client.ts';

/** Of a list whose kind has no other limit. */
const usualPages = 100;
const largestAnswer = 10 * 1024 * 1024;
/** Lists are often made when they are asked for. */
const timeoutMs = 60_000;
const maxRedirects = 5;
const limitSeconds = 3600;

type Request = Pick<HttpRequest, 'url'> & Partial<HttpRequest>;

/**
 * One request to a source. A returned reply is always a success. `refusals` are statuses that mean something of their
 * own there.
 */
export async function askSource(
	request: Request,
	{http, now}: {http: Http; now(): Date},
	refusals: Readonly<Record<number, () => Error>> = {},
): Promise<HttpReply> {
	const reply = await http({timeoutMs, maxBytes: largestAnswer, redirects: maxRedirects, network: 'any', ...request});
	const refusal = refusals[reply.status];
	if (refusal) {
		throw refusal();
	}
	throwUnlessGood(reply, now());
	return reply;
}

function throwUnlessGood({status, headers}: HttpReply, now: Date): void {
	if (status >= 200 && status < 300) {
		return;
	}
	const retryAfterSeconds = parseRetryAfter(headers['retry-after'], now);
	if (status === 429) {
		throw new TooMany('rate_limited', 'The source limits our requests (429). It is read again later.', retryAfterSeconds ?? limitSeconds);
	}
	if (status === 401 || status === 403) {
		throw new Invalid('authentication_failed', `The source refuses us (${status}). Correct the key, or sign in again.`);
	}
	if (status === 404 || status === 410) {
		throw new UpstreamFailed('wrong_protocol', `There is no list at this address (${status}). Check it, and that the list is public.`);
	}
	if (status >= 300 && status < 400) {
		throw new UpstreamFailed('wrong_protocol', `The source sends us elsewhere too often (${status}). Enter the address where the list is.`);
	}
	throw new UpstreamFailed('source_failed', `The source answers ${status}. It is read again later.`, {retryAfterSeconds});
}

const maxWords = 200;

/** What an answer says instead of a list, as another sentence; empty if it says nothing. */
export function saidIn(answer: unknown): string {
	const record = asRecord(answer) ?? {};
	const words = ['error', 'message', 'detail', 'status_message'].map(name => readText(record, name)).find(Boolean);
	return words ? ` It says: “${words.replace(/\s+/g, ' ').trim().slice(0, maxWords)}”.` : '';
}

export interface ListPage {
	entries: ListEntry[];
	/** By the word of the source. */
	isLast: boolean;
	/** Rows of the page, of any sort, and those of the whole list, where the source says how many there are. */
	count?: number;
	total?: number | null;
}

/** All pages of a list, until `limit` items, an error, or a page that was there before. */
export async function readPages(
	page: (number: number) => Promise<ListPage>,
	{limit, maxPages = usualPages}: {limit: number; maxPages?: number},
): Promise<ListAnswer> {
	const entries: ListEntry[] = [];
	const seen = new Set<string>();
	let count = 0;
	let total: number | null = null;
	const ended = (missing: string | null, failure: Error | null = null) => ({entries, missing, failure});
	for (let number = 1; number <= maxPages; number += 1) {
		let read: ListPage;
		try {
			read = await page(number);
		} catch (error) {
			if (number === 1 || !isExpected(error) || error instanceof Cancelled) {
				throw error;
			}
			return ended(`Page ${number} could not be read. ${error.message}`, error);
		}
		const face = read.entries.map(keyOf).join('\n');
		if (face !== '' && seen.has(face)) {
			return ended(`Page ${number} is one that was there before.`);
		}
		seen.add(face);
		entries.push(...read.entries);
		if (number > 1 && (read.total ?? null) !== total) {
			return ended('The list was changed while it was read.');
		}
		count += read.count ?? 0;
		total = read.total ?? null;
		if (read.isLast) {
			return ended(total !== null && count < total ? `The source names ${total} titles and sends ${count} of them.` : null);
		}
		if (read.entries.length === 0) {
			return ended(`Page ${number} is empty, and the source says that more follow.`);
		}
		if (entries.length > limit) {
			return ended(null); // more than the limit is not the whole list anyway
		}
	}
	return ended(`The list has more than ${maxPages} pages.`);
}

const examples = 10;

/** The test of every kind: reads the list exactly as a sync does. */
export async function testList({read}: Pick<ImportListClient, 'read'>, signal: AbortSignal) {
	const {entries, missing, failure} = await read(signal);
	if (failure) {
		throw failure;
	}
	const first = entries
		.slice(0, examples)
		.map(({title, year, ids}) => (title ? withYear(title, year) : (ids.imdbId ?? String(ids.metaId ?? ids.tvMetaId))));
	const count = `${entries.length}${missing === null ? '' : ' or more'} titles are on the list.`;
	return {version: null, details: [count, ...first]};
}
