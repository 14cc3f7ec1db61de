import {randomUUID} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import {numberedCollections} from '#shared/store/mongo/record-numbers.ts';
import {createMigrations} from '#shared/store/system/migrations.ts';
import {buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

const now = new Date('2026-01-01');

type Stores = Awaited<ReturnType<typeof withStores>>['stores'];

let made = 0;
function addMovie({movies}: Stores, number?: number) {
	made += 1;
	const choice = {
		monitored: true,
		minimumAvailability: 'released' as const,
		availabilityDelayDays: null,
		qualityProfileId: 'q',
		searchOnAdd: false,
		rootFolderPath: '/films',
		path: `/films/${made}`,
		libraryId: null,
		...(number !== undefined && {number}),
	};
	return movies.add({...movieDetails, metaId: made}, choice, now);
}

const addSeries = ({series}: Stores) => series.add(buildSeriesDetails(), buildNewSeries({rootFolderPath: '/tv', path: '/tv/a'}), now);

async function numberOf({numbers}: Stores, id: string): Promise<number> {
	return (await numbers.of('movie', [id])).get(id) ?? 0;
}

test('each record gets the next number of its kind, and none is given twice', async t => {
	const {stores} = await withStores(t);
	const all = await Promise.all(Array.from({length: 8}, () => addMovie(stores)));
	const numbers = await stores.numbers.of(
		'movie',
		all.map(({id}) => id),
	);
	t.is(new Set(numbers.values()).size, 8);
	const highest = Math.max(...numbers.values());
	const last = all.find(({id}) => numbers.get(id) === highest);
	await stores.movies.remove(last?.id ?? '');
	const next = await addMovie(stores);
	const number = await numberOf(stores, next.id);
	t.true(number > highest);
	t.deepEqual(await stores.numbers.idsOf('movie', [number, highest]), new Map([[number, next.id]]));
	t.false('number' in (await stores.movies.get(next.id)));
	t.false('number' in next);
});

test('a number from another program is kept if it is free, and is not given to others later', async t => {
	const {stores} = await withStores(t);
	const moved = await addMovie(stores, 3);
	const same = await addMovie(stores, 3);
	const earlier = await addMovie(stores, 2);
	const own = await addMovie(stores);
	const impossible = await addMovie(stores, 2 ** 31);
	const numbers = [];
	for (const {id} of [moved, same, earlier, own, impossible]) {
		numbers.push(await numberOf(stores, id));
	}
	const [first, , third, ...others] = numbers;
	t.deepEqual([first, third], [3, 2]);
	// A transaction that was repeated has left a gap.
	t.true([numbers[1] ?? 0, ...others].every(number => number > 3 && number < 100));
	t.is(new Set(numbers).size, 5);
});

test('a series, its episodes and those that come later have numbers', async t => {
	const {stores} = await withStores(t);
	const {id} = await addSeries(stores);
	const before = await stores.episodes.ofSeries(id);
	const numbers = await stores.numbers.of(
		'episode',
		before.map(each => each.id),
	);
	t.is(new Set(numbers.values()).size, before.length);
	const details = buildSeriesDetails();
	const [season] = details.seasons.slice(-1);
	const last = season?.episodes.at(-1);
	season?.episodes.push({...last!, metaId: 987_654, episodeNumber: 99}); // the builder makes episodes
	await stores.series.refresh(id, details, now);
	const after = await stores.episodes.ofSeries(id);
	const later = await stores.numbers.of(
		'episode',
		after.map(each => each.id),
	);
	t.is(after.length, before.length + 1);
	t.true(before.every(each => later.get(each.id) === numbers.get(each.id)));
	t.is(new Set(later.values()).size, after.length);
});

test('a file keeps its number until another one replaces it, and a file of two episodes has one', async t => {
	const {stores} = await withStores(t);
	const movie = await addMovie(stores);
	const file = buildMediaFile({id: randomUUID()});
	await stores.movies.replaceFile(movie.id, file, {replaces: null, at: now});
	const first = (await stores.numbers.ofFiles('movie', [movie.id])).get(file.id);
	const stored = (await stores.movies.get(movie.id)).file!; // just recorded
	await stores.movies.replaceFile(movie.id, {...stored, edition: 'Extended'}, {replaces: file.id, at: now});
	t.is((await stores.numbers.ofFiles('movie', [movie.id])).get(file.id), first);
	t.deepEqual(await stores.numbers.titleOfFile('movie', first ?? 0), {titleId: movie.id, fileId: file.id});
	const better = buildMediaFile({id: randomUUID()});
	await stores.movies.replaceFile(movie.id, better, {replaces: file.id, at: now});
	t.not((await stores.numbers.ofFiles('movie', [movie.id])).get(better.id), first);
	t.is(await stores.numbers.titleOfFile('movie', first ?? 0), null);

	const series = await addSeries(stores);
	const episodes = (await stores.episodes.ofSeries(series.id)).slice(0, 2);
	const shared = buildMediaFile({id: randomUUID()});
	const row = {episodeIds: episodes.map(({id}) => id), file: shared, replaces: []};
	await stores.episodes.recordFiles(series.id, [row], now);
	const number = (await stores.numbers.ofFiles('series', [series.id])).get(shared.id);
	// A job that runs twice records it again.
	await stores.episodes.recordFiles(series.id, [{...row, file: {...shared, size: shared.size + 1}}], now);
	const files = (await stores.episodes.ofSeries(series.id)).flatMap(each => each.file ?? []);
	t.deepEqual(
		files.map(each => each.number),
		[number, number],
	);
});

test('an entry of several episodes has a number for each of them', async t => {
	const {stores} = await withStores(t);
	const entry = {
		event: 'grabbed' as const,
		title: 'The.Ferry.S01-NOBODY',
		timestamp: now,
		movieId: null,
		seriesId: 's',
		episodeIds: ['a', 'b', 'c'],
		downloadId: null,
		quality: null,
		indexer: null,
		data: {},
	};
	await stores.history.add(entry as never, 'once');
	await stores.history.add({...entry, episodeIds: ['d']} as never);
	await stores.history.addMany([{entry: {...entry, episodeIds: []} as never, onceKey: 'other'}]);
	const {entries} = await stores.history.page({page: 1, limit: 10});
	const numbers = await stores.numbers.of(
		'history',
		entries.map(({id}) => id),
	);
	const pack = entries.find(({episodeIds}) => episodeIds.length === 3)?.id ?? '';
	const first = numbers.get(pack) ?? 0;
	t.deepEqual(await stores.numbers.within('history', first + 2), {id: pack, index: 2});
	const others = [...numbers].filter(([id]) => id !== pack).map(([, number]) => number);
	t.true(others.every(number => number < first || number >= first + 3));
	t.is(await stores.numbers.within('history', Math.max(...numbers.values()) + 3), null);
});

/** As an earlier version stored it. */
async function withoutNumbers(t: ExecutionContext) {
	const {stores, connection} = await withStores(t);
	const movies = [await addMovie(stores), await addMovie(stores)];
	const file = buildMediaFile({id: randomUUID()});
	await stores.movies.replaceFile(movies[0]?.id ?? '', file, {replaces: null, at: now});
	const series = await addSeries(stores);
	const episodes = (await stores.episodes.ofSeries(series.id)).slice(0, 2).map(({id}) => id);
	await stores.episodes.recordFiles(series.id, [{episodeIds: episodes, file: {...file, id: randomUUID()}, replaces: []}], now);
	await stores.rootFolders.add({name: 'Films', path: '/films'}, now);
	await stores.tags.take(['old'], now);
	await connection.collection('tags').updateOne({label: 'old'}, {$set: {number: 41}});
	for (const name of Object.values(numberedCollections)) {
		await connection
			.collection(name)
			.updateMany({}, {$unset: {number: 1, 'file.number': 1}})
			.catch(() => {});
	}
	await connection.collection('recordNumbers').deleteMany({});
	await connection.collection<{_id: string}>('installation').deleteMany({_id: 'migratedTo'});
	return {stores, connection, movies, series, episodes};
}

test('records of earlier versions get numbers once, also after a kill in between', async t => {
	const {stores, connection, movies, series} = await withoutNumbers(t);
	// A killed run had given this one.
	await stores.numbers.of('movie', [movies[1]?.id ?? '']);
	await createMigrations(connection, stores.leases).run();
	const read = async () => ({
		movies: await stores.numbers.of(
			'movie',
			movies.map(({id}) => id),
		),
		files: await stores.numbers.ofFiles('movie', [movies[0]?.id ?? '']),
		ofSeries: await stores.numbers.ofFiles('series', [series.id]),
	});
	const given = await read();
	t.is(given.movies.get(movies[1]?.id ?? ''), 1);
	t.is(given.movies.get(movies[0]?.id ?? ''), 2);
	t.is(given.files.size, 1);
	t.is(given.ofSeries.size, 1);
	await stores.numbers.completeAll();
	t.deepEqual(await read(), given);
	const left = await connection.collection('episodes').countDocuments({$or: [{number: {$exists: false}}, {number: null}]});
	t.is(left, 0);
	t.is((await stores.tags.take(['new'], now))[0]?.number, 42);
});

test('giving thousands of records their numbers reads each of them a few times, however many there are', async t => {
	const {stores, connection} = await withStores(t);
	const rows = Array.from({length: 4000}, (_, index) => ({
		_id: randomUUID(),
		seriesId: `series-${index % 400}`,
		seasonNumber: 1,
		episodeNumber: index,
		file: {id: `file-${index}`, path: `/tv/${index}`},
	}));
	await connection.collection<{_id: string}>('episodes').insertMany(rows);
	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});
	await stores.numbers.completeAll();
	await database.command({profile: 0});
	const finds = await database
		.collection('system.profile')
		.find({ns: /\.episodes$/, op: 'query'})
		.toArray();
	const read = finds.reduce((sum, {docsExamined}) => sum + Number(docsExamined), 0);
	t.true(read <= rows.length * 4, `${read} documents`);
	const numbers = await connection.collection('episodes').distinct('number');
	const files = await connection.collection('episodes').distinct('file.number');
	t.deepEqual([numbers.length, files.length], [4000, 4000]);
});

test('a title without a number, as an undone deletion may bring it back, gets one when it is looked at', async t => {
	const {stores, connection} = await withStores(t);
	const movie = await addMovie(stores);
	await connection.collection<{_id: string}>('movies').updateOne({_id: movie.id}, {$unset: {number: 1}});
	const number = await numberOf(stores, movie.id);
	t.true(number > 1);
	t.is(await numberOf(stores, movie.id), number);
});
