import {readFileSync} from 'node:fs';
import {loadavg} from 'node:os';
import {createReporter} from '#scripts/processes/reporter.ts';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {openTestServices} from '#scripts/test/services.ts';
import type {BulkChange} from '#shared/domain/tasks/bulk-change.ts';
import {createJobClient} from '#shared/jobs/client.ts';
import {openConsumer, openProducer} from '#shared/redis.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import {type MovieSortField, movieSortFields} from '#shared/store/movies/movie-page.ts';
import {bulkBody} from '#workers/tasks/run-bulk-change.ts';

/**
 * What is done to many titles at once, and what the first look at a sorted and filtered list costs: seconds, those of
 * processors in this process and in MongoDB, and commands.
 */
const {values} = readCommandLine({
	usage: 'npm run bench:bulk [-- --movies N --series N --titles N --only TEXT]',
	about: 'Measures what is done to many titles at once.',
	options: {
		movies: {type: 'string', default: '100000'},
		series: {type: 'string', default: '5000'},
		titles: {type: 'string', default: '5000'},
		only: {type: 'string', default: ''},
	},
});
const [movies, series, titles] = [Number(values.movies), Number(values.series), Number(values.titles)];
/** Seconds for 5,000 titles, and milliseconds of the first page of a list. */
const goals = {bulk: 20, list: 300};
const ticksPerSecond = 100;

const services = await openTestServices(process.env, createReporter(process.stderr));
const {TEST_MONGODB_URI: testUri = '', TEST_REDIS_URL: redisUrl = ''} = services.env;
const uri = testUri.replace(/^(mongodb:\/\/[^/]+\/)[^?]*/, '$1bench-bulk');
const database = openDatabase({uri, secrets: createSecrets('0'.repeat(64))});
const producer = openProducer(redisUrl);
const subscriber = openConsumer(redisUrl);
const jobs = createJobClient({producer, subscriber, prefix: 'bench-bulk'});
const log = {info() {}, debug() {}, warn() {}, error: console.error} as never;
const {stores, connection} = database;

interface Cost {
	pid: number;
	commands: number;
}

async function cost(): Promise<Cost> {
	const {pid, network} = await connection.db!.admin().serverStatus(); // it is connected
	return {pid: Number(pid), commands: Number(network.numRequests)};
}

