import test from 'ava';
import type {SearchCriteria} from '#shared/domain/indexers/search-criteria.ts';
import {untagged} from '#shared/domain/media/tags.ts';
import {TooMany, UpstreamFailed} from '#shared/errors.ts';
import type {NewIndexer} from '#shared/store/providers/provider-stores.ts';
import {readRooms} from '#shared/tasks/search-room.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {fakeIndexer} from '#test/helpers/fake-indexer.ts';
import {longSignal, patienceMs} from '#test/helpers/until.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import type {AnswerTime} from '#workers/integrations/indexers/answer-limits.ts';
import type {Indexer} from '#workers/integrations/indexers/indexer.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {createSearchIndexers} from '#workers/wiring/ask-indexers.ts';

const criteria: SearchCriteria = {kind: 'text', query: 'lamp', categories: null, limit: 10, media: 'movie'};

test("a title's search asks the indexers of its library and those of all; a person may name any", async t => {
	const {deps} = await withWorkerDeps(t);
	const add = (name: string, tags: string[], scope: 'movies' | 'tv' | null = null) =>
		deps.indexers.add(buildIndexer({name, tags, scope}), new Date());
	await add('For all', []);
	const films = await add('For films', ['Films']);
	await add('For shows', ['Shows']);
	const series = await add('For series only', [], 'tv');
	const answer: Indexer = {
		kind: 'torznab',
		search: async () => [],
		recent: async () => [],
		test: () => Promise.reject(new Error('not asked')),
		capabilities: () => Promise.reject(new Error('not asked')),
	};
	const {searchIndexers} = createSearchIndexers({...deps, openIndexer: () => answer});
	const asked = async (request: Partial<Parameters<typeof searchIndexers>[0]>) => {
		const {indexerResults} = await searchIndexers(
			{criteria, use: 'interactive', indexerIds: null, ...request},
			new AbortController().signal,
		);
		return indexerResults.map(({indexerName}) => indexerName).toSorted();
	};
	t.deepEqual(await asked({title: {library: {id: 'l', name: 'films'}, labels: []}}), ['For all', 'For films']);
	t.deepEqual(await asked({title: untagged}), ['For all']);
	t.deepEqual(await asked({title: {library: null, labels: ['shows']}}), ['For all', 'For shows']);
	t.deepEqual(await asked({}), ['For all', 'For films', 'For shows']);
	t.deepEqual(await asked({indexerIds: [films.id], title: untagged}), ['For films']);
	t.deepEqual(await asked({criteria: {...criteria, media: 'tv'}, title: untagged}), ['For all', 'For series only']);
	t.deepEqual(await asked({criteria: {...criteria, media: null}, title: untagged}), ['For all', 'For series only']);
	t.deepEqual(await asked({indexerIds: [series.id]}), ['For series only']);
});

test('tasks, people and feeds ask the indexers that are for them; a person may name any', async t => {
	const {deps} = await withWorkerDeps(t);
	const add = (name: string, uses: Partial<NewIndexer>) =>
		deps.indexers.add(buildIndexer({name, rss: false, automatic: false, interactive: false, ...uses}), new Date());
	await add('For feeds', {rss: true});
	await add('For tasks', {automatic: true});
	await add('For people', {interactive: true});
	const idle = await add('For nothing', {});
	await add('Off', {enabled: false, rss: true, automatic: true, interactive: true});
	const answer: Indexer = {
		kind: 'torznab',
		search: async () => [],
		recent: async () => [],
		test: () => Promise.reject(new Error('not asked')),
		capabilities: () => Promise.reject(new Error('not asked')),
	};
	const {searchIndexers, recentReleases} = createSearchIndexers({...deps, openIndexer: () => answer});
	const {signal} = new AbortController();
	const namesOf = ({indexerResults}: Awaited<ReturnType<typeof recentReleases>>) => indexerResults.map(({indexerName}) => indexerName);
	t.deepEqual(namesOf(await recentReleases(signal)), ['For feeds']);
	t.deepEqual(namesOf(await searchIndexers({criteria, use: 'automatic', indexerIds: null}, signal)), ['For tasks']);
	t.deepEqual(namesOf(await searchIndexers({criteria, use: 'interactive', indexerIds: null}, signal)), ['For people']);
	t.deepEqual(namesOf(await searchIndexers({criteria, use: 'interactive', indexerIds: [idle.id]}, signal)), ['For nothing']);
	t.is((await readRooms(deps)).enabled, 1);
});

