import {randomUUID} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import type {FileSubtitles, Subtitle} from '#shared/domain/media/subtitle.ts';
import {subtitleSearchKey} from '#shared/domain/searches/search-backoff.ts';
import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {FetchSubtitles} from '#shared/jobs/subtitles.ts';
import type {TaskOptions} from '#shared/store/tasks/task-execution-schema.ts';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {withStores} from '#test/helpers/stores.ts';
import type {WorkerWorld} from '#test/helpers/worker-deps.ts';
import {createWorld, type World} from '#test/helpers/world.ts';
import {bodies, handleRunTask} from '#workers/tasks/run-task.ts';

const dayMs = 86_400_000;
const provider = {
	name: 'Site',
	kind: 'opensubtitles',
	url: 'http://127.0.0.1:9/api/v1',
	apiKey: 'k',
	username: '',
	password: '',
	enabled: true,
	priority: 25,
	dailyLimit: null,
	timeoutSeconds: 10,
} as const;

const subtitles = (missing: string[], list: Subtitle[] = []): FileSubtitles => ({list, missing, readAt: new Date(), stamp: 's'});

const downloaded = (daysAgo: number, score: number): Subtitle => ({
	id: randomUUID(),
	language: 'en',
	forced: false,
	hearingImpaired: false,
	source: 'downloaded',
	path: '/x/a.en.srt',
	format: 'srt',
	score,
	provider: 'Site',
	providerSubtitleId: '1',
	downloadedAt: new Date(Date.now() - daysAgo * dayMs),
});

let number = 0;
async function addMovie({deps, addMovie: add}: WorkerWorld, read: FileSubtitles | null, monitored = true): Promise<string> {
	number += 1;
	const title = `Film ${number}`;
	const {id} = await add(buildMovieDetails({metaId: 1000 + number, imdbId: null, title, originalTitle: title, alternativeTitles: []}), {
		monitored,
	});
	const file = buildMediaFile({id: randomUUID(), path: `/x/${title}/a.mkv`, ...(read && {subtitles: read})});
	await deps.movies.setFile(id, file, deps.now());
	return id;
}

async function addFile({deps, series, episode}: World<'series'>, episodes: number[], read: FileSubtitles): Promise<string[]> {
	const ids = await Promise.all(episodes.map(async each => (await episode(1, each)).id));
	const file = buildMediaFile({id: randomUUID(), path: `/x/${ids[0]}.mkv`, subtitles: read});
	await deps.episodes.recordFile({seriesId: series.id, file, episodeIds: ids, replaces: []}, deps.now());
	return ids;
}

async function runTask(world: WorkerWorld, taskId: TaskId, options: TaskOptions = {}) {
	const {deps} = world;
	const {execution} = await deps.taskHistory.add({taskId, options, force: false}, deps.now());
	await handleRunTask({taskId, executionId: execution.id}, deps, world.run());
	const {activities} = await deps.taskActivities.page({historyId: execution.id, page: 1, limit: 100});
	const activityTexts = activities.map(({status, message}) => `${status}: ${message}`);
	return {...(await deps.taskHistory.get(execution.id)), activityTexts};
}

/** What waits in the pool; taken out again. */
async function queued({deps}: WorkerWorld): Promise<FetchSubtitles[]> {
	const queue = deps.jobs.queue('subtitles');
	const jobs = await queue.getJobs(['waiting', 'prioritized'], 0, 100, true);
	const payloads = jobs.filter(({name}) => name === 'fetch-subtitles').map(({data}) => data.payload as FetchSubtitles);
	await queue.obliterate({force: true});
	return payloads;
}

const idsOf = (requests: readonly FetchSubtitles[]) => requests.map(({owner}) => owner.id);

async function world(t: ExecutionContext): Promise<World<'series'>> {
	const made = await createWorld(t, {series: {choice: {monitored: true}}});
	await made.deps.subtitleProviders.add(provider, made.deps.now());
	return made;
}

test('missing subtitles of movies and episodes are searched in the pool of their own, a file of two episodes once', async t => {
	const all = await world(t);
	const movieId = await addMovie(all, subtitles(['en', 'de']));
	await addMovie(all, subtitles([]));
	await addMovie(all, null);
	const [first, second] = await addFile(all, [1, 2], subtitles(['en']));
	const {status, itemsAffected, activityTexts} = await runTask(all, 'missingSubtitles');
	t.like({status, itemsAffected}, {status: 'completed', itemsAffected: 2});
	const requests = await queued(all);
	t.is(requests.length, 2);
	t.true(idsOf(requests).includes(movieId));
	t.is(idsOf(requests).filter(id => id === first || id === second).length, 1);
	t.true(requests.every(({reason, executionId}) => reason === 'missing' && executionId !== undefined));
	t.deepEqual(activityTexts.sort(), ['queued: en', 'queued: en, de']);
});

