import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import type {ListFilter} from '#shared/lists/filter.ts';
import {createLetters} from '#shared/lists/letters.ts';
import {byNumber, byText, type Documents, orderIndex, type SortOrder} from '#shared/lists/ordered.ts';
import {createPager, createRevisions, members} from '#shared/lists/pager.ts';
import {withStores} from '#test/helpers/stores.ts';
import {until} from '#test/helpers/until.ts';

interface Row {
	_id: string;
	name: string;
	rank: number | null;
	isOdd: boolean;
}

const columns = ['isOdd'];
const byName = byText('name', {columns});
const byRank = byNumber('rank', {columns});
const everything: ListFilter = {key: 'all', conditions: {}, aspects: [], index: null};
const odd: ListFilter = {key: 'odd', conditions: {isOdd: true}, aspects: ['isOdd'], index: null};

/** A long collection, and what two processes show of it. `walks` counts how often a whole list was counted. */
async function longList(t: ExecutionContext, count: number) {
	const {connection} = await withStores(t);
	const real = connection.collection('rows') as unknown as Documents; // mongoose's collection is the driver's
	const toRow = (n: number): Row => ({
		_id: `id-${(n * 31) % 1009}`,
		name: `${'abz'[n % 3]} ${(n * 7919) % 97}`,
		rank: n % 3 ? n % 11 : null,
		isOdd: n % 2 === 1,
	});
	const rows = Array.from({length: count}, (_none, n) => toRow(n));
	await real.insertMany(
		rows.map(row => ({...row})),
		{writeConcern: {w: 'majority'}},
	);
	for (const order of [byName, byRank]) {
		await real.createIndex(...orderIndex(order));
	}
	const seen = {walks: 0};
	const documents = new Proxy(real, {
		get(target, name) {
			const value: unknown = Reflect.get(target, name);
			return name !== 'aggregate'
				? typeof value === 'function'
					? value.bind(target)
					: value
				: (stages: object[], options: {hint: string}) => {
						seen.walks += options.hint === '_id_' ? 0 : 1;
						return target.aggregate(stages, options);
					};
		},
	});
	const processes = [1, 2].map(() => {
		const revisions = createRevisions(connection, 'rows');
		const shared = {documents: () => documents, revisions, longFrom: 1};
		return {
			revisions,
			pager: createPager({...shared, counted: byName, shortLength: 20}),
			letters: createLetters(shared.documents, {...shared, order: byName}),
		};
	});
	// A moment before the indexes were there cannot be read.
	await until(async () => {
		await connection.collection('later').insertOne({}, {writeConcern: {w: 'majority'}});
		const read = (session: mongoose.mongo.ClientSession) => real.aggregate([], {session, hint: byRank.index}).toArray();
		return (await processes[0]?.revisions.atOneMoment(read)) !== null;
	});
	const expected = (filter: ListFilter, {field}: SortOrder, isDownward: boolean) => {
		const value = (row: Row) => row[field as 'name' | 'rank'];
		const way = isDownward ? -1 : 1;
		const compare = (a: string | number, b: string | number) => (a < b ? -way : a > b ? way : 0);
		return rows
			.filter(row => filter === everything || row.isOdd)
			.toSorted(
				(a, b) => Number(value(a) === null) - Number(value(b) === null) || compare(value(a) ?? 0, value(b) ?? 0) || compare(a._id, b._id),
			)
			.map(({_id}) => _id);
	};
	const check = async (n: number, what: string) => {
		const [order, isDownward, filter] = [n % 2 ? byName : byRank, n % 3 === 0, n % 5 < 3 ? everything : odd];
		const wanted = expected(filter, order, isDownward);
		const page = 1 + ((n * 13) % Math.ceil(wanted.length / 7));
		for (const {pager} of processes) {
			const shown = await pager.page({filter, order, isDownward, page, limit: 7, projection: {_id: 1}});
			const ids = shown.rows.map(row => String(mongoose.mongo.BSON.deserialize(row)['_id']));
			t.deepEqual([shown.total, ids], [wanted.length, wanted.slice((page - 1) * 7, page * 7)], what);
		}
	};
	return {rows, real, toRow, seen, processes, check};
}

test('while documents are added, every page and length is right in each process, and no list is counted again', async t => {
	const {rows, real, toRow, seen, processes, check} = await longList(t, 700);
	for (let n = 0; n < 60; n += 1) {
		await check(n, `before anything was added, ${n}`);
	}
	const before = seen.walks;
	for (let n = 0; n < 60; n += 1) {
		const row = toRow(700 + n);
		await processes[n % 2]?.revisions.adding([row._id], async () => {
			await check(n, `while ${n} is on its way`);
			await real.insertOne({...row}, {writeConcern: {w: 'majority'}});
			rows.push(row);
			await check(n + 7, `${n} is there, and its writer has not ended`);
		});
		await check(n + 1, `after ${n} was added`);
	}
	t.is(seen.walks, before);
	const letters = await Promise.all(processes.map(({letters: read}) => read(everything)));
	t.deepEqual(letters[0], letters[1]);
	t.is(
		letters[0]?.reduce((sum, {count}) => sum + count, 0),
		rows.length,
	);
});

test('a removal, and more additions than are remembered, count a list anew', async t => {
	const {rows, real, toRow, seen, processes, check} = await longList(t, 100);
	await check(1, 'first');
	const [{revisions}] = processes as [(typeof processes)[0]];
	const before = seen.walks;
	await revisions.during([members], () => real.deleteOne({_id: rows.splice(3, 1)[0]!._id}, {writeConcern: {w: 'majority'}})); // there are a hundred
	await check(1, 'after a removal');
	t.true(seen.walks > before);
	for (let n = 100; n < 500; n += 1) {
		const row = toRow(n);
		rows.push(row);
		await revisions.adding([row._id], () => real.insertOne({...row}, {writeConcern: {w: 'majority'}}));
	}
	await check(1, 'after four hundred more');
	await check(2, 'and in another order');
});