test('a search for nothing reads the feed of the indexer, and counts as that', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer(), new Date());
	const read: string[] = [];
	const answer: Indexer = {
		kind: 'torznab',
		search: () => Promise.reject(new Error('not asked')),
		recent: async () => {
			read.push('feed');
			return [];
		},
		test: () => Promise.reject(new Error('not asked')),
		capabilities: () => Promise.reject(new Error('not asked')),
	};
	const open: WorkerDeps['openIndexer'] = (_settings, _reason, time) => ({
		...answer,
		recent: async signal => {
			await time?.whileWaiting(async () => {});
			return answer.recent(signal);
		},
	});
	const {searchIndexers} = createSearchIndexers({...deps, openIndexer: open});
	const nothing = {...criteria, query: '', media: null};
	const {indexerResults} = await searchIndexers({criteria: nothing, use: 'interactive', indexerIds: [id]}, new AbortController().signal);
	t.deepEqual([read, indexerResults[0]?.status], [['feed'], 'ok']);
	t.like((await deps.indexerActivity.statistics(1, deps.now()))[0], {rss: 1, queries: 0});
});

test('waiting for our own limits is no failure of an indexer that answers in time', async t => {
	const {deps} = await withWorkerDeps(t);
	const site = await fakeIndexer(t, {items: [{title: 'Lamp 2019 1080p'}]});
	// Its description is asked first, so the search itself has to wait.
	const patient = buildIndexer({url: site.url, minimumIntervalSeconds: 1});
	const {id} = await deps.indexers.add(patient, new Date());
	let waits = 0;
	const openIndexer: typeof deps.openIndexer = (record, reason, time) => {
		const whileWaiting: AnswerTime['whileWaiting'] = work => {
			waits += 1;
			return time ? time.whileWaiting(work) : work();
		};
		return deps.openIndexer(record, reason, time && {...time, whileWaiting});
	};
	const {searchIndexers} = createSearchIndexers({...deps, openIndexer, leastMs: patienceMs});
	const {indexerResults} = await searchIndexers({criteria, use: 'interactive', indexerIds: [id]}, new AbortController().signal);
	t.like(indexerResults[0], {status: 'ok', errorMessage: null});
	t.is(waits, 2, 'its time stands still at each wait');
	t.like(await deps.indexers.get(id), {failures: 0, status: 'ok', disabledUntil: null});
});

test('an indexer that is asked too rarely for this search has not failed, and its row says so', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer(), new Date());
	const waiting: WorkerDeps['openIndexer'] = (_record, _reason, time) => ({
		kind: 'torznab',
		search: () => time?.whileWaiting(() => new Promise<never>(() => {})) ?? Promise.reject(new Error('no time')),
		recent: async () => [],
		test: () => Promise.reject(new Error('not asked')),
		capabilities: () => Promise.reject(new Error('not asked')),
	});
	const {searchIndexers} = createSearchIndexers({...deps, openIndexer: waiting, totalSeconds: 0.05});
	const {indexerResults} = await searchIndexers({criteria, use: 'interactive', indexerIds: [id]}, new AbortController().signal);
	t.is(indexerResults[0]?.status, 'rate_limited');
	t.regex(indexerResults[0]?.errorMessage ?? '', /minimum interval/);
	t.like(await deps.indexers.get(id), {failures: 0, status: 'ok', disabledUntil: null, lastError: null});
});

test('a pause that was set under a clock years ahead does not outlast the longest pause', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer(), new Date());
	await deps.indexers.setHealth(id, {disabledUntil: new Date('2200-01-01'), failures: 3});
	await deps.searchIndexers({criteria, use: 'interactive', indexerIds: [id]}, new AbortController().signal);
	const {disabledUntil} = await deps.indexers.get(id);
	t.true(disabledUntil !== null && Number(disabledUntil) <= Date.now() + 86_400_000);
});

