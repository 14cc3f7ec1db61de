import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import {byText, type Documents} from '#shared/lists/ordered.ts';
import {createPager} from '#shared/lists/pager.ts';
import {createRevisions} from '#shared/lists/revisions.ts';
import {orderWithin, tagIndex, titleFilter} from '#shared/store/titles/title-pages.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {withStores} from '#test/helpers/stores.ts';
import {movieDetails} from '#test/helpers/world/movie.ts';

const now = new Date('2026-03-01T12:00:00Z');
const choice = {
	monitored: true,
	minimumAvailability: 'released' as const,
	rootFolderPath: '/films',
	path: '/films/Film',
	availabilityDelayDays: null,
	qualityProfileId: 'p',
	libraryId: null,
	searchOnAdd: false,
};

async function withTitles(t: ExecutionContext) {
	const {stores, connection} = await withStores(t);
	const {movies, series} = stores;
	const movie = await movies.add(movieDetails, {...choice, tags: ['own'], ruleTags: ['rule']}, now);
	const show = await series.add(buildSeriesDetails(), buildNewSeries({tags: ['own'], ruleTags: ['rule']}), now);
	const tagsOf = async () => {
		const [a, b] = [await movies.get(movie.id), await series.get(show.id)];
		const shown = [a, b].map(({tags, ownTags, ruleTags}) => ({tags, ownTags, ruleTags}));
		t.deepEqual(shown[0], shown[1], 'movies and series are told apart by nothing');
		return shown[0];
	};
	const change = async (tagChange: object) => {
		await movies.change(movie.id, {tagChange}, now);
		await series.change(show.id, {tagChange}, now);
		return tagsOf();
	};
	return {stores, connection, movie, show, tagsOf, change};
}

test('tags that people give and those of rules are kept apart and shown together', async t => {
	const {change, tagsOf} = await withTitles(t);
	const ruleTags = ['rule'];
	t.deepEqual(await tagsOf(), {tags: ['own', 'rule'], ownTags: ['own'], ruleTags});
	t.deepEqual(await change({set: ['own', 'rule', 'b', 'a']}), {tags: ['a', 'b', 'own', 'rule'], ownTags: ['a', 'b', 'own'], ruleTags});
	t.deepEqual(await change({add: ['rule', 'c'], remove: ['a', 'b', 'never']}), {
		tags: ['c', 'own', 'rule'],
		ownTags: ['c', 'own', 'rule'],
		ruleTags,
	});
	t.deepEqual(await change({set: ['rule']}), {tags: ['rule'], ownTags: ['rule'], ruleTags}, 'what a person gave on purpose stays');
	t.deepEqual(await change({set: []}), {tags: ['rule'], ownTags: [], ruleTags});
	t.deepEqual(
		await change({set: ['$own', 'x']}),
		{tags: ['$own', 'rule', 'x'], ownTags: ['$own', 'x'], ruleTags},
		'no text is an expression',
	);
});

test('a change of tags and one of other fields are one write', async t => {
	const {stores, movie, show} = await withTitles(t);
	await stores.movies.change(movie.id, {monitored: false, libraryId: 'library-1', tagChange: {add: ['x']}}, now);
	await stores.series.change(show.id, {monitored: false, libraryId: 'library-1', tagChange: {add: ['x']}}, now);
	for (const title of [await stores.movies.get(movie.id), await stores.series.get(show.id)]) {
		t.like(title, {monitored: false, libraryId: 'library-1', tags: ['own', 'rule', 'x']});
	}
	t.deepEqual(await stores.movies.changeMany([movie.id], {tagChange: {remove: ['x']}}, now), [movie.id]);
	t.deepEqual((await stores.movies.get(movie.id)).tags, ['own', 'rule']);
});

