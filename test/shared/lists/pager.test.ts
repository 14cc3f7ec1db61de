import test, {type ExecutionContext} from 'ava';
import mongoose, {type Connection} from 'mongoose';
import type {ListFilter} from '#shared/lists/filter.ts';
import {byNumber, byText, type Documents, orderIndex, type SortOrder} from '#shared/lists/ordered.ts';
import {createPager, type Pager} from '#shared/lists/pager.ts';
import {createRevisions, members, type Revisions} from '#shared/lists/revisions.ts';
import {withStores} from '#test/helpers/stores.ts';

interface Row {
	_id: string;
	name: string;
	rank: number | null;
	isOdd: boolean;
	/** In no index. */
	isRed: boolean;
}

const {deserialize} = mongoose.mongo.BSON;
const columns = ['isOdd'];
const byName = byText('name', {columns});
const byRank = byNumber('rank', {columns});
const everything: ListFilter = {key: 'all', conditions: {}, aspects: [], index: null};
const odd: ListFilter = {key: 'odd', conditions: {isOdd: true}, aspects: ['isOdd'], index: null};
const red: ListFilter = {key: 'red', conditions: {isRed: true}, aspects: ['isRed'], index: null, fields: ['isRed']};

interface Library {
	connection: Connection;
	rows: Row[];
	documents: Documents;
	revisions: Revisions;
	pager: Pager;
}

/** Rows in no order, with namesakes, many ties and many without a rank. */
async function withRows(t: ExecutionContext, options: {count: number; shortLength: number}): Promise<Library> {
	const {connection} = await withStores(t);
	const documents = connection.collection('rows') as unknown as Documents; // mongoose's collection is the driver's
	const rows = Array.from({length: options.count}, (_, n): Row => {
		const mixed = (n * 7919) % options.count;
		return {
			_id: `id-${(n * 31) % options.count}`,
			name: `name ${mixed % 400}`,
			rank: mixed % 3 === 0 ? null : mixed % 7,
			isOdd: n % 2 === 1,
			isRed: n % 5 > 0,
		};
	});
	await documents.insertMany(rows.map(row => ({...row})));
	for (const order of [byName, byRank]) {
		await documents.createIndex(...orderIndex(order));
	}
	const revisions = createRevisions(connection, 'rows');
	const pager = createPager({documents: () => documents, revisions, counted: byName, shortLength: options.shortLength});
	return {connection, rows, documents, revisions, pager};
}

/** What the rules say: by value, nulls last in both directions, ties by id in the direction of the sort. */
function inOrder(rows: readonly Row[], {field}: SortOrder, isDownward: boolean): string[] {
	const value = (row: Row) => row[field as 'name' | 'rank'];
	const way = isDownward ? -1 : 1;
	const compare = (a: string | number, b: string | number) => (a < b ? -way : a > b ? way : 0);
	const sorted = rows.toSorted((a, b) => {
		const [left, right] = [value(a), value(b)];
		if (left === null || right === null) {
			return Number(left === null) - Number(right === null) || compare(a._id, b._id);
		}
		return compare(left, right) || compare(a._id, b._id);
	});
	return sorted.map(({_id}) => _id);
}

async function idsOf(pager: Pager, request: {filter: ListFilter; order: SortOrder; isDownward: boolean; page: number; limit: number}) {
	const {rows, total} = await pager.page({...request, projection: {_id: 1}});
	return {ids: rows.map(row => String(deserialize(row)['_id'])), total};
}

async function compareAll(t: ExecutionContext, {rows, pager}: Library, limit: number): Promise<void> {
	for (const filter of [everything, odd, red]) {
		const shown = rows.filter(({isOdd, isRed}) => (filter !== odd || isOdd) && (filter !== red || isRed));
		const pages = Math.ceil(shown.length / limit) + 1;
		for (const order of [byName, byRank]) {
			for (const isDownward of [false, true]) {
				const expected = inOrder(shown, order, isDownward);
				for (let step = 0; step < pages; step += 1) {
					// Far pages first, then near ones, so that places are looked up from both sides.
					const page = ((step * 37) % pages) + 1;
					const {ids, total} = await idsOf(pager, {filter, order, isDownward, page, limit});
					t.is(total, shown.length);
					t.deepEqual(ids, expected.slice((page - 1) * limit, page * limit), `${filter.key} ${order.field} ${isDownward} ${page}`);
				}
			}
		}
	}
}

test('every page of a long list is the one that the rules say, in whatever order they are asked for', async t => {
	const library = await withRows(t, {count: 1501, shortLength: 0});
	await compareAll(t, library, 41);
});

test('every page of a short list is the one that the rules say', async t => {
	const library = await withRows(t, {count: 211, shortLength: 5000});
	await compareAll(t, library, 20);
});

