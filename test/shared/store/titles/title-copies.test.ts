import test from 'ava';
import {markTitlesAlone} from '#shared/store/system/give-titles-libraries.ts';
import {buildMovieDetails} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-01-01');
const later = new Date('2026-01-02');
const film = buildMovieDetails({metaId: 7});
const choice = {
	monitored: true,
	minimumAvailability: 'released',
	qualityProfileId: 'x',
	searchOnAdd: false,
	rootFolderPath: '/films',
} as const;
const into = (libraryId: string | null, path = `/films/${libraryId}`) => ({...choice, libraryId, path});

test('a movie may be in each library once, and once without a library', async t => {
	const {movies} = (await withStores(t)).stores;
	const hd = await movies.add(film, into('hd'), now);
	const uhd = await movies.add(film, into('uhd'), later);
	const alone = await movies.add(film, into(null), later);
	for (const libraryId of ['hd', 'uhd', null]) {
		await t.throwsAsync(movies.add(film, into(libraryId), later), {code: 'movie_exists'});
	}
	t.deepEqual((await movies.findCopies(7)).map(({id}) => id).slice(0, 1), [hd.id], 'the oldest comes first');
	t.is((await movies.findOldest(7))?.id, hd.id);
	t.is((await movies.findInLibrary(7, 'uhd'))?.id, uhd.id);
	t.is((await movies.findInLibrary(7, null))?.id, alone.id);
	t.is(await movies.findInLibrary(7, 'other'), null);
	t.is(await movies.findOldest(8), null);
	t.false('alone' in alone);
	t.like((await movies.copiesOf([7, 8]))[0], {id: hd.id, metaId: 7, libraryId: 'hd', path: '/films/hd', filePath: null});
	t.deepEqual((await movies.notElsewhere([hd.id, uhd.id, alone.id], 'uhd')).toSorted(), [uhd.id, alone.id].toSorted());
});

test('titles whose library was deleted collide with nothing', async t => {
	const {movies} = (await withStores(t)).stores;
	const hd = await movies.add(film, into('hd'), now);
	const uhd = await movies.add(film, into('uhd'), now);
	await movies.detach('hd');
	await movies.detach('uhd');
	await movies.add(film, into(null), now);
	await movies.add(film, into('hd', '/films/again'), now);
	t.is((await movies.findCopies(7)).length, 4);
	await t.throwsAsync(movies.change(hd.id, {libraryId: 'hd'}, later), {code: 'movie_exists'});
	await movies.change(uhd.id, {libraryId: 'uhd', monitored: false}, later);
	t.like(await movies.get(uhd.id), {libraryId: 'uhd', monitored: false});
});

test('a title that was moved into a library and out again collides with nothing', async t => {
	const {movies} = (await withStores(t)).stores;
	const {id} = await movies.add(film, into(null), now);
	await movies.change(id, {libraryId: 'hd', availabilityDelayDays: 3}, later);
	await movies.add(film, into(null, '/films/second'), later);
	await movies.change(id, {libraryId: null}, later);
	t.is((await movies.findCopies(7)).length, 2);
});

test('of two copies that go to the same library, one is refused', async t => {
	const {movies} = (await withStores(t)).stores;
	const one = await movies.add(film, into('a'), now);
	const two = await movies.add(film, into('b'), now);
	const other = await movies.add(buildMovieDetails({metaId: 8}), into('a', '/films/8'), now);
	const ids = [one.id, two.id, other.id];
	t.deepEqual(await movies.withoutPlace(ids, 'c'), new Set([two.id]));
	t.deepEqual(await movies.withoutPlace(ids, 'b'), new Set([one.id]), 'that which is there stays');
	await t.throwsAsync(movies.changeMany([one.id, two.id], {libraryId: 'c'}, later), {code: 'movie_exists'});
	t.is((await movies.findCopies(7)).filter(({libraryId}) => libraryId === 'c').length, 1);
});

test('the same holds for series', async t => {
	const {series} = (await withStores(t)).stores;
	const details = buildSeriesDetails({metaId: 9});
	const add = (libraryId: string | null) => series.add(details, {...buildNewSeries({path: `/tv/${libraryId}`}), libraryId}, now);
	const hd = await add('hd');
	await add('uhd');
	await add(null);
	await t.throwsAsync(add('uhd'), {code: 'series_exists'});
	await t.throwsAsync(add(null), {code: 'series_exists'});
	await t.throwsAsync(series.change(hd.id, {libraryId: 'uhd'}, later), {code: 'series_exists'});
	await t.throwsAsync(series.change(hd.id, {libraryId: 'uhd', monitored: false}, later), {code: 'series_exists'});
	t.like(await series.get(hd.id), {libraryId: 'hd', monitored: true});
	await series.change(hd.id, {libraryId: null}, later);
	t.is((await series.findCopies(9)).length, 3);
});

test('of the copies of one work, one is asked for at the provider', async t => {
	const {movies, series} = (await withStores(t)).stores;
	await movies.add(film, into('a'), now);
	await movies.add(film, into('b'), now);
	await movies.add(buildMovieDetails({metaId: 8}), into('b', '/films/8'), now);
	t.is((await movies.dueForRefresh(new Date('2040-01-01'), 10)).length, 2);
	for (const libraryId of ['a', 'b']) {
		await series.add(buildSeriesDetails({metaId: 9}), {...buildNewSeries({path: `/tv/${libraryId}`}), libraryId}, now);
	}
	t.is((await series.dueForRefresh(new Date('2040-01-01'), 10)).length, 1);
});

test('titles of earlier versions stay unique without a library', async t => {
	const {stores, connection} = await withStores(t);
	const {id} = await stores.movies.add(film, into(null), now);
	await stores.movies.add(buildMovieDetails({metaId: 8}), into('hd'), now);
	await connection.collection('movies').updateMany({}, {$unset: {alone: ''}});
	await markTitlesAlone(connection);
	await markTitlesAlone(connection);
	const marked = await connection.collection<{_id: string}>('movies').find({alone: true}).toArray();
	t.deepEqual(
		marked.map(({_id}) => _id),
		[id],
	);
	await t.throwsAsync(stores.movies.add(film, into(null), later), {code: 'movie_exists'});
});
