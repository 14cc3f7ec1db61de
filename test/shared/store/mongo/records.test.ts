import {randomUUID} from 'node:crypto';
import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import {Conflict, NotFound} from '#shared/errors.ts';
import {byName, createRecords, type Stored, schemaOptions} from '#shared/store/mongo/records.ts';
import {withDatabase} from '#test/helpers/database.ts';

interface Shelf {
	id: string;
	name: string;
	size: number;
}
type Row = Stored<Shelf> & {key?: string};

async function openShelves(t: ExecutionContext) {
	const {uri} = await withDatabase(t);
	const connection = mongoose.createConnection(uri);
	t.teardown(() => connection.close());
	const schema = new mongoose.Schema<Row>({_id: String, name: String, size: Number, key: String}, schemaOptions);
	schema.index({name: 1}, {unique: true, collation: byName});
	const model = connection.model<Row>('Shelf', schema, 'shelves');
	await model.init();
	return createRecords<Shelf, Row>({
		model,
		kind: 'Top shelf',
		order: {name: 1},
		collation: byName,
		hidden: {key: 0},
		taken: {message: ({name}) => `There is a shelf named ${name} already.`},
	});
}

test('a record is made, found, changed, listed by name and removed', async t => {
	const shelves = await openShelves(t);
	const made = await shelves.insert({name: 'beta', size: 1});
	await shelves.insert({name: 'Alpha', size: 2});
	t.deepEqual(await shelves.find(made.id), {id: made.id, name: 'beta', size: 1});
	t.deepEqual(await shelves.update(made.id, {size: 3, key: 'k'}), {id: made.id, name: 'beta', size: 3});
	t.deepEqual(await shelves.get(made.id), {id: made.id, name: 'beta', size: 3}, 'what is hidden is no part of it');
	t.deepEqual(
		(await shelves.list()).map(({name}) => name),
		['Alpha', 'beta'],
	);
	t.true(await shelves.remove(made.id));
	t.false(await shelves.remove(made.id));
});

test('an unknown id is told by the kind of the record', async t => {
	const shelves = await openShelves(t);
	const unknown = {instanceOf: NotFound, code: 'top_shelf_not_found'};
	const id = randomUUID();
	t.is(await shelves.find(id), null);
	t.is(await shelves.find('{"$gt": ""}'), null);
	await t.throwsAsync(shelves.get(id), {...unknown, message: `There is no Top shelf with the id ${id}.`});
	await t.throwsAsync(shelves.update(id, {size: 1}), unknown);
});

test('a name that is taken is a conflict, when it is made and when it is changed', async t => {
	const shelves = await openShelves(t);
	const {id} = await shelves.insert({name: 'One', size: 1});
	await shelves.insert({name: 'Two', size: 1});
	const taken = {instanceOf: Conflict, code: 'already_exists'};
	await t.throwsAsync(shelves.insert({name: 'ONE', size: 2}), {...taken, message: 'There is a shelf named ONE already.'});
	await t.throwsAsync(shelves.update(id, {name: 'two'}), {...taken, message: 'There is a shelf named two already.'});
});
