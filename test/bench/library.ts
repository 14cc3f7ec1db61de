import {loadavg} from 'node:os';
import {createReporter} from '#scripts/processes/reporter.ts';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import {handleApplyAutoTags} from '#workers/refresh/apply-auto-tags.ts';
import {computeStatistics} from '#workers/tasks/statistics.ts';

/**
 * What a whole library costs at once: a label that all movies get, its rename, a rule over all titles, statistics, and
 * lists by tag and library at any page.
 */
const {values} = readCommandLine({
	usage: 'npm run bench:library [-- --movies N --series N]',
	about: 'Measures what concerns a whole library at once.',
	options: {movies: {type: 'string', default: '100000'}, series: {type: 'string', default: '20000'}},
});
const [movies, series] = [Number(values.movies), Number(values.series)];
const looks = 100;
/** Seconds at most for 100,000 movies, and milliseconds of a page. */
const goals = {rename: 180, rule: 180, statistics: 30, reply: 10};
const pageSize = 20;

const load = () => `load ${(loadavg()[0] ?? 0).toFixed(1)}`;

async function seconds(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return (performance.now() - begun) / 1000;
}

function tell(what: string, took: number, largest: number): void {
	const verdict = took <= largest ? 'reached' : 'MISSED';
	console.log(`${what}: ${took.toFixed(1)} s (at most ${largest} s: ${verdict}); ${load()}`);
}

/** Milliseconds of the middle and of the slowest but one in a hundred looks. */
async function check(what: string, read: (index: number) => Promise<unknown>): Promise<void> {
	const times: number[] = [];
	for (let index = 0; index < looks; index += 1) {
		times.push(1000 * (await seconds(() => read(index))));
	}
	times.sort((a, b) => a - b);
	const at = (share: number) => (times[Math.floor(share * (looks - 1))] ?? 0).toFixed(1);
	console.log(`${what}: ${at(0.5)} ms, p99 ${at(0.99)} ms; ${load()}`);
}

const reporter = createReporter(process.stdout);
const services = await openTestServices(process.env, reporter);
const uri = (services.env['TEST_MONGODB_URI'] ?? '').replace(/^(mongodb:\/\/[^/]+\/)[^?]*/, '$1bench-library');
const database = openDatabase({uri, secrets: createSecrets('0'.repeat(64))});
try {
	await seedLibrary(database, {movies, series, now: new Date(), reporter});
	const {stores} = database;
	const now = () => new Date();
	const all = database.connection.collection('movies');
	await all.updateMany({}, {$set: {tags: ['bench'], ownTags: ['bench'], libraryId: 'bench'}});
	console.log(`${movies} movies, ${series} series; ${load()}`);

	const page = (filter: object) => (index: number) => {
		const pages = Math.ceil(movies / pageSize);
		return stores.movies.page(
			{page: 1 + ((index * 7919) % pages), limit: pageSize, sort: {field: 'title', direction: 'asc'}, ...filter} as never,
			{
				title: 1,
			},
		);
	};
	await check('movies with a tag, any page', page({tag: 'bench'}));
	await check('movies of a library, any page', page({libraryId: 'bench'}));
	await check('movies, any page', page({}));

	const renamed = await seconds(async () => {
		while ((await stores.movies.replaceTag('bench', 'other')) > 0) {
			// The next ones.
		}
	});
	tell('rename of a label of all movies', renamed, (goals.rename * movies) / 100_000);

	await stores.autoTags.add(
		{name: 'All', enabled: true, conditions: [{kind: 'year', value: {min: 0, max: null}, negate: false, required: false}], tags: ['ruled']},
		now(),
	);
	const log = {info() {}, debug() {}, warn() {}} as never;
	const run = {id: 'bench', attempt: 1, signal: AbortSignal.timeout(3_600_000), log};
	const deps = {...stores, log, now} as never;
	tell(
		'a new rule over all',
		await seconds(() => handleApplyAutoTags({titleIds: null}, deps, run)),
		(goals.rule * (movies + series)) / 120_000,
	);
	tell(
		'statistics',
		await seconds(() => computeStatistics({...run, note() {}, progress() {}} as never, deps)),
		(goals.statistics * (movies + series)) / 120_000,
	);
	await check('statistics, shown', () => stores.statistics.find({type: 'movie', libraryId: null, tag: null}));
} finally {
	await database.close();
	await services.close();
}
