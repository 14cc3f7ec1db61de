import {Cancelled, isExpected} from '#shared/errors.ts';
import type {Ask} from '../ask.ts';
import type {FeedProtocol, FeedRelease} from '../feed/feed-release.ts';
import {parseFeed} from '../feed/parse-feed.ts';
import {joinQuery} from './query.ts';

/** A query with more pages than this is too broad. */
const maxPages = 30;

interface Pages {
	pageSize: number;
	protocol: FeedProtocol;
	/** Stop after this many releases. */
	limit: number;
	/** Stop at the page whose oldest release is older than this. */
	since: Date | null;
	signal: AbortSignal;
}

/**
 * Requests page after page until one is short or has nothing new, or there are enough releases. A failure after the
 * first page ends it without an error.
 */
export async function readPages(address: string, ask: Ask, {pageSize, protocol, limit, since, signal}: Pages): Promise<FeedRelease[]> {
	const found = new Map<string, FeedRelease>();
	for (let page = 0; page < maxPages && found.size < limit; page += 1) {
		const url = joinQuery(address, [`offset=${page * pageSize}`, `limit=${pageSize}`]);
		const read = await orNullAfter(page > 0, async () => {
			const reply = await ask(url, signal);
			return parseFeed(reply.body, {url: reply.url, protocol});
		});
		const fresh = read?.releases.filter(({guid}) => !found.has(guid)) ?? [];
		for (const release of fresh) {
			found.set(release.guid, release);
		}
		const isPast = since !== null && fresh.some(({publishDate}) => publishDate < since);
		if (!read || fresh.length === 0 || read.itemCount < pageSize || isPast || read.total === (page + 1) * pageSize) {
			break;
		}
	}
	return [...found.values()];
}

async function orNullAfter<T>(isLater: boolean, work: () => Promise<T>): Promise<T | null> {
	try {
		return await work();
	} catch (error) {
		if (isLater && isExpected(error) && !(error instanceof Cancelled)) {
			return null;
		}
		throw error;
	}
}
