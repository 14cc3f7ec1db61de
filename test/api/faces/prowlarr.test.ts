import test, {type ExecutionContext} from 'ava';
import {dayMs} from '#shared/domain/durations.ts';
import {TooMany} from '#shared/errors.ts';
import type {SearchReleases} from '#shared/jobs/search.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {buildRelease} from '#test/helpers/build-release.ts';
import {withFaces} from '#test/helpers/faces.ts';
import {unjudged} from '#test/helpers/unjudged.ts';
import {parseFeed} from '#workers/integrations/indexers/feed/parse-feed.ts';
import {parseCaps} from '#workers/integrations/indexers/newznab/caps.ts';

const guid = `rel_${'b'.repeat(32)}`;
const title = 'The.Quiet.Harbour.S01E02.1080p.WEB-DL.x265-NOBODY';
const passkey = 'https://tracker.example/dl/1.torrent?passkey=topsecret';

/** With an indexer that has one release, which it knows by an address with a key. */
async function start(t: ExecutionContext, app: object = {}) {
	const served = await withFaces(t, app);
	const {deps, ask} = served;
	const indexer = await deps.indexers.add(buildIndexer({name: 'Tracker & Co', apiKey: 'hidden-key-of-the-site'}), deps.now());
	const asked: SearchReleases[] = [];
	const state = {status: 'ok' as 'ok' | 'error', fetched: 0, isLimited: false};
	const release = buildRelease({
		...{guid, title, indexer: indexer.name, indexerId: indexer.id, downloadUrl: passkey, infoUrl: passkey, publishDate: deps.now()},
		...{
			category: ['5040', '100001', 'TV HD'],
			flags: ['freeleech', 'internal'],
			infoHash: 'a'.repeat(40),
			imdbId: 'tt0000005',
			tvMetaId: 7,
		},
	});
	await answerJobs(t, served, {
		searchReleases: async payload => {
			asked.push(payload);
			const {id: indexerId, name: indexerName} = indexer;
			const isFound = state.status === 'ok';
			const result = {indexerId, indexerName, resultCount: 1, status: state.status, errorMessage: isFound ? null : 'It is down.'};
			await deps.releaseCache.put('s', {releases: isFound ? [unjudged(release)] : [], indexerResults: [result], searchTime: deps.now()});
			return {searchId: 's', total: 1, duration: 1};
		},
		handOverFile: async ({indexerId, guid: wanted}) => {
			state.fetched += 1;
			if (state.isLimited) {
				throw new TooMany('rate_limited', 'No more grabs today.', 90);
			}
			const file = {magnetUrl: null, torrent: Buffer.from('d4:infod4:name1:aee'), nzb: null, infoHash: 'a'.repeat(40)};
			await deps.keptFiles.keep({indexerId, guid: wanted}, file, true);
		},
	});
	const [{id: number}] = (await ask('GET /prowlarr/api/v1/indexer')).body;
	return {...served, indexer, number: number as number, asked, state};
}

