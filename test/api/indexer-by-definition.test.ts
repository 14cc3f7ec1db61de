import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildDownloadClient} from '#test/helpers/build-download-client.ts';
import {fakeQbittorrent} from '#test/helpers/fakes/fake-qbittorrent.ts';
import {account, privateSite, siteDefinition} from '#test/helpers/fakes/private-site.ts';
import {serve} from '#test/helpers/serve.ts';
import {patienceMs} from '#test/helpers/until.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {handleTestConnection} from '#workers/connections/test-connection.ts';
import {handleGrabRelease} from '#workers/grab/grab-release.ts';
import {handleSearchReleases} from '#workers/search/search-releases.ts';
import {assembleDeps} from '#workers/wiring/assemble-deps.ts';

/** The API with the workers that test, search and grab, over the same database and data folder. */
async function household(t: ExecutionContext) {
	const served = await serve(t);
	const {deps: api} = served;
	const {dataDir} = api.http;
	const metadata = {url: 'http://127.0.0.1:9/3', imageUrl: 'https://image.example/t/p', apiKey: 'key'};
	const {deps, close} = assembleDeps({...api, stores: api, metadata, dataDir, browserPath: null, leastMs: patienceMs});
	t.teardown(close);
	await answerJobs(t, served, {
		testConnection: (payload, _deps, run) => handleTestConnection(payload, deps, run),
		searchReleases: (payload, _deps, run) => handleSearchReleases(payload, {...deps, freeSpaceOf: async () => null}, run),
		grabRelease: (payload, _deps, run) => handleGrabRelease(payload, deps, run),
	});
	const folder = join(dataDir, 'definitions');
	await mkdir(folder, {recursive: true});
	return {...served, define: (key: string, text: string) => writeFile(join(folder, `${key}.yml`), text)};
}

test('a site behind a login is added, searched and grabbed from, though its session ends in the middle', async t => {
	const {call, deps, define} = await household(t);
	const site = await privateSite(t);
	site.rows = [{id: 1, title: 'The.Quiet.Harbour.2019.1080p.WEB-DL.x264-NOBODY', size: '4.5 GB'}];
	await define('hidden-meadow', siteDefinition(site.url));
	const client = await fakeQbittorrent(t);
	await deps.downloadClients.add(buildDownloadClient({url: client.url, username: 'admin', password: 'right horse'}), new Date());
	await deps.qualityProfiles.ensureDefaults(new Date());
	const profile = await deps.qualityProfiles.getDefault();
	const choice = {monitored: true, minimumAvailability: 'announced' as const, rootFolderPath: '/films', path: '/films/harbour'};
	const movie = await deps.movies.add(
		movieDetails,
		{...choice, qualityProfileId: profile.id, libraryId: null, searchOnAdd: false},
		new Date(),
	);

	const entered = {name: 'Meadow', kind: 'definition', url: site.url, definition: 'hidden-meadow', settings: account, seedRatio: 1.5};
	const wrong = await call('POST /api/indexers/test', {body: {...entered, settings: {...account, password: 'wrong horse'}}});
	t.regex(JSON.stringify(wrong.body), /refuses the login: Wrong name or password/);
	t.false(JSON.stringify(wrong.body).includes('wrong horse'));
	const tried = await call('POST /api/indexers/test', {body: entered});
	t.regex(JSON.stringify(tried.body), /1 releases on the first page/);
	const {body: indexer} = await call('POST /api/indexers', {body: entered});
	t.like(indexer, {status: 'ok', settings: {username: 'vera', password: '********'}});

	site.forgetAll();
	const search = await call(`GET /api/search?movieId=${movie.id}`);
	t.is(search.status, 200);
	const [release] = search.body.releases ?? search.body.results;
	t.like(release, {title: site.rows[0]?.title, indexerId: indexer.id, protocol: 'torrent'});
	t.false(JSON.stringify(search.body).includes('correct horse'));

	site.forgetAll();
	const grabbed = await call('POST /api/download/grab', {body: {guid: release.guid, indexerId: indexer.id, movieId: movie.id}});
	t.is(grabbed.status, 201);
	t.like(grabbed.body, {success: true, downloadId: site.infoHash});
	t.is(client.added.length, 1);
	t.like(client.added[0], {ratioLimit: '1.5', seedingTimeLimit: '2880'}, 'entered goals, and no less than the site wants');
	t.like(await deps.indexers.get(indexer.id), {status: 'ok', lastError: null});
	const raw = JSON.stringify(await deps.connection.collection('indexers').findOne({}));
	t.false(raw.includes('correct horse') || raw.includes('vera'), 'its settings are sealed');
	const keys = await deps.producer.keys(`${deps.prefix}:site-session:*`);
	t.is(keys.length, 1, 'that of the settings that were tried was taken over, and is forgotten with it');
	t.false((await deps.producer.mget(keys)).join().includes('member'), 'sessions are sealed');
});

test('a test that fails tells where else the site is', async t => {
	const {call, define} = await household(t);
	const site = await privateSite(t);
	site.answer = (_heard, response) => {
		response.writeHead(301, {location: 'https://new-meadow.example/'}).end();
		return true;
	};
	await define('hidden-meadow', siteDefinition(site.url, {login: ''}));
	const body = {name: 'Meadow', kind: 'definition', url: site.url, definition: 'hidden-meadow'};
	const failed = await call('POST /api/indexers/test', {body});
	t.is(failed.status, 400);
	t.like(failed.body, {code: 'wrong_protocol', links: ['https://new-meadow.example/']});
});

test('an indexer whose definition is gone says so, and the rest goes on', async t => {
	const {call, deps} = await household(t);
	const {body: indexer} = await call('POST /api/indexers', {
		body: {name: 'Meadow', kind: 'definition', url: 'http://meadow.test', definition: 'gone', settings: account},
	});
	t.is((await call('GET /api/search?query=tide')).status, 200);
	const {status, lastError} = await deps.indexers.get(indexer.id);
	t.is(status, 'error');
	t.regex(lastError ?? '', /The definition gone of Meadow is neither in the folder nor in the package/);
});
