import type {ExecutionContext} from 'ava';
import test from 'ava';
import {json} from '#scripts/demo/sandbox/opensubtitles/site.ts';
import {wait} from '#shared/coordination/wait.ts';
import {checkMetadataKey, type TestConnection, testConnection} from '#shared/jobs/connections.ts';
import {grabRelease} from '#shared/jobs/grab.ts';
import {fetchImage, lookUpTitles} from '#shared/jobs/refresh.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {searchReleases} from '#shared/jobs/search.ts';
import {fetchSubtitles} from '#shared/jobs/subtitles.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {type FakeItem, fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {hostOf, startNotingWorker} from '#test/helpers/noting-worker.ts';
import {serveReplies} from '#test/helpers/serve-replies.ts';
import {type ForbiddenHost, forbiddenHost, hostileMagnet, hostileTorrent} from '#test/helpers/trap/hostile-addresses.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {buildNotification} from '#test/helpers/world/receivers.ts';
import {offered} from '#test/helpers/world/subtitles.ts';
import {createWorld, type World} from '#test/helpers/world.ts';

const timeoutMs = patienceMs;

const withProvider = (provider: string) => ({
	METADATA_URL: `${provider}/3`,
	METADATA_IMAGE_URL: `${provider}/t/p`,
	METADATA_API_KEY: 'key',
});

/** Whatever a site can make of a release, and a subtitle whose link leads inside. */
async function withHostileSites(t: ExecutionContext, {deps, site}: World<'subtitles'>, forbidden: ForbiddenHost): Promise<string> {
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
	const forbidden = await forbiddenHost(t);
	const world = await createWorld(t, {subtitles: [offered(1)]});
	const {deps, movie, site} = world;
	await deps.downloadClients.ensureBuiltin(new Date());
	const indexerId = await withHostileSites(t, world, forbidden);
	const indexer = await deps.indexers.get(indexerId);
	const stored = {title: 'Stored by an earlier version', torrentFile: null, seedRatio: null, seedTimeMinutes: null, size: 0};
	const infoHash = 'cc'.repeat(20);
	await deps.builtinTorrents.add({...stored, infoHash, magnetUrl: hostileMagnet(infoHash, forbidden)}, new Date());
	const {contacted, heard, child, ended} = await startNotingWorker(t, world, {
		env: withProvider('http://127.0.0.1:9'),
		// The trackers of the stored link have been tried; those of the others were left out when they were fetched.
		awaited: 'could not be asked',
	});

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

	const allowed = [world.mongodbUri, world.redisUrl, indexer.url, site.url].map(hostOf);
	t.deepEqual([...contacted].filter(address => !allowed.includes(address)).sort(), []);
	t.true(contacted.has(hostOf(indexer.url)));
	t.deepEqual(forbidden.visits, []);
});

const settingsOf = {
	indexer: [buildIndexer({apiKey: 'key'}), buildIndexer({kind: 'newznab'}), buildIndexer({kind: 'rss'}), buildIndexer({kind: 'm3u'})],
	downloadClient: (['qbittorrent', 'transmission', 'deluge', 'rtorrent', 'sabnzbd', 'nzbget'] as const).map(kind =>
		buildDownloadClient({kind, username: 'me', password: 'right horse', apiKey: 'key'}),
	),
	subtitleProvider: [],
	notification: (['webhook', 'plex', 'jellyfin', 'emby'] as const).map(kind => buildNotification({kind, apiKey: 'key'})),
	importList: (['radarr', 'sonarr', 'json', 'rss', 'plexRss', 'mdblist', 'trakt'] as const).map(kind => ({
		kind,
		name: kind,
		media: 'movies',
		apiKey: 'key',
		clientId: 'app',
		clientSecret: 'secret of the app',
		source: 'list',
		sourceId: 'a/b',
		filters: '',
		limit: 5,
		enabled: true,
	})),
	proxy: [{kind: 'flaresolverr', name: 'Solver', username: null, password: null, enabled: true, proxyTags: []}],
} as const satisfies Record<TestConnection['family'], readonly object[]>;

test('no peer that an administrator entered leads a worker elsewhere, neither by a redirect nor by an address', async t => {
	const forbidden = await forbiddenHost(t);
	const world = await createWorld(t, {subtitles: [offered(1)]});
	const {deps, site} = world;
	const asked = new Set<string>();
	const leader = await serveReplies(t, ({path}) => {
		asked.add(path);
		return {status: path.includes('again') ? 307 : 302, headers: {location: `http://${forbidden.host}${path}`}};
	});
	const {contacted, child, ended} = await startNotingWorker(t, world, {env: withProvider(leader)});
	const refused = async (name: string, work: Promise<unknown>) => {
		await t.throwsAsync(work, undefined, name);
	};
	for (const family of Object.keys(settingsOf) as TestConnection['family'][]) {
		for (const settings of settingsOf[family]) {
			const sealed = sealPayload(testConnection, {...settings, id: '', url: leader}, deps.secrets);
			await refused(settings.kind, deps.jobs.ask(testConnection, {family, sealed, recordId: null}, {timeoutMs}));
		}
	}
	const provider = {...site.record, id: '', url: leader};
	const sealed = sealPayload(testConnection, provider, deps.secrets);
	await refused('subtitles', deps.jobs.ask(testConnection, {family: 'subtitleProvider', sealed, recordId: null}, {timeoutMs}));
	await refused('lookup', deps.jobs.ask(lookUpTitles, {kind: 'movie', subject: {by: 'title', title: 'bunny'}}, {timeoutMs}));
	const key = sealPayload(checkMetadataKey, {apiKey: 'other'}, deps.secrets);
	await refused('key', deps.jobs.ask(checkMetadataKey, {sealed: key}, {timeoutMs}));
	const inside = [`${leader}/t/p/again.jpg`, `http://${forbidden.host}/a.jpg`, `http://[::ffff:127.0.0.2]:${forbidden.port}/a.jpg`];
	for (const url of [...inside, `http://localhost:${forbidden.port}/a.jpg`, `http://127.2:${forbidden.port}/a.jpg`]) {
		await refused(url, deps.jobs.ask(fetchImage, {url}, {timeoutMs}));
	}
	child.kill('SIGTERM');
	await ended;
	const allowed = [world.mongodbUri, world.redisUrl, leader].map(hostOf);
	t.deepEqual([...contacted].filter(address => !allowed.includes(address)).sort(), []);
	t.true(asked.size > 10, [...asked].join(' '));
	t.deepEqual(forbidden.visits, []);
});