test('an indexer is a server of Torznab, whose releases come by signed links without the address at the site', async t => {
	const {ask, url, number, asked, state, key, deps, indexer} = await start(t);
	const caps = parseCaps((await ask(`GET /prowlarr/${number}/api?t=caps`)).text);
	t.like(caps, {title: 'Prowlarr', maxPageSize: 100, tvSearch: {params: ['q', 'season', 'ep', 'imdbid', 'tvdbid', 'tmdbid']}});
	t.deepEqual(
		caps.categories.map(({id}) => id),
		[2000, 5000],
	);
	const answered = await fetch(`${url}/prowlarr/${number}/api?t=tvsearch&q=The+Quiet+Harbour&season=1&ep=2&cat=5040&apikey=${key}`);
	const feed = await answered.text();
	t.is(answered.status, 200, feed);
	for (const secret of ['topsecret', 'passkey', 'hidden-key-of-the-site', 'tracker.example']) {
		t.false(feed.includes(secret), secret);
	}
	t.deepEqual(asked[0]?.subject, {kind: 'manual', query: 'The Quiet Harbour S01E02'});
	t.deepEqual([asked[0]?.indexerIds, asked[0]?.categories], [[indexer.id], [5040]]);
	const {releases, total} = parseFeed(feed, {url, protocol: 'torrent'});
	t.is(total, 1);
	t.like(releases[0], {
		title,
		guid,
		seeders: 20,
		flags: ['freeleech', 'internal'],
		imdbId: 'tt0000005',
		tvMetaId: 7,
		infoHash: 'a'.repeat(40),
	});
	const link = releases[0]?.downloadUrl ?? '';
	t.true(link.startsWith(`${url}/prowlarr/${number}/download?link=`), link);
	t.false(link.includes(key));

	const file = await fetch(link);
	t.is(file.status, 200);
	t.is(file.headers.get('content-type'), 'application/x-bittorrent');
	t.regex(file.headers.get('content-disposition') ?? '', /filename="The\.Quiet\.Harbour.*\.torrent"/);
	t.is(await file.text(), 'd4:infod4:name1:aee');
	t.is((await fetch(link)).status, 200);
	t.is(state.fetched, 1, 'a file that was just fetched is not fetched again');
	for (const [what, changed] of [
		['another release', link.replace(/b(?=&file)/, 'c')],
		['another indexer', link.replace(`/${number}/`, `/${number + 1}/`)],
		['another title', `${link}x`],
	] as const) {
		t.is((await fetch(changed)).status, 401, what);
		t.is((await fetch(changed, {headers: {'x-api-key': key}})).status, 404, what);
	}
	await deps.keptFiles.drop({indexerId: indexer.id, guid});
	state.isLimited = true;
	const refused = await fetch(link);
	t.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '90']);
	for (const each of await deps.apiKeys.list()) {
		await (each.type === 'apps' ? deps.apiKeys.remove(each.id) : null);
	}
	t.is((await fetch(link)).status, 401, 'a link ends with its key');
});

test('what an indexer is asked for follows from ids, seasons, days and years, and nothing stands for the latest', async t => {
	const {ask, asked, number} = await start(t);
	for (const [query, subject] of [
		['t=search', {kind: 'manual', query: ''}],
		['t=search&q=A+B', {kind: 'manual', query: 'A B'}],
		['t=SEARCH&Q=A', {kind: 'manual', query: 'A'}],
		['t=movie&q=A&year=1999', {kind: 'manual', query: 'A 1999'}],
		['t=movie&tmdbid=603&q=A', {kind: 'movie', movie: {metaId: 603}}],
		['t=tvsearch&tvdbid=81189', {kind: 'tv', series: {tvMetaId: 81189}, seasonNumber: null}],
		['t=tvsearch&tvdbid=81189&season=2&ep=3', {kind: 'tv', series: {tvMetaId: 81189}, seasonNumber: 2}],
		['t=tvsearch&tmdbid=1396&season=2', {kind: 'tv', series: {metaId: 1396}, seasonNumber: 2}],
		['t=tvsearch&q=Late&season=2026&ep=11/30', {kind: 'manual', query: 'Late 2026 11 30'}],
	] as const) {
		asked.length = 0;
		const answered = await ask(`GET /prowlarr/${number}/api?${query}`);
		t.is(answered.status, 200, `${query}: ${answered.text}`);
		t.deepEqual(asked[0]?.subject, subject as never, query);
	}
	asked.length = 0;
	t.is((await ask(`GET /prowlarr/${number}/api?t=music&q=A`)).status, 200);
	t.deepEqual(asked, [], 'nobody is asked for music');
	const other = await ask(`GET /prowlarr/${number}/api?t=tvsearch&tvdbid=81189&season=1&ep=3`);
	t.false(other.text.includes(title), 'another episode of the season is left out');
	t.true((await ask(`GET /prowlarr/${number}/api?t=tvsearch&tvdbid=81189&season=1&ep=2`)).text.includes(title));
});

test('a failure is an error of Newznab, never an empty list', async t => {
	const {ask, number, state, deps, indexer} = await start(t);
	for (const [path, status, code] of [
		['?', 400, 200],
		['?t=nonsense', 400, 202],
	] as const) {
		const answered = await ask(`GET /prowlarr/${number}/api${path}`);
		t.is(answered.status, status, path);
		t.regex(answered.text, new RegExp(`<error code="${code}"`));
	}
	state.status = 'error';
	const down = await ask(`GET /prowlarr/${number}/api?t=search&q=x`);
	t.deepEqual([down.status, /code="900" description="It is down\."/.test(down.text)], [503, true]);
	t.is((await ask('GET /prowlarr/999/api?t=caps')).status, 404);
	t.is((await ask(`GET /prowlarr/${number}/api?t=caps`, {key: null})).status, 401);
	await deps.indexers.change(indexer, {enabled: false}, deps.now());
	t.is((await ask(`GET /prowlarr/${number}/api?t=search`)).status, 410);
});

