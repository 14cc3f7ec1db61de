import type {ExecutionContext} from 'ava';
import {type DownloadClientRecord, defaultClientSettings} from '#shared/domain/downloads/download-client-record.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Movie} from '#shared/domain/media/movie.ts';
import {handleTrackDownloads} from '#workers/downloads/track-downloads.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {type FakeQbittorrent, fakeQbittorrent} from '../fakes/fake-qbittorrent.ts';
import type {WorkerWorld} from '../worker-deps.ts';
import {buildItem, type ItemFields, movieDetails} from './movie.ts';

export interface ClientInWorld {
	movie: Movie;
	qbittorrent: FakeQbittorrent;
	client: DownloadClientRecord;
	/** An item of the client. */
	addItem(overrides?: ItemFields): Promise<QueueItem>;
	/** Follows the clients once, some minutes from now. */
	poll(minutes?: number, deps?: WorkerDeps): Promise<void>;
	/** Names and payloads of the jobs that wait in a queue. */
	waiting(pool: 'downloads' | 'import' | 'search' | 'grab'): Promise<{name: string; payload: unknown}[]>;
}

/** A movie, and a torrent client that its downloads are followed in. */
export async function clientInWorld(t: ExecutionContext, world: WorkerWorld, _: object): Promise<ClientInWorld> {
	const {deps} = world;
	const movie = await world.addMovie(movieDetails);
	const qbittorrent = await fakeQbittorrent(t);
	const settings = {...defaultClientSettings, url: qbittorrent.url, username: 'admin', password: 'right horse'};
	const client = await deps.downloadClients.add({...settings, name: 'qBittorrent', kind: 'qbittorrent'}, new Date());
	const ours = {state: 'downloading', status: 'downloading', downloadClientId: client.id, movieId: movie.id, sizeLeft: 600} as const;
	return {
		movie,
		qbittorrent,
		client,
		addItem: (overrides = {}) =>
			deps.downloads.add(buildItem({...ours, added: new Date(), started: new Date(), ended: null, ...overrides})),
		async poll(minutes = 0, using = deps) {
			await deps.producer.del(`${deps.prefix}:tracked:${client.id}`);
			await handleTrackDownloads({}, {...using, now: () => new Date(Date.now() + minutes * 60_000)}, world.run());
		},
		async waiting(pool) {
			const jobs = await deps.jobs.queue(pool).getJobs(['waiting', 'prioritized', 'delayed']);
			return jobs.map(({name, data}) => ({name, payload: data.payload}));
		},
	};
}

/** A torrent as qBittorrent lists it. */
export function torrentRow(hash: string, overrides: Record<string, unknown> = {}): Record<string, unknown> {
	return {hash, name: hash, size: 1000, amount_left: 600, progress: 0.4, state: 'downloading', category: 'kinoteka', eta: 60, ...overrides};
}

/** A torrent that has met its seeding goals. */
export function seededRow(hash: string): Record<string, unknown> {
	return torrentRow(hash, {state: 'pausedUP', amount_left: 0, ratio: 5, ratio_limit: 1, seeding_time_limit: -1, max_ratio: 1});
}
