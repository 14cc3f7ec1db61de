import {randomUUID} from 'node:crypto';
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {solverReports} from '#shared/captcha/solver-reports.ts';
import {tasksStream} from '#shared/events/tasks.ts';
import {startHeartbeat} from '#shared/heartbeat.ts';
import {pools} from '#shared/jobs/queues.ts';
import {refreshMovie} from '#shared/jobs/refresh.ts';
import {withStores} from '#test/helpers/stores.ts';
import {redisKeys} from '#test/helpers/versions/redis-keys.ts';
import {withWorkerDeps} from '#test/helpers/worker-deps.ts';
import {createWorld} from '#test/helpers/world.ts';
import {requestPoll} from '#workers/executions/scheduler.ts';
import {handleRunTask} from '#workers/tasks/run-task.ts';
import {buildRelease} from './helpers/build-release.ts';
import {buildItem} from './helpers/world/movie.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const dayMs = 86_400_000;

/**
 * What keeps each collection from growing without end: `people` add its records one by one, `fixed` has one record per
 * thing of a known number, `disk` follows the files of the library, `clients` follow what download clients hold, `jobs`
 * has jobs that have not ended, `cleanup` is the task HistoryCleanup, and `index` an index by which MongoDB removes
 * records.
 */
const collections: Record<string, 'people' | 'fixed' | 'disk' | 'clients' | 'jobs' | 'cleanup' | 'index'> = {
	ApiKey: 'people',
	AppCommand: 'index',
	AuditEntry: 'index',
	AutoTag: 'people',
	BlocklistEntry: 'cleanup',
	BuiltinTorrent: 'clients',
	BulkBefore: 'cleanup',
	BulkChange: 'cleanup',
	CaptchaStatistics: 'fixed',
	CleanUpClock: 'fixed',
	CustomFilter: 'people',
	CustomFormat: 'people',
	DefinitionPackage: 'fixed',
	DelayProfile: 'people',
	DeletedDocument: 'index',
	Deletion: 'index',
	Delivery: 'index',
	DownloadClient: 'people',
	Episode: 'people',
	FetchedSubtitle: 'index',
	FileChange: 'cleanup',
	FileChangeRow: 'cleanup',
	Guide: 'fixed',
	GuideFile: 'fixed',
	GuideLink: 'people',
	HealthState: 'fixed',
	HistoryEntry: 'cleanup',
	ImportExclusion: 'people',
	ImportList: 'people',
	ImportListFile: 'people',
	ImportListItem: 'people',
	Indexer: 'people',
	IndexerDay: 'index',
	IndexerEvent: 'index',
	InstallationFact: 'fixed',
	LanguageProfile: 'people',
	Lease: 'index',
	Leftover: 'clients',
	Library: 'people',
	Move: 'cleanup',
	MoveRow: 'cleanup',
	Movie: 'people',
	Notification: 'people',
	OwnDefinition: 'people',
	PackagedDefinition: 'fixed',
	PageFile: 'index',
	Pause: 'people',
	PendingRelease: 'cleanup',
	PlayerFile: 'cleanup',
	PromisedJob: 'jobs',
	Proxy: 'people',
	QualityDefinition: 'fixed',
	QualityProfile: 'people',
	QueueItem: 'cleanup',
	RecycledFile: 'index',
	ReleaseProfile: 'people',
	RemotePathMapping: 'people',
	RootFolder: 'people',
	ScannedFile: 'disk',
	SceneMap: 'index',
	SearchBackoff: 'cleanup',
	Series: 'people',
	Session: 'index',
	Setting: 'fixed',
	Statistics: 'fixed',
	StruckPattern: 'index',
	SubtitleBlocklistEntry: 'cleanup',
	SubtitleProvider: 'people',
	Tag: 'people',
	Task: 'fixed',
	TitleCollection: 'people',
	TaskActivity: 'cleanup',
	TaskExecution: 'cleanup',
	TitleSearch: 'cleanup',
	UsedDefinition: 'people',
	UsedFolder: 'people',
	User: 'people',
	SeedTime: 'index',
	StoredRate: 'index',
	WatchedDownload: 'index',
};

function sources(folder: string): string[] {
	return readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
		.map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
}

test('every collection has an end to its growth', async t => {
	const {connection} = await withStores(t);
	t.deepEqual(Object.keys(connection.models).sort(), Object.keys(collections).sort(), 'Say here what keeps a new collection from growing');
	for (const [name, end] of Object.entries(collections)) {
		const expires = connection.models[name]?.schema.indexes().some(([, options]) => options['expireAfterSeconds'] !== undefined);
		t.is(expires, end === 'index', name);
	}
});