test('programs for Prowlarr list indexers with capabilities, figures, failures and releases', async t => {
	const {ask, number, deps, indexer, call} = await start(t, {readOnly: true});
	t.like((await ask('GET /prowlarr/api')).body, {current: 'v1'});
	t.like((await ask('GET /prowlarr/api/v1/system/status')).body, {appName: 'Prowlarr', version: '2.3.0.0', urlBase: '/prowlarr'});
	const {status, text, body} = await ask('GET /Prowlarr/API/v1/indexer/');
	t.is(status, 200, text);
	t.false(/null|hidden-key/.test(text), text);
	t.like(body[0], {
		...{id: number, name: 'Tracker & Co', enable: true, protocol: 'torrent', privacy: 'private', priority: 25, appProfileId: 1},
		...{indexerUrls: ['http://site.test'], legacyUrls: [], definitionName: 'Torznab', supportsRss: true, supportsSearch: true},
	});
	t.like(body[0].capabilities, {limitsMax: 100, searchParams: ['q'], movieSearchParams: ['q', 'imdbId', 'tmdbId', 'year']});
	const at = deps.now();
	const event = {indexerId: indexer.id, indexerName: indexer.name, requests: 1, releases: 3};
	await deps.indexerActivity.note(
		[{...event, action: 'query', subject: 'A', error: null, answerMs: 120}],
		new Date(Number(at) - 3 * dayMs),
	);
	await deps.indexerActivity.note([{...event, action: 'grab', subject: title, error: 'gone', answerMs: null}], at);
	const statsOf = async (query = '') => (await ask(`GET /prowlarr/api/v1/indexerstats${query}`)).body.indexers[0];
	t.like(await statsOf(), {indexerId: number, numberOfQueries: 1, numberOfGrabs: 1, numberOfFailedGrabs: 1, averageResponseTime: 120});
	const day = (back: number) => new Date(Number(at) - back * dayMs).toISOString();
	t.like(await statsOf(`?startDate=${day(1)}`), {numberOfQueries: 0, numberOfGrabs: 1});
	t.like(await statsOf(`?startDate=${day(9)}&endDate=${day(1)}`), {numberOfQueries: 1, numberOfGrabs: 0});
	const {records, totalRecords} = (await ask('GET /prowlarr/api/v1/history?pageSize=1')).body;
	t.is(totalRecords, 2);
	t.like(records[0], {indexerId: number, eventType: 'releaseGrabbed', successful: false, data: {grabTitle: title}});
	t.deepEqual((await ask('GET /prowlarr/api/v1/indexerstatus')).body, []);
	await deps.indexers.setHealth(indexer.id, {
		status: 'error',
		lastError: 'It is down.',
		disabledUntil: new Date(Number(at) + dayMs),
		failures: 3,
		capabilities: null,
	});
	t.like((await ask('GET /prowlarr/api/v1/indexerstatus')).body[0], {indexerId: number});
	const found = await ask('GET /prowlarr/api/v1/search?query=harbour&type=search&indexerIds=-2&categories=5000');
	t.like(found.body[0], {
		guid,
		title,
		indexerId: number,
		protocol: 'torrent',
		categories: [{id: 5040}, {id: 100001}],
		tvdbId: 7,
		imdbId: 5,
	});
	t.regex(found.body[0].downloadUrl, /\/prowlarr\/\d+\/download\?link=/);
	t.false(/topsecret|tracker\.example|null/.test(found.text), found.text);
	t.deepEqual((await ask('GET /prowlarr/api/v1/search?query=harbour&categories=2000')).body, []);
	for (const path of ['applications', 'notification', 'downloadclient', 'tag', 'indexerproxy']) {
		t.true(Array.isArray((await ask(`GET /prowlarr/api/v1/${path}`)).body), path);
	}
	t.is((await ask('POST /prowlarr/api/v1/indexer/testall')).status, 403);
	t.is((await ask('GET /prowlarr/api/v3/indexer')).status, 404);
	const {body: made} = await call('POST /api/settings/system/api-keys', {body: {name: 'Seerr', type: 'apps', faces: ['movies']}});
	t.is((await ask('GET /prowlarr/api/v1/indexer', {key: made.key.value})).status, 403);
});