test('without an enabled provider one outcome says so and nothing is queued', async t => {
	const all = await createWorld(t, {series: {}});
	await all.deps.subtitleProviders.add({...provider, enabled: false}, all.deps.now());
	const id = await addMovie(all, subtitles(['en'], [downloaded(1, 80)]));
	await imported(all, {movieId: id});
	for (const taskId of ['missingSubtitles', 'subtitleUpgrade', 'subtitleSearchOnImport'] as const) {
		const {activityTexts, status, itemsAffected} = await runTask(all, taskId);
		t.like({status, itemsAffected}, {status: 'completed', itemsAffected: 0});
		t.deepEqual(activityTexts, ['notSearched: No subtitle provider is enabled. Add one at /api/subtitle-providers.']);
	}
	t.deepEqual(await queued(all), []);
});

test('few more are planned than the providers let us download, because many find nothing', async t => {
	const all = await world(t);
	const [record] = await all.deps.subtitleProviders.list();
	const resetAt = new Date(Date.now() + dayMs);
	await all.deps.subtitleProviders.setHealth(record?.id ?? '', {remaining: 1, resetAt});
	for (let count = 0; count < 5; count += 1) {
		await addMovie(all, subtitles(['en', 'de']));
	}
	t.is((await runTask(all, 'missingSubtitles')).itemsAffected, 3, 'five wishes for one download');
	await queued(all);
	await all.deps.subtitleProviders.setHealth(record?.id ?? '', {remaining: 0, resetAt});
	const {activityTexts} = await runTask(all, 'missingSubtitles');
	t.deepEqual(activityTexts, [`notSearched: The subtitle providers have no downloads left until ${resetAt.toISOString()}.`]);
	t.deepEqual(await queued(all), []);
});

test('providers that fail, or refuse the password, are named as the reason, not their downloads', async t => {
	const all = await createWorld(t, {series: {}});
	await addMovie(all, subtitles(['en']));
	const {subtitleProviders} = all.deps;
	const failing = await subtitleProviders.add(provider, all.deps.now());
	const disabledUntil = new Date(Date.now() + 60_000);
	await subtitleProviders.setHealth(failing.id, {status: 'error', lastError: 'No answer within 10 seconds.', failures: 3, disabledUntil});
	const refusing = await subtitleProviders.add({...provider, name: 'Refusing'}, all.deps.now());
	await subtitleProviders.setHealth(refusing.id, {status: 'error', lastError: 'It refuses the password.', isLoginRefused: true});
	const {activityTexts} = await runTask(all, 'missingSubtitles');
	t.is(activityTexts.length, 1);
	t.true(
		activityTexts[0]?.startsWith(`notSearched: No subtitle provider can be used until ${disabledUntil.toISOString()}. `),
		activityTexts[0],
	);
	t.regex(
		activityTexts[0] ?? '',
		/: No answer within 10 seconds\..* Refusing: It refuses the password\.$|Refusing: It refuses the password\. .*No answer/,
	);
	t.deepEqual(await queued(all), []);
});

test('the longest unsearched come first, and a title with a back-off is left out unless a person names it', async t => {
	const all = await world(t);
	const ids: string[] = [];
	for (let count = 0; count < 4; count += 1) {
		ids.push(await addMovie(all, subtitles(['en'])));
	}
	const [late = '', early = '', resting = '', never = ''] = ids;
	const note = (id: string, daysAgo: number) => all.deps.searchBackoff.note(subtitleSearchKey(id), new Date(Date.now() - daysAgo * dayMs));
	await note(late, 1);
	await note(early, 2);
	await note(resting, 0);
	await runTask(all, 'missingSubtitles');
	t.deepEqual(idsOf(await queued(all)), [never, early, late]);
	await runTask(all, 'missingSubtitles', {limit: 2});
	t.deepEqual(idsOf(await queued(all)), [never, early]);
	await runTask(all, 'missingSubtitles', {movieId: resting});
	t.like(await queued(all), [{owner: {type: 'movie', id: resting}, reason: 'person'}]);
});

test('unmonitored titles are left out, and so are episodes of an unmonitored series', async t => {
	const all = await world(t);
	const id = await addMovie(all, subtitles(['en']), false);
	const [episodeId = ''] = await addFile(all, [1], subtitles(['en']));
	await all.deps.series.change(all.series.id, {monitored: false}, all.deps.now());
	await runTask(all, 'missingSubtitles');
	t.deepEqual(await queued(all), []);
	await all.deps.settings.set('subtitles.monitoredOnly', false, new Date());
	await runTask(all, 'missingSubtitles');
	t.deepEqual(idsOf(await queued(all)).sort(), [id, episodeId].sort());
	await all.deps.settings.set('subtitles.monitoredOnly', true, new Date());
	await runTask(all, 'missingSubtitles', {seriesId: all.series.id});
	t.deepEqual(idsOf(await queued(all)), [episodeId]);
});