test('every kind of key in Redis has an end', t => {
	const texts = ['api', 'shared', 'workers'].flatMap(sources);
	const plain = /\$\{(?:\w+\.)?prefix\}:([\w-]+)/g;
	const handedOver = /create(?:HandOver\w*(?:<[^(]*>)?|Remembered|LoginSessions<\w+>)\(\s*\{[^}]*?\bname: '([\w-]+)'/g;
	const written = texts.flatMap(text => [...text.matchAll(plain), ...text.matchAll(handedOver)].map(([, name = '']) => name));
	t.deepEqual([...new Set(written)].sort(), Object.keys(redisKeys).sort(), 'Say here what ends a new kind of key');
});

test('keys that a process leaves behind have a time to live, except jobs and what has a limit', async t => {
	const {deps} = await withWorkerDeps(t);
	const {producer, prefix} = deps;
	const heartbeat = startHeartbeat({redis: producer, prefix, services: ['api']});
	await heartbeat.stop();
	await deps.releaseCache.put('search-1', {releases: [], indexerResults: [], searchTime: new Date()});
	await solverReports(producer, prefix).put({a: {instance: 'a', browserPath: null, userAgent: null, fault: null}});
	await deps.events.publish(tasksStream, 'task:started', {
		taskId: 'reconcile',
		executionId: randomUUID(),
		timestamp: new Date().toISOString(),
	});
	await requestPoll(deps);
	deps.counters.add('indexer_results_total', {status: 'ok'});
	await deps.counters.close();
	const keys = await producer.keys(`${prefix}:*`);
	const ours = keys.filter(key => !pools.some(pool => key.startsWith(`${prefix}:${pool}:`)));
	t.true(ours.length >= 4);
	for (const key of ours) {
		// One that ended meanwhile is gone.
		t.not(await producer.ttl(key), -1, key);
	}
});

test('jobs that ended leave at most a limited number behind', async t => {
	const {jobs} = (await withWorkerDeps(t)).deps;
	const id = await jobs.enqueue(refreshMovie, {movieId: randomUUID()});
	const {opts} = (await jobs.queue('refresh').getJob(id)) ?? {};
	t.like(opts, {removeOnComplete: {age: 3600, count: 500}, removeOnFail: {count: 1000}});
});

test('the cleanup removes what is older than a month, and says so', async t => {
	const {deps, run} = await createWorld(t, {titles: {}, library: {}});
	const old = new Date(Date.now() - 31 * dayMs);
	const ended = await deps.taskHistory.add({taskId: 'upgrade', options: {}, force: false}, old);
	await deps.taskHistory.claim(ended.execution.id, {token: 't', jobId: 'j', now: old});
	await deps.taskHistory.end(ended.execution.id, 't', {
		status: 'completed',
		itemsProcessed: 0,
		itemsAffected: 0,
		error: null,
		completedAt: old,
	});
	await deps.taskActivities.addMany([
		{historyId: 'h', mediaId: null, mediaTitle: null, action: 'search', status: 'nothing', message: null, timestamp: old},
	]);
	await deps.searchBackoff.note('movie', old);
	await deps.pendingReleases.keep([buildRelease({})], old);
	await deps.downloads.add(buildItem({state: 'ignored', added: old}));
	await deps.downloads.add(buildItem({state: 'downloading', added: old}));
	const {execution} = await deps.taskHistory.add({taskId: 'historyCleanup', options: {}, force: false}, deps.now());
	await handleRunTask({taskId: 'historyCleanup', executionId: execution.id}, deps, run());
	t.like(await deps.taskHistory.get(execution.id), {status: 'completed', itemsAffected: 5});
	const {activities} = await deps.taskActivities.page({historyId: execution.id, page: 1, limit: 50});
	t.deepEqual(activities.map(({message}) => message).sort(), [
		'1 activities of tasks were removed.',
		'1 backoffs of searches were removed.',
		'1 executions of tasks were removed.',
		'1 failed or ignored downloads were removed.',
		'1 pending releases were removed.',
	]);
});

test('a blocklist above its limit loses its oldest entries', async t => {
	const {stores} = await withStores(t);
	for (const day of [1, 2, 3, 4]) {
		const entry = {
			title: 'x',
			guid: `g${day}`,
			infoHash: null,
			indexer: null,
			indexerId: 'i',
			protocol: 'torrent',
			size: 1,
			reason: 'x',
		} as const;
		await stores.blocklist.add({...entry, movieId: null, seriesId: null, episodeIds: [], addedAt: new Date(day * dayMs)});
	}
	t.is(await stores.blocklist.removeSurplus(5), 0);
	t.is(await stores.blocklist.removeSurplus(2), 2);
	const {entries} = await stores.blocklist.page({page: 1, limit: 10});
	t.deepEqual(
		entries.map(({guid}) => guid),
		['g4', 'g3'],
	);
});
