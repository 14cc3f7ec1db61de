import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {pino} from 'pino';
import {usualWaits} from '#api/wait-limits.ts';
import {defaultMovieNaming, movieFolder} from '#shared/domain/naming/movie-path.ts';
import {trackDownloads} from '#shared/jobs/downloads.ts';
import {openConsumer} from '#shared/redis.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {movieSearch, torrentItem} from '#test/helpers/grab-line.ts';
import {patientRedis} from '#test/helpers/redis.ts';
import {serve} from '#test/helpers/serve.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {movieDetails, release, writeAt} from '#test/helpers/world/movie.ts';
import {startPool} from '#workers/runtime/pool.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';
import {handlers} from '#workers/wiring/handlers.ts';

const waitMs = 50;
const maxWaits = 12_000;

/** A movie is grabbed by its API, its torrent is finished, and its file imported, by the real pools in this process. */
export async function prepareGrab(t: ExecutionContext): Promise<() => Promise<void>> {
	// Nobody answers about disks here.
	const served = await serve(t, {waits: usualWaits});
	const dataDir = tempFolder(t);
	const log = pino({level: 'silent'});
	const metadata = {url: 'http://127.0.0.1:9/3', imageUrl: 'http://127.0.0.1:9', apiKey: 'none'};
	const foundations = {...served.deps, stores: served.deps, log, metadata, dataDir, browserPath: null, now: () => new Date()};
	const {deps, close} = assembleDeps(foundations as unknown as Parameters<typeof assembleDeps>[0]); // the API has the same stores
	t.teardown(close);
	const library = join(dataDir, 'library');
	await mkdir(library);
	await deps.qualityProfiles.ensureDefaults(deps.now());
	await deps.rootFolders.add({name: 'Films', path: library}, deps.now());
	const profile = await deps.qualityProfiles.getDefault();
	const choice = {monitored: true, minimumAvailability: 'announced', libraryId: null, searchOnAdd: false} as const;
	const folder = {rootFolderPath: library, path: join(library, movieFolder(movieDetails, defaultMovieNaming))};
	const movie = await deps.movies.add(movieDetails, {...choice, ...folder, qualityProfileId: profile.id}, deps.now());
	const site = await fakeIndexer(t, {items: [torrentItem('good', 'ab')]});
	const indexer = await deps.indexers.add(buildIndexer({url: site.url, categories: [2000]}), deps.now());
	const qbittorrent = await fakeQbittorrent(t);
	await deps.downloadClients.add(buildDownloadClient({url: qbittorrent.url, username: 'admin', password: 'right horse'}), deps.now());
	await handleSearchReleases(movieSearch, deps, {id: 'search', attempt: 1, signal: new AbortController().signal, log});
	const guid = (await deps.releaseGuids.load())('good');
	const content = join(dataDir, 'downloads', release);
	await writeAt(join(content, 'film.mkv'));
	const connection = openConsumer(process.env['TEST_REDIS_URL'] ?? '', patientRedis);
	const pools = (['grab', 'downloads', 'import', 'disks'] as const).map(pool =>
		startPool(pool, {handlers, deps, connection, concurrency: 1}),
	);
	t.teardown(async () => {
		await Promise.all(pools.map(pool => pool.close(true)));
		connection.disconnect();
	});
	await Promise.all(pools.map(pool => pool.waitUntilReady()));
	const headers = {...(await served.headersOf('admin')), 'content-type': 'application/json'};

	return async () => {
		const body = JSON.stringify({guid, indexerId: indexer.id});
		const response = await fetch(`${served.url}/api/download/grab`, {method: 'POST', headers, body});
		if (!response.ok) {
			throw new Error(`The grab was answered ${response.status}: ${await response.text()}`);
		}
		const finished = {state: 'uploading', size: 1000, amount_left: 0, save_path: dataDir, content_path: content};
		Object.assign(qbittorrent.torrents[0] ?? {}, finished);
		await deps.jobs.enqueue(trackDownloads, {});
		for (let waits = 0; (await deps.movies.get(movie.id)).file === null || (await countWaiting()) > 0; waits += 1) {
			if (waits === maxWaits) {
				throw new Error(`The film was not imported: ${JSON.stringify((await deps.downloads.page({page: 1, limit: 1})).items)}`);
			}
			await new Promise(resolve => setTimeout(resolve, waitMs));
		}
	};

	async function countWaiting(): Promise<number> {
		const counts = await Promise.all(
			(['grab', 'downloads', 'import'] as const).map(pool => deps.jobs.queue(pool).getJobCountByTypes('waiting', 'active')),
		);
		return counts.reduce((sum, count) => sum + count, 0);
	}
}
