import test, {type ExecutionContext} from 'ava';
import mongoose, {type Model, Schema} from 'mongoose';
import {aggregateAtOnce, type Lookup, readTogether} from '#shared/store/mongo/one-command.ts';
import {withDatabase} from '#test/helpers/database.ts';

interface Row {
	_id: number;
	name?: string;
}

const schema = new Schema<Row>({_id: Number, name: String}, {versionKey: false});

async function withModels(t: ExecutionContext): Promise<{cats: Model<Row>; dogs: Model<Row>}> {
	const {uri} = await withDatabase(t);
	const connection = await mongoose.createConnection(uri).asPromise();
	t.teardown(() => connection.close());
	return {cats: connection.model<Row>('Cat', schema, 'cats'), dogs: connection.model<Row>('Dog', schema, 'dogs')};
}

test('several reads share a command, and each gets what it has found', async t => {
	const {cats, dogs} = await withModels(t);
	await cats.insertMany([{_id: 1, name: 'Tom'}, {_id: 2}, {_id: 3}]);
	await dogs.insertMany([{_id: 1, name: 'Rex'}]);
	const lookup = (source: typeof cats, filter: object | null, limit?: number): Lookup<Row[], Row> => ({
		source,
		filter,
		projection: {name: 1},
		...(limit !== undefined && {limit}),
		open: rows => [...rows],
	});
	const lookups = [lookup(cats, {_id: {$lte: 2}}), lookup(dogs, null), lookup(dogs, {}), lookup(cats, {_id: {$gte: 1}}, 1)] as const;
	t.deepEqual(await readTogether(lookups), [[{_id: 1, name: 'Tom'}, {_id: 2}], [], [{_id: 1, name: 'Rex'}], [{_id: 1, name: 'Tom'}]]);
	t.deepEqual(await readTogether([lookup(cats, null), lookup(dogs, null)] as const), [[], []], 'nothing is asked');
});

test('what does not fit into one reply is read nevertheless', async t => {
	const {cats} = await withModels(t);
	const name = 'x'.repeat(6 * 1024 * 1024);
	for (const _id of [1, 2, 3, 4]) {
		await cats.create({_id, name});
	}
	const rows = await aggregateAtOnce<Row>(cats, [{$match: {}}, {$sort: {_id: 1}}]);
	t.deepEqual(
		rows.map(({_id}) => _id),
		[1, 2, 3, 4],
	);
});
