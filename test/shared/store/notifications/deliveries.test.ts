import {randomUUID} from 'node:crypto';
import test from 'ava';
import type {NewDelivery} from '#shared/store/notifications/deliveries.ts';
import {withStores} from '#test/helpers/stores.ts';

// Not in the past: the database itself removes old deliveries.
const now = new Date();
const later = (minutes: number) => new Date(Number(now) + minutes * 60_000);
const notificationId = randomUUID();

function buildDelivery(overrides: Partial<NewDelivery> = {}): NewDelivery {
	const data = {status: 'error', subject: {kind: 'pool', id: null, name: 'search'}, message: 'Away.'} as const;
	const message = {type: 'health', timestamp: now.toISOString(), data} as const;
	return {id: randomUUID(), notificationId, event: 'health', message, files: [], ...overrides};
}

test('no query of deliveries reads a whole collection, nor sorts what it reads first', async t => {
	const {stores, connection} = await withStores(t);
	const {deliveries} = stores;
	const reported = buildDelivery();
	const files = [{path: '/library/lamp.mkv', change: 'created' as const}];
	const database = connection.db!; // withStores has connected
	await database.command({profile: 2});
	await deliveries.add([reported, buildDelivery({files}), buildDelivery({files}), buildDelivery({notificationId: randomUUID()})], now);
	const [due] = await deliveries.due(notificationId, later(1), 5);
	t.is(due?.id, reported.id);
	await deliveries.noteTried(due!, {responseStatus: 503, error: 'Busy.'}, later(1)); // it is the one that was told
	t.true(await deliveries.isDue(notificationId, later(9)));
	await deliveries.giveUp(notificationId, later(2));
	await deliveries.giveUp(notificationId, later(60 * 30));
	for (const status of [undefined, 'pending', 'delivered', 'failed'] as const) {
		await deliveries.page({notificationId, page: 1, limit: 2, ...(status && {status})});
	}
	await deliveries.get(notificationId, reported.id);
	await deliveries.replay(reported.id, now);
	t.is(await deliveries.removeSurplus(notificationId, {pending: 1, delivered: 0, failed: 0}), 2);
	await deliveries.removeOf(notificationId);
	await database.command({profile: 0});
	const seen = await database
		.collection('system.profile')
		.find({ns: /\.deliveries$/, planSummary: {$exists: true}})
		.toArray();
	t.true(seen.length >= 12, String(seen.length));
	const [gaveUpNone] = seen.filter(({command}) => command.q?.givesUpAt);
	t.is(gaveUpNone?.['docsExamined'], 0, 'Those that still have time are not read');
	t.deepEqual(
		seen.filter(({planSummary}) => !/IXSCAN|IDHACK|COUNT_SCAN/.test(planSummary)).map(({command, planSummary}) => [planSummary, command]),
		[],
	);
	t.deepEqual(
		seen.filter(({hasSortStage}) => hasSortStage).map(({command}) => command),
		[],
	);
});

test('a delivery of another notification is as unknown as none', async t => {
	const {stores} = await withStores(t);
	const {deliveries} = stores;
	const other = buildDelivery({notificationId: randomUUID()});
	await deliveries.add([other], now);
	const refusal = {code: 'delivery_not_found', message: `There is no delivery with the id ${other.id}.`};
	await t.throwsAsync(deliveries.get(notificationId, other.id), refusal);
	const none = randomUUID();
	await t.throwsAsync(deliveries.get(notificationId, none), {...refusal, message: `There is no delivery with the id ${none}.`});
});
