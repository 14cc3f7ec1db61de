import {randomUUID} from 'node:crypto';
import {createReporter} from '#scripts/processes/reporter.ts';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {type Database, openDatabase} from '#shared/store/database.ts';
import type {MoviePageQuery} from '#shared/store/movies/movie-page.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';
import {verdict} from './service/bench-service.ts';

/**
 * What a page of a large library costs MongoDB while titles are added, for two processes: each reads every page once
 * after each title. A library that is there already is used.
 */
const {values} = readCommandLine({
	usage: 'npm run bench:lists [-- --movies N --titles N --database NAME]',
	about: 'Measures the lists of a large library while titles are added.',
	options: {
		movies: {type: 'string', default: '300000'},
		titles: {type: 'string', default: '20'},
		database: {type: 'string', default: 'bench-lists'},
	},
});
const [movies, titles] = [Number(values.movies), Number(values.titles)];
/** Milliseconds of processor time. */
const goals = {first: 20, any: 100};
const pageSize = 50;

const reporter = createReporter(process.stderr);
const services = await openTestServices(process.env, reporter);
const uri = (services.env['TEST_MONGODB_URI'] ?? '').replace(/^(mongodb:\/\/[^/]+\/)[^?]*/, `$1${values.database}`);
const open = () => openDatabase({uri, secrets: createSecrets('0'.repeat(64))});
const processes = [open(), open()] as const;
const [first] = processes;

/** Milliseconds of processor time that mongod has used. */
async function usedMs(): Promise<number> {
	const {extra_info: used} = await first.connection.db!.admin().serverStatus(); // connected below
	return (Number(used.user_time_us) + Number(used.system_time_us)) / 1000;
}

const byTitle = {field: 'title', direction: 'asc'} as const;
const pages: Record<string, MoviePageQuery> = {
	'first page': {page: 1, limit: pageSize, sort: byTitle},
	'middle page': {page: Math.ceil(movies / pageSize / 2), limit: pageSize, sort: byTitle},
	'search "the"': {page: 1, limit: pageSize, sort: byTitle, search: 'the'},
	genre: {page: 1, limit: pageSize, sort: byTitle, genre: 'Drama'},
	monitored: {page: 1, limit: pageSize, sort: byTitle, monitored: true},
	quality: {page: 1, limit: pageSize, sort: byTitle, quality: 'Bluray-1080p'},
	'original language': {page: 1, limit: pageSize, sort: byTitle, originalLanguage: 'de'},
	'largest of a quality': {page: 1, limit: pageSize, sort: {field: 'size', direction: 'desc'}, quality: 'Bluray-1080p'},
	'a rare quality': {page: 1, limit: pageSize, sort: byTitle, quality: 'SDTV'},
	'a quality, monitored': {page: 1, limit: pageSize, sort: byTitle, quality: 'Bluray-1080p', monitored: true},
	'at least 20 GB': {page: 1, limit: pageSize, sort: byTitle, minSize: 20e9},
	'at least 5 GB': {page: 1, limit: pageSize, sort: byTitle, minSize: 5e9},
	'newest first': {page: 1, limit: pageSize, sort: {field: 'createdAt', direction: 'desc'}},
};
const projection = {title: 1, year: 1};
const reads: Record<string, (database: Database) => Promise<unknown>> = {
	...Object.fromEntries(
		Object.entries(pages).map(([name, query]) => [name, ({stores}: Database) => stores.movies.page(query, projection)]),
	),
	'wanted, missing': ({stores}) =>
		stores.movies.wantedPage({wanted: 'missing', page: 1, limit: pageSize, sort: byTitle, monitoredOnly: false}, projection, new Date()),
	letters: ({stores}) => stores.movies.letters({}),
};

async function measure(read: (database: Database) => Promise<unknown>): Promise<number> {
	const before = await usedMs();
	for (const database of processes) {
		await read(database);
	}
	return ((await usedMs()) - before) / processes.length;
}

try {
	await Promise.all(processes.map(({connected}) => connected));
	if ((await first.connection.collection('movies').estimatedDocumentCount()) < movies) {
		await seedLibrary(first, {movies, series: 0, now: new Date(), reporter});
	}
	const figures = new Map(Object.keys(reads).map(name => [name, {counted: 0, sum: 0, longest: 0}]));
	for (const [name, read] of Object.entries(reads)) {
		figures.get(name)!.counted = await measure(read); // made for each above
	}
	const profile = await first.stores.qualityProfiles.getDefault();
	const choice = {
		...{monitored: true, minimumAvailability: 'released' as const, availabilityDelayDays: 0, rootFolderPath: '/made-up/movies'},
		...{qualityProfileId: profile.id, libraryId: null, languageProfileId: null, searchOnAdd: false},
	};
	for (let n = 0; n < titles; n += 1) {
		const metaId = 900_000_000 + Math.floor(Math.random() * 90_000_000);
		const title = `${'etaoinshrdlu'[n % 12]} ${randomUUID()}`;
		await first.stores.movies.add(
			{...movieDetails, metaId, imdbId: null, title},
			{...choice, path: `/made-up/movies/${metaId}`},
			new Date(),
		);
		for (const [name, read] of Object.entries(reads)) {
			const took = await measure(read);
			const figure = figures.get(name)!; // made for each above
			figure.sum += took;
			figure.longest = Math.max(figure.longest, took);
		}
	}
	console.log(
		`${await first.connection.collection('movies').estimatedDocumentCount()} movies; mongod's processor time for a page in each of two processes`,
	);
	for (const [name, {counted, sum, longest}] of figures) {
		const [mean, most] = [sum / titles, name === 'first page' ? goals.first : goals.any];
		console.log(
			`${name}: ${counted.toFixed(0)} ms when it is counted; after each of ${titles} titles ${mean.toFixed(1)} ms, longest ${longest.toFixed(0)} ms (at most ${most}: ${verdict(mean <= most)})`,
		);
	}
} finally {
	await Promise.all(processes.map(database => database.close()));
	await services.close();
}
