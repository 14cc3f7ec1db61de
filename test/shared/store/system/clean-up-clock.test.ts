import test, {type ExecutionContext} from 'ava';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {withStores} from '#test/helpers/stores.ts';

const retentionMs = 30 * dayMs;
const ago = (ms: number) => new Date(Date.now() - ms);

/** The clock of MongoDB cannot be set here, so the times that were stored move instead. */
async function withClock(t: ExecutionContext) {
	const {connection, stores} = await withStores(t);
	const stored = connection.collection<{_id: string; seenAt: Date; jumpedAt: Date | null}>('cleanUpClock');
	return {
		read: (newest: Date | null = ago(0)) => stores.cleanUpClock.read({newest, retentionMs}),
		/** So much time passes, or the clock is set. */
		async pass(ms: number) {
			const before = await stored.findOne();
			const {seenAt = new Date(), jumpedAt = null} = before ?? {};
			const earlier = (at: Date) => new Date(Number(at) - ms);
			await stored.updateOne({_id: 'only'}, {$set: {seenAt: earlier(seenAt), jumpedAt: jumpedAt && earlier(jumpedAt)}});
		},
	};
}

test('a clock that goes on day by day is believed', async t => {
	const {read, pass} = await withClock(t);
	for (let day = 0; day < 4; day += 1) {
		const now = await read();
		t.true(Math.abs(Number(now) - Date.now()) < 60_000);
		await pass(dayMs);
	}
});

test('a clock that jumps forward is believed only after two days, and at once when it is set back', async t => {
	const {read, pass} = await withClock(t);
	await read();
	await pass(365 * dayMs);
	t.is(await read(), null);
	await pass(hourMs);
	t.is(await read(), null);
	await pass(-365 * dayMs - hourMs);
	t.not(await read(), null);

	await pass(4 * dayMs);
	t.is(await read(), null);
	await pass(dayMs);
	t.is(await read(), null);
	await pass(dayMs);
	t.not(await read(), null);
	await pass(dayMs);
	t.not(await read(), null);
});

test('a clock that was never seen is in doubt if even the newest record would be removed by it', async t => {
	const {read} = await withClock(t);
	t.is(await read(ago(365 * dayMs)), null);
	const other = await withClock(t);
	t.not(await other.read(ago(29 * dayMs)), null);
	const fresh = await withClock(t);
	t.not(await fresh.read(null), null);
});
