import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import test from 'ava';
import {Cancelled} from '#shared/errors.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import {buildSubtitleCriteria} from '#test/helpers/build-subtitle-criteria.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {longSignal} from '#test/helpers/until.ts';
import {buildSiteSubtitle} from '#test/helpers/world/subtitle-provider.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handleTestConnection} from '#workers/connections/test-connection.ts';
import {createSubtitleProviders} from '#workers/wiring/subtitle-providers.ts';

const criteria = buildSubtitleCriteria();

test('each provider has a row, and a failing or silent one holds nobody up', async t => {
	const world = await createWorld(t, {subtitleProvider: {}});
	const {deps, site, signal} = world;
	const silent = createServer(() => {});
	await new Promise<void>(resolve => {
		silent.listen(0, '127.0.0.1', resolve);
	});
	t.teardown(() => {
		silent.closeAllConnections();
		silent.close();
	});
	const add = (name: string, url: string, change = {}) =>
		deps.subtitleProviders.add({...site.record, username: '', name, url, ...change}, new Date());
	const slow = await add('Silent', `http://127.0.0.1:${(silent.address() as AddressInfo).port}/api/v1`, {timeoutSeconds: 1});
	const closed = await add('Closed', 'http://127.0.0.1:9/api/v1');
	await add('Off', site.url, {enabled: false});
	await add('Shelf', tempFolder(t), {kind: 'folder'});
	const usual = createSubtitleProviders({...deps, redis: deps.producer, now: () => world.clock.at, totalSeconds: 600});
	const {found, providerResults} = await usual.searchSubtitleProviders({criteria, providerIds: null}, signal);
	t.deepEqual(
		found.map(({provider, id}) => [provider, id]),
		[['OpenSubtitles', '11']],
	);
	t.deepEqual(providerResults.map(({provider, status, resultCount}) => [provider, status, resultCount]).sort(), [
		['Closed', 'error', 0],
		['OpenSubtitles', 'ok', 1],
		['Shelf', 'ok', 0],
		['Silent', 'error', 0],
	]);
	t.like(await deps.subtitleProviders.get(slow.id), {status: 'error', failures: 1, lastError: 'No answer within 1 seconds.'});
	t.like(await deps.subtitleProviders.get(closed.id), {status: 'error', failures: 1});
	// The first failure causes no pause, the second does.
	await world.searchSubtitleProviders({criteria, providerIds: [closed.id]}, signal);
	const third = await world.searchSubtitleProviders({criteria, providerIds: [closed.id]}, signal);
	t.regex(third.providerResults[0]?.errorMessage ?? '', /is paused until/);
	t.is((await deps.subtitleProviders.get(closed.id)).failures, 2);
});

test('a 429 pauses a provider as long as it says, and a success ends a failure', async t => {
	const {site, record, clock, searchSubtitleProviders, signal} = await createWorld(t, {subtitleProvider: {record: {username: ''}}});
	site.override = () => ({status: 429, type: 'text/plain', body: '', headers: {'retry-after': '600'}});
	const limited = await searchSubtitleProviders({criteria, providerIds: null}, signal);
	t.is(limited.providerResults[0]?.status, 'rate_limited');
	const until = new Date(clock.at.getTime() + 600_000);
	t.like(await record(), {status: 'rate_limited', failures: 0, disabledUntil: until});
	clock.at = until;
	site.override = () => null;
	t.is((await searchSubtitleProviders({criteria, providerIds: null}, signal)).found.length, 1);
	t.like(await record(), {status: 'ok', disabledUntil: null, lastError: null});
});

test('what is learned of old settings is not written to new ones', async t => {
	const {site, deps, id, record, download, signal} = await createWorld(t, {subtitleProvider: {}});
	site.override = async ({path}) => {
		if (path !== 'download') {
			return null;
		}
		await deps.subtitleProviders.change(await deps.subtitleProviders.get(id), {timeoutSeconds: 30}, new Date());
		return {status: 503, type: 'text/plain', body: ''};
	};
	await t.throwsAsync(download(), {code: 'provider_failed'});
	t.like(await record(), {status: 'ok', failures: 0});
	t.false(signal.aborted);
});