test('a page beyond the last is empty, with the true total', async t => {
	const {pager} = await withRows(t, {count: 5, shortLength: 0});
	t.like(await pager.page({filter: everything, order: byName, isDownward: false, page: 10_000_000, limit: 100, projection: {}}), {
		rows: [],
		total: 5,
	});
});

test('a change is seen by the next page, in this process and in another', async t => {
	const {documents, connection, revisions, rows, pager} = await withRows(t, {count: 600, shortLength: 0});
	const other = createPager({documents: () => documents, revisions: createRevisions(connection, 'rows'), counted: byName});
	const request = {filter: odd, order: byName, isDownward: false, page: 6, limit: 50};
	const read = async () => {
		const [mine, theirs] = await Promise.all([idsOf(pager, request), idsOf(other, request)]);
		t.deepEqual(mine, theirs);
		return mine;
	};
	t.is((await read()).total, 300);

	const fresh: Row = {_id: 'new', name: ' first', rank: null, isOdd: true, isRed: false};
	const even = rows[0]!; // there are 600
	await revisions.during([members], () => documents.insertOne({...fresh}));
	await revisions.during(['isOdd'], () => documents.updateOne({_id: even._id}, {$set: {isOdd: true}}));
	const expected = inOrder([...rows.filter(({isOdd}) => isOdd), {...even, isOdd: true}, fresh], byName, false);
	t.deepEqual(await read(), {ids: expected.slice(250, 300), total: 302});

	await revisions.during([members], () => documents.deleteOne({_id: 'new'}));
	t.is((await read()).total, 301);
});

test('a change is seen by the next page while others write too', async t => {
	const {documents, connection, revisions, pager} = await withRows(t, {count: 50, shortLength: 0});
	const total = async () => (await idsOf(pager, {filter: everything, order: byName, isDownward: false, page: 1, limit: 1})).total;
	t.is(await total(), 50);
	for (let n = 1; n <= 20; n += 1) {
		await connection.collection('others').insertOne({n});
		await total();
		await revisions.during([members], () => documents.insertOne({_id: `more-${n}`, name: 'more', rank: n, isOdd: false}));
		t.is(await total(), 50 + n);
		await revisions.during(['rank'], () => documents.updateOne({_id: `more-${n}`}, {$set: {rank: 0}}));
		t.is(await total(), 50 + n);
	}
});

test('what is remembered of a list outlives a change of what it does not go by', async t => {
	const {documents, revisions} = await withRows(t, {count: 3, shortLength: 0});
	const stateOf = async (aspects: string[]) => (await revisions.read()).of(aspects);
	const before = {name: await stateOf([members, 'name']), rank: await stateOf([members, 'rank'])};
	await revisions.during(['rank'], () => documents.updateOne({_id: 'id-1'}, {$set: {rank: 5}}));
	t.is(await stateOf([members, 'name']), before.name);
	t.not(await stateOf([members, 'rank']), before.rank);
});

test('while a write is on its way, and after its writer died, nothing is remembered', async t => {
	const {documents, revisions, pager} = await withRows(t, {count: 40, shortLength: 0});
	const total = async () => (await idsOf(pager, {filter: everything, order: byName, isDownward: false, page: 1, limit: 1})).total;
	t.is(await total(), 40);
	const network = new mongoose.mongo.MongoNetworkError('the answer was lost');
	await t.throwsAsync(
		revisions.during([members], async () => {
			t.is(await total(), 40);
			await documents.deleteOne({_id: 'id-1'});
			t.is(await total(), 39);
			throw network;
		}),
		{is: network},
	);
	await documents.deleteOne({_id: 'id-2'});
	t.is(await total(), 38);
});

test('the mark of a dead writer ends by itself while others write without a break', async t => {
	const {connection, documents, revisions} = await withRows(t, {count: 3, shortLength: 0});
	const stateOf = async (aspect: string) => (await revisions.read()).of([aspect]);
	const network = new mongoose.mongo.MongoNetworkError('the answer was lost');
	await t.throwsAsync(
		revisions.during(['name'], () => Promise.reject(network)),
		{is: network},
	);
	t.is(await stateOf('name'), null);
	// The others go on, and a minute passes for the dead one alone.
	const [mark] = Object.keys((await connection.collection('revisions').findOne({}))?.['open'] ?? {});
	await connection.collection('revisions').updateOne({}, {$set: {[`open.${mark}.at`]: new Date(Date.now() - 61_000)}});
	await revisions.during(['rank'], async () => {
		await documents.updateOne({_id: 'id-1'}, {$set: {rank: 5}});
		await stateOf('name');
		t.not(await stateOf('name'), null);
		t.is(await stateOf('rank'), null);
	});
	t.not(await stateOf('rank'), null);
});
