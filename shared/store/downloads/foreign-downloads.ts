import type {Redis} from 'ioredis';
import {createHandOver} from '../../coordination/cache.ts';
import type {ClientDownload} from '../../domain/downloads/client-download.ts';
import {minuteMs} from '../../domain/durations.ts';

/** A download in our categories that we have not added. */
export type ForeignDownload = Pick<ClientDownload, 'downloadId' | 'title' | 'status' | 'size' | 'sizeLeft'>;

interface Found {
	/** In milliseconds. */
	at: number;
	downloads: ForeignDownload[];
}

/** Longer than it takes until a client is polled again that has nothing to do. */
const keptMs = 5 * minuteMs;
/** Clients with much to do are polled every few seconds, and have thousands of downloads. */
const freshMs = 20_000;
/** Downloads of a client that are shown. */
const most = 500;

/** What others have added to our clients, as a poll of each has seen it of late. */
export function createForeignDownloads({redis, prefix}: {redis: Redis; prefix: string}) {
	const found = createHandOver<Found>({redis, prefix, name: 'foreign', ttlMs: keptMs, isOptional: true});
	return {
		isFresh: async (clientId: string, now: Date): Promise<boolean> => Number(now) - ((await found.get(clientId))?.at ?? 0) < freshMs,
		async put(clientId: string, all: readonly ClientDownload[], now: Date): Promise<void> {
			const downloads = all
				.slice(0, most)
				.map(({downloadId, title, status, size, sizeLeft}) => ({downloadId, title: title.slice(0, 500), status, size, sizeLeft}));
			await found.put(clientId, {at: Number(now), downloads});
		},
		/** By client; none for one that was not polled of late. */
		async of(clientIds: readonly string[]): Promise<Map<string, ForeignDownload[]>> {
			const all = await found.getAll(clientIds);
			return new Map(clientIds.map((id, index) => [id, all[index]?.downloads ?? []]));
		},
	};
}
