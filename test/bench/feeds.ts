import {fork} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {createReporter} from '#scripts/processes/reporter.ts';
import {seedLibrary} from '#scripts/seed/seed-library.ts';
import {leanHeap, leanMalloc} from '#scripts/start/node-child.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {createSecrets} from '#shared/secrets.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {openDatabase} from '#shared/store/database.ts';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {serveManySites} from './feeds/many-sites.ts';
import type {Measured, ReaderWish} from './feeds/reader.ts';
import {verdict} from './service/bench-service.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:feeds [-- --movies N --sites N --database NAME]',
	about: 'Measures the feeds of hundreds of sites, and a search over all of them, in one worker process.',
	options: {
		movies: {type: 'string', default: '300000'},
		sites: {type: 'string', default: '500'},
		database: {type: 'string', default: 'bench-feeds'},
	},
});
const [movies, sites] = [Number(values.movies), Number(values.sites)];
const releasesOfSite = 100;
const limitMs = 3_600_000;
/** Movies that are offered; each by several sites. */
const offered = (sites * releasesOfSite) / 10;
/** Milliseconds of processor time for which other work of the process may have to wait, and MiB. */
const goals = {hold: 200, memory: 400};

const reporter = createReporter(process.stderr);
const services = await openTestServices(process.env, reporter);
const mongodbUri = (services.env['TEST_MONGODB_URI'] ?? '').replace(/^(mongodb:\/\/[^/]+\/)[^?]*/, `$1${values.database}`);
const secretKey = '0'.repeat(64);
const database = openDatabase({uri: mongodbUri, secrets: createSecrets(secretKey)});
const scratch = mkdtempSync(join(tmpdir(), 'kinoteka-bench-'));
const names = await readNames();
const web = await serveManySites(names, releasesOfSite);

/** The movies that the sites offer. A library that is there already is used. */
async function readNames(): Promise<{title: string; year: number}[]> {
	await database.connected;
	const stored = database.connection.collection('movies');
	if ((await stored.estimatedDocumentCount()) < movies) {
		await seedLibrary(database, {movies, series: 0, now: new Date(), reporter});
	}
	await database.stores.indexers.list().then(all => Promise.all(all.map(({id}) => database.stores.indexers.remove(id))));
	const rows = await stored
		.find({monitored: true, file: null}, {projection: {title: 1, year: 1}})
		.limit(offered)
		.toArray();
	return rows.map(({title, year}) => ({title, year}));
}

/** Why sites were not read. */
function unread() {
	return database.connection
		.collection('indexerEvents')
		.aggregate<{_id: string; count: number}>([{$match: {action: 'rss', error: {$ne: null}}}, {$group: {_id: '$error', count: {$sum: 1}}}])
		.toArray();
}

try {
	for (let n = 0; n < sites; n += 1) {
		await database.stores.indexers.add(buildIndexer({name: `Site ${n}`, url: `${web.url}/${n}`, categories: [2000]}), new Date());
	}
	const reader = fork(fileURLToPath(new URL('./feeds/reader.ts', import.meta.url)), {
		execArgv: leanHeap,
		env: {...leanMalloc, ...process.env},
	});
	const wish: ReaderWish = {
		mongodbUri,
		redisUrl: services.env['TEST_REDIS_URL'] ?? '',
		prefix: `bench-${randomUUID()}`,
		dataDir: scratch,
		secretKey,
		query: `${names[0]?.title}`,
	};
	reader.send(wish);
	let measured: Partial<Record<'feeds' | 'search', Measured>> = {};
	// Before it is ready, it tells whoever started it that it is still alive.
	while (!measured.search) {
		[measured] = (await once(reader, 'message', {signal: AbortSignal.timeout(limitMs)})) as [typeof measured];
	}
	console.log(`${sites} sites with ${releasesOfSite} releases each, ${movies} movies, of which ${names.length} are offered`);
	for (const [what, {found, grabbed, titles, processorMs, holdMs, mebibytes}] of Object.entries(measured)) {
		const asked = what === 'feeds' ? web.feeds() : web.searches();
		console.log(
			`${what}: ${found} releases judged (${verdict(what === 'search' || found === sites * releasesOfSite)}), ` +
				`${asked.length} sites were asked ${Math.min(...asked)} to ${Math.max(...asked)} times each`,
		);
		console.log(`  processor time of the worker ${(processorMs / 1000).toFixed(1)} s`);
		console.log(
			`  loop held for ${Math.round(holdMs)} ms of processor time at most (at most ${goals.hold}: ${verdict(holdMs <= goals.hold)})`,
		);
		console.log(`  memory ${mebibytes} MiB at most (at most ${goals.memory}: ${verdict(mebibytes <= goals.memory)})`);
		if (what === 'feeds') {
			console.log(`  ${grabbed} grabs of ${titles} titles (${verdict(grabbed === titles)})`);
			for (const {_id: error, count} of await unread()) {
				console.log(`  ${count} sites: ${error}`);
			}
		}
	}
} finally {
	await web.close();
	await database.close();
	await services.close();
	rmSync(scratch, {recursive: true, force: true});
}