function secondsOf(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

async function measure<T>(what: string, max: number | null, work: () => Promise<T>): Promise<T> {
	const before = await cost();
	const [server, own, begun] = [secondsOf(before.pid), process.cpuUsage(), performance.now()];
	const result = await work();
	const took = (performance.now() - begun) / 1000;
	const {user, system} = process.cpuUsage(own);
	const verdict = max === null ? '' : took <= max ? `, at most ${max} s: reached` : `, at most ${max} s: MISSED`;
	const inMongo = secondsOf(before.pid) - server;
	const commands = (await cost()).commands - before.commands;
	const spent = `${((user + system) / 1e6).toFixed(2)} s of processor here, ${inMongo.toFixed(2)} s in MongoDB, ${commands} commands`;
	console.log(`${what}: ${took.toFixed(2)} s (${spent}${verdict}); load ${(loadavg()[0] ?? 0).toFixed(1)}`);
	return result;
}

const usual = {edit: {}, moveFiles: false, deleteFiles: false, exclude: false, requestedBy: null};

async function bulk(what: string, change: Pick<BulkChange, 'action' | 'kind' | 'titleIds'> & Partial<BulkChange>): Promise<void> {
	const {id} = await stores.bulkChanges.add({...usual, ...change}, new Date());
	const run = {executionId: id, options: {}, signal: AbortSignal.timeout(3_600_000), log, isRepeated: false, progress() {}, note() {}};
	const resumed = {checkpoint: null, itemsProcessed: 0, itemsAffected: 0};
	const deps = {...stores, jobs, log, now: () => new Date(), settings: {get: () => 30}} as never;
	const goal = (goals.bulk * change.titleIds.length) / 5000;
	const counts = await measure(`${what} (${change.titleIds.length})`, goal, () =>
		bulkBody(id)({...run, resumed, save: async () => {}} as never, deps),
	);
	if (counts.itemsAffected !== change.titleIds.length) {
		console.log(`  only ${counts.itemsAffected} succeeded`);
	}
}

async function looks(): Promise<void> {
	const profileIds = stores.qualityProfiles.idsByName;
	const filters = {
		everything: {},
		'rated 6': {minRating: 6},
		'rated 8.5': {minRating: 8.5},
		'with a file': {downloaded: true},
		monitored: {monitored: true},
		'since 2000': {minYear: 2000},
	};
	for (const [name, filter] of Object.entries(filters)) {
		const times: {check: string; ms: number}[] = [];
		for (const field of movieSortFields) {
			for (const direction of ['asc', 'desc'] as const) {
				for (const page of [1, 40, 400]) {
					const begun = performance.now();
					await stores.movies.page({page, limit: 50, sort: {field: field as MovieSortField, direction}, profileIds, ...filter}, {title: 1});
					times.push({check: `${field} ${direction} ${page}`, ms: performance.now() - begun});
				}
			}
		}
		times.sort((one, other) => other.ms - one.ms);
		const late = times.filter(({ms}) => ms > goals.list).length;
		const worst = times.slice(0, 8).map(({check, ms}) => `${check} ${Math.round(ms)}`);
		console.log(
			`lists, ${name}: ${late} of ${times.length} above ${goals.list} ms; ${worst.join(', ')}; load ${(loadavg()[0] ?? 0).toFixed(1)}`,
		);
	}
}

try {
	await database.connected;
	await measure('seed', null, () => seedLibrary(database, {movies, series, now: new Date(), reporter: createReporter(process.stderr)}));
	const idsOf = async (collection: string, from = 0): Promise<string[]> =>
		(
			await connection
				.collection(collection)
				.find({}, {projection: {_id: 1}, sort: {_id: 1}, skip: from, limit: titles})
				.toArray()
		).map(({_id}) => String(_id));
	const [films, shows] = [await idsOf('movies'), await idsOf('series')];
	const wants = (part: string) => values.only === '' || values.only.split(',').includes(part);
	const {id: qualityProfileId} = await stores.qualityProfiles.getDefault();
	if (wants('lists')) {
		await measure('lists', null, looks);
	}
	if (wants('edit')) {
		const edit = {monitored: false, tagChange: {add: ['bench']}, qualityProfileId};
		await bulk('movies edited', {action: 'edit', kind: 'movie', titleIds: films, edit});
		await bulk('series edited', {action: 'edit', kind: 'series', titleIds: shows, edit: {tagChange: {add: ['bench']}, qualityProfileId}});
		await bulk('monitoring of series', {action: 'edit', kind: 'series', titleIds: shows, edit: {monitored: false}});
	}
	if (wants('pass')) {
		await bulk('season pass', {action: 'edit', kind: 'series', titleIds: shows, edit: {monitor: 'lastSeason'}});
		await bulk('season pass again', {action: 'edit', kind: 'series', titleIds: shows, edit: {monitor: 'lastSeason'}});
	}
	if (wants('queue')) {
		await bulk('refreshes of movies', {action: 'refresh', kind: 'movie', titleIds: films});
		await bulk('searches of series', {action: 'search', kind: 'series', titleIds: shows});
	}
	if (wants('delete')) {
		await bulk('movies deleted', {action: 'delete', kind: 'movie', titleIds: films});
		await bulk('series deleted', {action: 'delete', kind: 'series', titleIds: shows.slice(0, shows.length / 10)});
	}
} finally {
	await jobs.close();
	producer.disconnect();
	subscriber.disconnect();
	await database.close();
	await services.close();
}
