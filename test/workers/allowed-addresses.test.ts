import {createInterface} from 'node:readline';
import test, {type ExecutionContext} from 'ava';
import {json} from '#scripts/demo/sandbox/opensubtitles/desk.ts';
import {grabRelease} from '#shared/jobs/grab/grab-release.ts';
import {searchReleases} from '#shared/jobs/search/search-releases.ts';
import {fetchSubtitles} from '#shared/jobs/subtitles/fetch-subtitles.ts';
import {wait} from '#shared/wait.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {offered, type SubtitledWorld, subtitledWorld} from '#test/helpers/subtitled-world.ts';
import {type ForbiddenHost, forbiddenHost, hostileMagnet, hostileTorrent} from '#test/helpers/trap/hostile-addresses.ts';
import {startWorker} from '#test/helpers/worker-process.ts';

const noteConnections = new URL('../helpers/note-connections.ts', import.meta.url).href;
const timeoutMs = 60_000;

/** A worker process of all pools, which tells every address it contacts. */
async function startNotingWorker(t: ExecutionContext, world: SubtitledWorld) {
	const {child, ready, ended} = startWorker(t, world, {
		env: {METADATA_URL: 'http://127.0.0.1:9/3', LOG_LEVEL: 'debug'},
		preload: noteConnections,
	});
	const contacted = new Set<string>();
	child.on('message', ({contacted: address}: {contacted?: string}) => {
		if (address) {
			contacted.add(address);
		}
	});
	/** The trackers of the stored link have been tried; those of the others were left out when they were fetched. */
	const heard = new Promise<void>(resolve => {
		createInterface({input: child.stdout ?? process.stdin}).on('line', line => {
			if (line.includes('could not be asked')) {
				resolve();
			}
		});
	});
	await ready;
	return {child, ended, contacted, heard};
}

/** Whatever a site can make of a release, and a subtitle whose link leads inside. */
async function withHostileSites(t: ExecutionContext, {deps, site}: SubtitledWorld, forbidden: ForbiddenHost): Promise<string> {
	const name = 'The.Quiet.Harbour.2019.1080p.WEB-DL.x265';
	const release = (item: FakeItem): FakeItem => ({size: 4 * 1024 ** 3, seeders: 40, metaId: 4711, ...item});
	const indexer = await fakeIndexer(t, {
		answer: ({pathname}) => (pathname === '/redirect' ? {status: 302, headers: {location: `http://${forbidden.host}/file`}} : null),
	});
	indexer.items = [
		release({title: `${name}-MAGNET`, guid: 'magnet', magnetUrl: hostileMagnet('aa'.repeat(20), forbidden), infoHash: 'aa'.repeat(20)}),
		release({title: `${name}-FILE`, guid: 'file', torrent: hostileTorrent(forbidden).torrent}),
		release({title: `${name}-LINK`, guid: 'link', downloadUrl: `http://${forbidden.host}/file.torrent`}),
		release({title: `${name}-NAME`, guid: 'name', downloadUrl: `http://localhost:${forbidden.port}/file.torrent`}),
		release({title: `${name}-REDIRECT`, guid: 'redirect', downloadUrl: `${indexer.url}/redirect`}),
	];
	const {id} = await deps.indexers.add(buildIndexer({url: indexer.url}), new Date());
	const link = `http://${forbidden.host}/file.srt`;
	site.override = ({path}) => (path.startsWith('download') ? json(200, {link, file_name: 'a.srt', requests: 1, remaining: 9}) : null);
	return id;
}

test('a worker of all pools contacts no address that strangers name', async t => {
	t.timeout(120_000);
	const forbidden = await forbiddenHost(t);
	const world = await subtitledWorld(t, [offered(1)]);
	const {deps, movie, site} = world;
	await deps.downloadClients.ensureBuiltin(new Date());
	const indexerId = await withHostileSites(t, world, forbidden);
	const indexer = await deps.indexers.get(indexerId);
	const stored = {title: 'Stored by an earlier version', torrentFile: null, seedRatio: null, seedTimeMinutes: null, size: 0};
	const infoHash = 'cc'.repeat(20);
	await deps.builtinTorrents.add({...stored, infoHash, magnetUrl: hostileMagnet(infoHash, forbidden)}, new Date());
	const {contacted, heard, child, ended} = await startNotingWorker(t, world);

	const ask = {
		subject: {kind: 'movie' as const, movie: {id: movie.id}},
		indexerIds: null,
		categories: null,
		minSeeders: null,
		maxAge: null,
		limit: 100,
	};
	const {total} = await deps.jobs.ask(searchReleases, ask, {timeoutMs});
	t.is(total, 5);
	const whole = {indexerId, movieId: movie.id, seriesId: null, episodeIds: null};
	const nameOf = await deps.releaseGuids.load();
	for (const guid of ['magnet', 'file']) {
		await deps.jobs.ask(grabRelease, {guid: nameOf(guid), ...whole}, {timeoutMs});
	}
	for (const guid of ['link', 'name', 'redirect']) {
		await t.throwsAsync(deps.jobs.ask(grabRelease, {guid: nameOf(guid), ...whole}, {timeoutMs}), {code: 'address_refused'}, guid);
	}
	await deps.jobs.enqueue(fetchSubtitles, {owner: {type: 'movie', id: movie.id}, reason: 'person'});
	for (const signal = AbortSignal.timeout(timeoutMs); site.count('download') === 0; ) {
		await wait(20, signal);
	}
	await heard;
	child.kill('SIGTERM');
	await ended;

	const hostOf = (url: string) => new URL(url.replace(/^\w+:/, 'http:')).host;
	const allowed = [world.mongodbUri, world.redisUrl, indexer.url, site.url].map(hostOf);
	t.deepEqual([...contacted].filter(address => !allowed.includes(address)).sort(), []);
	t.true(contacted.has(hostOf(indexer.url)));
	t.deepEqual(forbidden.visits, []);
});
