import {randomUUID} from 'node:crypto';
import test from 'ava';
import type {Collection, Document} from 'mongodb';
import type {Connection, Schema} from 'mongoose';
import {untilPerson} from '#shared/domain/downloads/import-progress.ts';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {clockSkewMs} from '#shared/domain/network/clock-skew.ts';
import {type Limit, storedMoments} from '#shared/store/moments.ts';
import {withStores} from '#test/helpers/stores.ts';

const times = {failedRetryMs: hourMs};
const table = storedMoments(times);
const limits = Object.entries(table).flatMap(([model, paths]) =>
	Object.entries(paths).flatMap(([path, found]) =>
		typeof found === 'string' ? [] : [found].flat().map((limit: Limit) => ({model, path, limit})),
	),
);

/** The paths of all dates in a schema. */
function datesOf(schema: Schema, prefix = ''): string[] {
	return Object.entries(schema.paths).flatMap(([path, type]) => {
		const inside = (type as {schema?: Schema}).schema;
		const isDate = type.instance === 'Date' || (type as {embeddedSchemaType?: {instance: string}}).embeddedSchemaType?.instance === 'Date';
		return [...(isDate ? [`${prefix}${path}`] : []), ...(inside ? datesOf(inside, `${prefix}${path}.`) : [])];
	});
}

test('it is said of every stored moment how far ahead it may lie', async t => {
	const {connection} = await withStores(t);
	const common = /(?:^|\.)(?:createdAt|updatedAt)$/;
	const dates = Object.values(connection.models).flatMap(({modelName, schema}) =>
		datesOf(schema as Schema)
			.filter(path => !common.test(path))
			.map(path => `${modelName}.${path}`),
	);
	t.true(dates.length > 60, String(dates.length));
	const said = new Set(Object.entries(table).flatMap(([model, paths]) => Object.keys(paths).map(path => `${model}.${path}`)));
	t.deepEqual(
		dates.filter(path => !said.has(path)),
		[],
		'Say in storedMoments how far ahead it may lie',
	);
	t.deepEqual(
		Object.keys(table).filter(model => !connection.models[model]),
		[],
	);
});

/** A document with a moment, and with what makes it one of those that the limit is for. */
function documentWith({path, limit}: (typeof limits)[number], at: Date): Document {
	const row: Document = {
		_id: randomUUID(),
		name: randomUUID(),
		hash: randomUUID(),
		key: randomUUID(),
		metaId: Math.random(),
		kind: 'newznab',
	};
	for (const [field, condition] of Object.entries(limit.where ?? {})) {
		const {$in, $exists} = (condition ?? {}) as {$in?: unknown[]; $exists?: true};
		row[field] = $in?.[0] ?? ($exists ? randomUUID() : condition);
	}
	const names = path.split('.');
	names.reduce((inside: Document, name, index) => {
		const isLast = index === names.length - 1;
		const next = names[index + 1] === '$[far]' ? [{}] : {};
		const at0 = name === '$[far]' ? '0' : name;
		inside[at0] = isLast ? at : (inside[at0] ?? next);
		return inside[at0];
	}, row);
	return row;
}

const read = (row: Document | null, path: string) =>
	path.split('.').reduce((inside: unknown, name) => (inside as Document | null)?.[name === '$[far]' ? '0' : name], row) as Date;

const collectionOf = (connection: Connection, model: string) => connection.model(model).collection as unknown as Collection<{_id: string}>;

test('what lies too far ahead comes back, and what may lie there stays', async t => {
	t.true(limits.length > 30);
	const {connection, stores} = await withStores(t);
	for (const each of limits) {
		// MongoDB's own clock goes on while the others are looked at.
		const now = new Date();
		const at = (ms: number) => new Date(Number(now) + ms);
		const {model, path, limit} = each;
		const about = `${model}.${path} ${JSON.stringify(limit)}`;
		const collection = collectionOf(connection, model);
		const legal = at(limit.ahead + clockSkewMs / 2);
		const [far, near] = [documentWith(each, at(400 * dayMs)), documentWith(each, legal)];
		await collection.insertMany([far, near] as never);
		t.is(await stores.moments.pullBack(now, times), 1, about);
		const moved = read(await collection.findOne({_id: far['_id']}), path);
		const expected = limit.toLatest ? at(limit.ahead) : now;
		t.true(Math.abs(Number(moved) - Number(expected)) < 60_000, `${about} became ${moved.toISOString()}`);
		t.deepEqual(read(await collection.findOne({_id: near['_id']}), path), legal, about);
		t.is(await stores.moments.pullBack(now, times), 0, about);
		await collection.deleteMany();
	}
});

test('what only a person starts again is left alone', async t => {
	const {connection, stores} = await withStores(t);
	const collection = collectionOf(connection, 'QueueItem');
	await collection.insertOne({_id: 'a', state: 'importPending', retryAt: untilPerson} as never);
	t.is(await stores.moments.pullBack(new Date(), times), 0);
});
