import {createReporter} from '#scripts/processes/reporter.ts';
import {isExpected} from '#shared/errors.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import type {BareRoute} from './api/bare.ts';
import type {BareQuery, BenchRow} from './api/bench-row.ts';
import {projectionOf} from './api/fields.ts';
import {type Load, load} from './api/load.ts';
import {watchMemory} from './api/memory.ts';
import {type Measured, ratioOf, report} from './api/report.ts';
import {benchRows} from './api/rows.ts';
import {findSubjects} from './api/subjects.ts';
import {type Library, openWorld} from './api/world.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:api [-- --movies N --series N --seconds N --only TEXT --uri MONGODB_URI --quick]',
	about:
		'Compares the requests of the API with a bare handler.\n  --only TEXT  rows whose names contain it; several are separated by commas\n  --quick      the most important rows',
	options: {
		movies: {type: 'string', default: '100000'},
		series: {type: 'string', default: '20000'},
		seconds: {type: 'string', default: '5'},
		only: {type: 'string', default: ''},
		uri: {type: 'string'},
		quick: {type: 'boolean', default: false},
	},
});

interface Size {
	movies: number;
	series: number;
}

interface Options {
	seconds: number;
	/** Runs only rows whose names contain one of these texts, separated by commas. */
	only: string;
	isQuick: boolean;
}

/** Upper limit of the API's resident memory. */
const maxMemoryMiB = 250;
/** Maximum difference between the ratios of a small and a large library. */
const maxDifference = 0.25;

/** Time for both processes to compile their code, and for the database to write the seeded data. */
const warmUpSeconds = 4;

/** Measures rows and the bare handler in turn, so that both see the same load of the machine. */
async function measure(
	library: Library,
	size: Size,
	{seconds, only, isQuick}: Options,
): Promise<{measured: Measured[]; memoryMiB: number}> {
	const all = benchRows(await findSubjects(library.database, size));
	const rows = all.filter(row => only.split(',').some(part => row.name.includes(part)) && (!isQuick || row.isQuick));
	const routes = toRoutes(all);
	const [bare, api] = [await library.startBare(routes), await library.startApi()];
	const memory = watchMemory(api.child.pid);
	const measured: Measured[] = [];
	const [warmUp] = routes;
	await load(bare.url, [warmUp?.path ?? ''], {seconds: warmUpSeconds, headers: {}});
	await load(api.url, all[0]?.paths ?? [], {seconds: warmUpSeconds, headers: {'x-api-key': api.apiKey}});
	for (const row of rows) {
		const name = 'likeRow' in row.bare ? row.bare.likeRow : row.name;
		const path = routes.find(route => route.row === name)?.path ?? '';
		const ask = (url: string, paths: readonly string[], headers: Record<string, string>): Promise<Load> =>
			load(url, paths, {seconds, headers});
		const headers = {'x-api-key': api.apiKey};
		// The first requests of a row find empty caches and uncompiled code, unlike those to a library in use.
		await load(bare.url, [path], {seconds: 1, headers: {}});
		await load(api.url, row.paths, {seconds: 1, headers});
		const first = await ask(bare.url, [path], {});
		const ours = await ask(api.url, row.paths, headers);
		measured.push({row, bare: first, ours});
	}
	const memoryMiB = memory.stop();
	await Promise.all([bare.child.stop(5000), api.child.stop(5000)]);
	return {measured, memoryMiB};
}

function toRoutes(rows: readonly BenchRow[]): (BareRoute & {row: string})[] {
	const queries = rows.flatMap(({name, bare}) => ('likeRow' in bare ? [] : [{row: name, query: bare as BareQuery}]));
	return queries.map(({row, query}, index) => ({row, path: `/row/${index}`, ...query, projection: projectionOf(query)}));
}

async function main(): Promise<string[]> {
	const size = {movies: Number(values.movies), series: Number(values.series)};
	const options = {seconds: values.quick ? 2 : Number(values.seconds), only: values.only, isQuick: values.quick};
	const reporter = createReporter(process.stdout);
	const world = await openWorld({mongodbUri: values.uri ?? null, env: process.env, reporter});
	try {
		const small = values.uri ? null : await measureSmall(world.open('small'), size, options);
		const library = world.open('large');
		await library.database.connected;
		if (!values.uri) {
			await library.seed(size);
		}
		const {measured, memoryMiB} = await measure(library, size, options);
		const {lines, misses} = report(measured);
		console.log(
			[`\n${size.movies} movies, ${size.series} series of 50 episodes`, ...lines, `memory of the API: at most ${memoryMiB} MiB`].join('\n'),
		);
		return [
			...misses,
			...(memoryMiB > maxMemoryMiB ? [`memory ${memoryMiB} MiB, wanted at most ${maxMemoryMiB}`] : []),
			...compare(small, measured),
		];
	} finally {
		await world.close();
	}
}

/** Measures the same rows with a tenth of the titles. */
async function measureSmall(library: Library, {movies, series}: Size, options: Options): Promise<Measured[]> {
	const size = {movies: Math.ceil(movies / 10), series: Math.ceil(series / 10)};
	await library.seed(size);
	const {measured} = await measure(library, size, {...options, isQuick: true});
	console.log([`\n${size.movies} movies, ${size.series} series`, ...report(measured).lines].join('\n'));
	return measured;
}

function compare(small: readonly Measured[] | null, large: readonly Measured[]): string[] {
	return (small ?? []).flatMap(({row, bare, ours}) => {
		const other = large.find(({row: {name}}) => name === row.name);
		const share = other ? ratioOf(other.bare, other.ours) / ratioOf(bare, ours) : 1;
		return share < 1 - maxDifference ? [`${row.name}: ${share.toFixed(2)} of its figure in a tenth of the library`] : [];
	});
}

try {
	const misses = await main();
	console.log(misses.length === 0 ? '\nEvery goal is met.' : `\nMissed:\n${misses.map(miss => `  ${miss}`).join('\n')}`);
	process.exitCode = misses.length === 0 ? 0 : 1;
} catch (error) {
	process.exitCode = 1;
	console.error(isExpected(error) ? error.message : error);
}
