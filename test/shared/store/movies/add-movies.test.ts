import test from 'ava';
import {buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {withStores} from '#test/helpers/stores.ts';

const now = new Date('2026-03-10T12:00:00Z');
const choice = {
	monitored: true,
	minimumAvailability: 'released' as const,
	rootFolderPath: '/films',
	path: '/films/Paper Harbor',
	qualityProfileId: 'some',
	searchOnAdd: false,
	tags: ['kids'],
	addedBy: {kind: 'move' as const, id: 'some-move'},
};

test('movies that are added together are stored as one alone would be, and all or none of them', async t => {
	const {stores, connection} = await withStores(t);
	const {movies, history, numbers} = stores;
	const collection = connection.collection('movies');
	const details = buildMovieDetails({title: 'Paper Harbor'});
	const file = buildMediaFile({number: 12});
	const alone = await movies.add(details, {...choice, libraryId: 'a', number: 70}, now);
	await movies.replaceFile(alone.id, file, {replaces: null, at: now});
	const {revision} = movies;
	const before = (await revision()).ofAll();
	const ids = await movies.addMany(
		[
			{details, choice: {...choice, libraryId: 'b', number: 71}, file},
			{details: {...details, metaId: 12}, choice: {...choice, libraryId: 'a', number: 70}, file: null},
		],
		now,
	);
	t.not((await revision()).ofAll(), before, 'lists see them');
	const [first, second, third] = await Promise.all([alone.id, ...ids].map(id => collection.findOne({_id: id as never})));
	t.deepEqual({...second, _id: null, number: 70, libraryId: 'a'}, {...first, _id: null});
	t.deepEqual([third?.['metaId'], third?.['file'], third?.['hasFile']], [12, null, false]);
	const given = await numbers.of('movie', ids);
	t.deepEqual(
		ids.map(id => given.get(id)),
		[71, 72],
		'a number that another one has is not given again',
	);
	t.is((await history.page({page: 1, limit: 10, event: 'titleAdded'})).total, 3);

	const again = [
		{details: {...details, metaId: 13}, choice: {...choice, libraryId: 'a'}, file: null},
		{details, choice: {...choice, libraryId: 'b'}, file: null},
	];
	await t.throwsAsync(movies.addMany(again, now), {code: 'movie_exists'});
	t.is(await collection.countDocuments(), 3);
	t.deepEqual(await movies.addMany([], now), []);
});