test('titles that were stored before there were tags have none', async t => {
	const {stores, connection, movie, show} = await withTitles(t);
	const unset = {$unset: {tags: 1, ownTags: 1, ruleTags: 1}};
	await connection.collection('movies').updateMany({}, unset);
	await connection.collection('series').updateMany({}, unset);
	t.like(await stores.movies.get(movie.id), {tags: [], ownTags: [], ruleTags: []});
	t.like((await stores.series.getMany([show.id]))[0], {tags: [], ownTags: [], ruleTags: []});
	await stores.movies.change(movie.id, {tagChange: {add: ['x']}}, now);
	t.like(await stores.movies.get(movie.id), {tags: ['x'], ownTags: ['x'], ruleTags: []});
});

test('a label is counted, replaced and taken off, whoever gave it', async t => {
	const {stores, tagsOf} = await withTitles(t);
	const {movies, series} = stores;
	t.deepEqual(
		[...(await movies.countTags(['own', 'rule', 'none']))],
		[
			['own', 1],
			['rule', 1],
			['none', 0],
		],
	);
	for (const titles of [movies, series]) {
		t.is(await titles.replaceTag('rule', 'own'), 1);
		t.is(await titles.replaceTag('rule', 'own'), 0);
	}
	t.deepEqual(await tagsOf(), {tags: ['own'], ownTags: ['own'], ruleTags: ['own']});
	t.is((await movies.countTags(['rule'])).get('rule'), 0, 'a change ends what was remembered');
	for (const titles of [movies, series]) {
		t.is(await titles.replaceTag('own', null), 1);
	}
	t.deepEqual(await tagsOf(), {tags: [], ownTags: [], ruleTags: []});
});

test('a title has room for fifty tags', async t => {
	const {stores, movie, change} = await withTitles(t);
	const many = Array.from({length: 49}, (_, index) => `t${index}`);
	await change({set: many});
	t.deepEqual(await stores.movies.withoutRoom([movie.id], ['t1', 'x']), []);
	t.deepEqual(await stores.movies.withoutRoom([movie.id], ['x', 'y']), [movie.id]);
});

test('pages of a long list of one label are read from its index', async t => {
	const {connection} = await withStores(t);
	const documents = connection.collection('rows') as unknown as Documents; // mongoose's collection is the driver's
	const rows = Array.from({length: 300}, (_, n) => ({
		_id: `id-${n}`,
		sortTitle: `title ${(n * 7) % 40}`,
		tags: n % 3 ? ['a', 'b'] : ['c'],
	}));
	await documents.insertMany(rows.map(row => ({...row})));
	await documents.createIndex({tags: 1, sortTitle: 1, _id: 1}, {name: tagIndex});
	const byTitle = byText('sortTitle');
	const pager = createPager({documents: () => documents, revisions: createRevisions(connection, 'rows'), counted: byTitle, shortLength: 5});
	const filter = titleFilter({tag: 'a'}, {conditions: {}});
	const order = orderWithin(byTitle, byTitle, filter.index);
	for (const isDownward of [false, true]) {
		const way = isDownward ? -1 : 1;
		const expected = rows
			.filter(({tags}) => tags.includes('a'))
			.toSorted((a, b) => (a.sortTitle === b.sortTitle ? (a._id < b._id ? -way : way) : a.sortTitle < b.sortTitle ? -way : way))
			.map(({_id}) => _id);
		for (const page of [11, 1, 8, 3, 20, 21]) {
			const read = await pager.page({filter, order, isDownward, page, limit: 10, projection: {_id: 1}});
			t.is(read.total, 200);
			const ids = read.rows.map(row => String(mongoose.mongo.BSON.deserialize(row)['_id']));
			t.deepEqual(ids, expected.slice((page - 1) * 10, page * 10), `page ${page}`);
		}
	}
	const at = {tags: 'a', $or: [{sortTitle: 'title 12', _id: {$gte: 'id-1'}}, {sortTitle: {$gt: 'title 12'}}]};
	const plan = await documents.find(at).sort({sortTitle: 1, _id: 1}).hint(tagIndex).limit(10).explain('executionStats');
	t.false(JSON.stringify(plan['queryPlanner']).includes('"SORT"'), 'nothing is sorted');
	t.true(Number((plan['executionStats'] as {totalKeysExamined: number}).totalKeysExamined) < 40);
});