test('what a search finds is not noted on an indexer that was changed or paused meanwhile', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer(), new Date());
	const searchWhile = async (happens: () => Promise<unknown>, end: () => Promise<never[]>) => {
		const search = async () => {
			await happens();
			return end();
		};
		const silent = () => Promise.reject(new Error('not asked'));
		const openIndexer: WorkerDeps['openIndexer'] = () => ({kind: 'torznab', search, recent: search, test: silent, capabilities: silent});
		await createSearchIndexers({...deps, openIndexer}).searchIndexers(
			{criteria, use: 'interactive', indexerIds: [id]},
			new AbortController().signal,
		);
		return deps.indexers.get(id);
	};
	const fail = () => Promise.reject(new UpstreamFailed('connection_refused', 'The site refuses the connection.'));
	const change = async (fields: Partial<NewIndexer>, at: Date) => deps.indexers.change(await deps.indexers.get(id), fields, at);
	const after = (ms: number) => new Date(Date.now() + ms);

	const corrected = await searchWhile(() => change({url: 'http://other.test'}, after(1000)), fail);
	t.like(corrected, {status: 'ok', failures: 0, disabledUntil: null, lastError: null});
	const switchedOff = await searchWhile(() => change({enabled: false}, after(2000)), fail);
	t.is(switchedOff.status, 'disabled');

	await change({enabled: true}, after(3000));
	t.like(await searchWhile(async () => {}, fail), {status: 'error', failures: 1});
	const asked = after(3_600_000);
	await deps.indexers.setHealth(id, {disabledUntil: null});
	const resting = await searchWhile(
		() => deps.indexers.setHealth(id, {status: 'rate_limited', disabledUntil: asked}),
		async () => [],
	);
	t.like(resting, {status: 'rate_limited', disabledUntil: asked});
});

test('searches and feeds are counted by day, with the requests that they took', async t => {
	const {deps} = await withWorkerDeps(t);
	const site = await fakeIndexer(t, {items: [{title: 'Lamp 2019 1080p'}]});
	const {id} = await deps.indexers.add(buildIndexer({name: 'Good', url: site.url}), new Date());
	await deps.indexers.add(buildIndexer({name: 'Broken', url: 'http://127.0.0.1:1'}), new Date());
	const {signal} = new AbortController();
	await deps.searchIndexers({criteria, use: 'automatic', indexerIds: null}, signal);
	await deps.recentReleases(signal);
	const found = await deps.indexerActivity.statistics(1, deps.now());
	const [good, broken] = ['Good', 'Broken'].map(name => found.find(each => each.name === name));
	t.like(good, {queries: 1, failedQueries: 0, rss: 1, failedRss: 0, answers: 2, requests: site.requests.length});
	t.like(broken, {queries: 1, failedQueries: 1, rss: 1, failedRss: 1, answers: 0, meanMs: null});
	const {events} = await deps.indexerActivity.page({indexerId: id, page: 1, limit: 10}, deps.now());
	t.deepEqual(events.map(({action, subject}) => [action, subject]).toSorted(), [
		['query', 'lamp'],
		['rss', null],
	]);
});

test('after a 429 of a grab no release is fetched before the time that the site asked for', async t => {
	const {deps} = await withWorkerDeps(t);
	const site = await fakeIndexer(t, {answer: () => ({status: 429, headers: {'retry-after': '600'}})});
	const indexer = await deps.indexers.add(buildIndexer({kind: 'newznab', url: site.url}), new Date());
	const fetch = () =>
		deps.fetchRelease({downloadUrl: `${site.url}/download/0`, magnetUrl: null, protocol: 'usenet', indexer}, longSignal());
	t.is((await t.throwsAsync(fetch(), {instanceOf: TooMany}))?.retryAfterSeconds, 600);
	const second = await t.throwsAsync(fetch(), {instanceOf: TooMany});
	t.true((second?.retryAfterSeconds ?? 0) > 590);
	t.is(site.requests.length, 1);
});

test('grabs are counted, failed ones with their reason, and those that our own limits held back are not', async t => {
	const {deps} = await withWorkerDeps(t);
	const {id} = await deps.indexers.add(buildIndexer({grabLimit: 2}), new Date());
	const indexer = await deps.indexers.get(id);
	const magnetUrl = `magnet:?xt=urn:btih:${'a'.repeat(40)}`;
	const fetch = (link: string | null) =>
		deps.fetchRelease({title: 'Lamp.2019', downloadUrl: null, magnetUrl: link, protocol: 'torrent', indexer}, longSignal());
	await fetch(magnetUrl);
	await t.throwsAsync(fetch(null));
	await t.throwsAsync(fetch(magnetUrl), {instanceOf: TooMany});
	t.like(await deps.indexerActivity.statistics(1, deps.now()), {0: {grabs: 2, failedGrabs: 1}, length: 1});
	const {events} = await deps.indexerActivity.page({indexerId: id, action: 'grab', page: 1, limit: 10}, deps.now());
	t.true(events.every(({subject}) => subject === 'Lamp.2019'));
	t.is(events.filter(({error}) => error !== null).length, 1);
});