test('what waits already is not queued again', async t => {
	const all = await world(t);
	await addMovie(all, subtitles(['en']));
	t.is((await runTask(all, 'missingSubtitles')).itemsAffected, 1);
	t.is((await runTask(all, 'missingSubtitles')).itemsAffected, 0);
});

test('subtitles are upgraded only within the window, and only below the best score', async t => {
	const all = await world(t);
	const recent = await addMovie(all, subtitles([], [downloaded(2, 80)]));
	await addMovie(all, subtitles([], [downloaded(9, 80)]));
	await addMovie(all, subtitles([], [downloaded(2, 100)]));
	await addMovie(all, subtitles([], [{...downloaded(2, 80), source: 'file', downloadedAt: null, score: null}]));
	await addMovie(all, subtitles([], [{...downloaded(2, 80), isChosen: true}]));
	const [episodeId = ''] = await addFile(all, [3], subtitles([], [downloaded(1, 75)]));
	await runTask(all, 'subtitleUpgrade');
	const requests = await queued(all);
	t.deepEqual(idsOf(requests).sort(), [recent, episodeId].sort());
	t.true(requests.every(({reason}) => reason === 'upgrade'));
	await all.deps.settings.set('subtitles.upgradeWithinDays', 0, new Date());
	t.deepEqual((await runTask(all, 'subtitleUpgrade')).activityTexts, [
		'skipped: Subtitles are not upgraded: the setting subtitles.upgradeWithinDays is 0.',
	]);
});

async function imported({deps}: WorkerWorld, of: {movieId?: string; episodeIds?: string[]}, daysAgo = 0): Promise<void> {
	const {movieId = null, episodeIds = []} = of;
	const timestamp = new Date(Date.now() - daysAgo * dayMs);
	const none = {quality: null, qualityScore: null, indexer: null, downloadClient: null, downloadId: null, data: {}, seriesId: null};
	await deps.history.add({...none, event: 'imported', title: 'x', movieId, episodeIds, timestamp});
}

test('what was imported and never searched is searched, read or not', async t => {
	const all = await world(t);
	const unread = await addMovie(all, null);
	const lacking = await addMovie(all, subtitles(['en']));
	const searched = await addMovie(all, subtitles(['en']));
	const complete = await addMovie(all, subtitles([]));
	const old = await addMovie(all, subtitles(['en']));
	const [episodeId = ''] = await addFile(all, [2], subtitles(['en']));
	for (const movieId of [unread, lacking, searched, complete]) {
		await imported(all, {movieId});
	}
	await imported(all, {movieId: old}, 2);
	await imported(all, {episodeIds: [episodeId]});
	await all.deps.searchBackoff.note(subtitleSearchKey(searched), all.deps.now());
	await runTask(all, 'subtitleSearchOnImport');
	const requests = await queued(all);
	t.deepEqual(idsOf(requests).sort(), [unread, lacking, episodeId].sort());
	t.true(requests.every(({reason}) => reason === 'import'));
	await all.deps.settings.set('subtitles.searchOnImport', false, new Date());
	t.regex((await runTask(all, 'subtitleSearchOnImport')).activityTexts[0] ?? '', /^skipped: .*subtitles\.searchOnImport is off/);
});

test('a run that is cancelled while it plans queues nothing more', async t => {
	const all = await world(t);
	await addMovie(all, subtitles(['en']));
	const signal = AbortSignal.abort();
	const {log} = all.run();
	const resumed = {checkpoint: null, itemsProcessed: 0, itemsAffected: 0};
	const run = {executionId: randomUUID(), options: {}, signal, log, resumed, isRepeated: false, progress() {}, note() {}, async save() {}};
	await t.throwsAsync(async () => bodies.missingSubtitles(run, all.deps), {name: 'AbortError'});
	t.deepEqual(await queued(all), []);
});

test('the searches of the tasks use indexes', async t => {
	const {connection, stores} = await withStores(t);
	t.truthy(stores);
	const filters = [
		[{'file.subtitles.missing.0': {$gt: ''}}, 'file.subtitles.missing.0_1__id_1'],
		[
			{'file.subtitles.list.source': 'downloaded', 'file.subtitles.list.downloadedAt': {$gte: new Date(0)}},
			'file.subtitles.list.downloadedAt_1',
		],
	] as const;
	for (const name of ['Movie', 'Episode']) {
		for (const [filter, index] of filters) {
			const plan = await connection.models[name]?.collection.find(filter).explain('queryPlanner');
			t.true(JSON.stringify(plan).includes(`"indexName":"${index}"`), `${name} ${index}`);
		}
	}
});