test('results have a limit, and matches by hash and id go first', async t => {
	const hash = '00aa11bb22cc33dd';
	const many = Array.from({length: 160}, (_, index) => buildSiteSubtitle({fileId: index + 1, hashes: index === 149 ? [hash] : []}));
	const {deps, site, searchSubtitleProviders, signal} = await createWorld(t, {
		subtitleProvider: {site: {subtitles: many}, record: {username: ''}},
	});
	for (const name of ['B', 'C']) {
		await deps.subtitleProviders.add({...site.record, username: '', name}, new Date());
	}
	const {found, providerResults} = await searchSubtitleProviders({criteria: {...criteria, movieHash: hash}, providerIds: null}, signal);
	t.is(found.length, 300);
	t.deepEqual(
		providerResults.map(({resultCount}) => resultCount),
		[150, 150, 150],
	);
	t.deepEqual(found.map(({isHashMatch}) => isHashMatch).slice(0, 4), [true, true, true, false]);
});

test('the whole search has an end, and a stop is no failure of a provider', async t => {
	const {deps, site, record, clock, searchSubtitleProviders} = await createWorld(t, {
		subtitleProvider: {record: {username: '', timeoutSeconds: 60}},
	});
	site.override = () => new Promise(() => {});
	const short = createSubtitleProviders({...deps, redis: deps.producer, now: () => clock.at, totalSeconds: 0.3});
	const {providerResults} = await short.searchSubtitleProviders({criteria, providerIds: null}, new AbortController().signal);
	// On a busy machine our own turn may have taken the time.
	t.not(providerResults[0]?.status, 'ok');
	const before = await record();
	const stop = new AbortController();
	const searching = searchSubtitleProviders({criteria, providerIds: null}, stop.signal);
	stop.abort();
	await t.throwsAsync(searching, {instanceOf: Cancelled});
	t.is((await record()).failures, before.failures);
});

test('a test by a person becomes the status of the record', async t => {
	const {deps, site, id, record, openSubtitleProvider} = await createWorld(t, {subtitleProvider: {record: {password: 'wrong'}}});
	const run = {id: 'job', attempt: 1, signal: longSignal(), log: deps.log};
	const tryOut = async () => {
		const sealed = sealPayload({name: 'test-connection'}, await record(), deps.secrets);
		return handleTestConnection({family: 'subtitleProvider', sealed, recordId: id}, {...deps, openSubtitleProvider}, run);
	};
	await t.throwsAsync(tryOut(), {code: 'authentication_failed'});
	t.like(await record(), {status: 'error', isLoginRefused: true});
	// The provider has changed its mind, not the person.
	site.password = 'wrong';
	t.is((await tryOut()).version, 'v1');
	t.like(await record(), {status: 'ok', isLoginRefused: false, lastError: null});
});

test('a deleted provider downloads nothing', async t => {
	const {deps, id, download} = await createWorld(t, {subtitleProvider: {}});
	await deps.subtitleProviders.remove(id);
	await t.throwsAsync(download(), {code: 'subtitle_provider_not_found'});
});

test('a pause that was set under a clock years ahead is over, and the provider is asked', async t => {
	const {deps, id, record, searchSubtitleProviders, signal} = await createWorld(t, {subtitleProvider: {record: {username: ''}}});
	await deps.subtitleProviders.setHealth(id, {status: 'error', disabledUntil: new Date('2200-01-01'), failures: 3});
	await searchSubtitleProviders({criteria, providerIds: null}, signal);
	t.like(await record(), {status: 'ok', disabledUntil: null});
});

test('languages that nobody asked for or knows, and folders in names, do not get in', async t => {
	const subtitles = ['en', 'fr', '../../etc', 'xx'].map((language, index) => buildSiteSubtitle({fileId: index + 1, language}));
	const {site, searchSubtitleProviders, download, signal} = await createWorld(t, {subtitleProvider: {site: {subtitles}}});
	const data = subtitles.map(({fileId, language}) => ({attributes: {language, files: [{file_id: fileId, file_name: 'x'}]}}));
	site.override = ({path}) => (path.startsWith('subtitles') ? {type: 'application/json', body: JSON.stringify({data})} : null);
	const {found} = await searchSubtitleProviders({criteria, providerIds: null}, signal);
	t.deepEqual(
		found.map(({id, language}) => [id, language]),
		[['1', 'en']],
	);
	const link = `${site.url.replace('/api/v1', '')}/file/none`;
	const answer = {link, file_name: '../..\\evil\n.srt', remaining: 3, reset_time_utc: '2026-03-02T00:00:00Z'};
	site.override = ({path}) =>
		path === 'download'
			? {type: 'application/json', body: JSON.stringify(answer)}
			: path.startsWith('/file')
				? {type: 'text/plain', body: '1'}
				: null;
	t.is((await download()).name, 'evil.srt');
});
