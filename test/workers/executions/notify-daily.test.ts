import test from 'ava';
import {createWorld} from '#test/helpers/world.ts';
import {notifyDaily} from '#workers/executions/notify-daily.ts';

/** A morning of today by the clock of the machine: the database itself removes old deliveries. */
function morning(hour: number): Date {
	const at = new Date();
	at.setHours(hour, 30, 0, 0);
	return at;
}

test('who wants it gets one message a day about what happened, and nobody gets one about nothing', async t => {
	const world = await createWorld(t, {receivers: {}});
	const {id} = await world.add({events: ['dailySummary']});
	const other = await world.add({});
	world.clock.now = morning(7);
	await world.happens('imported', {path: '/library/The Lamp.mkv'});
	await world.happens('downloadFailed', {error: 'No peers have the rest.'});
	const {deps} = world;
	await notifyDaily(deps);
	t.deepEqual(await world.log(id), [], 'it is too early');
	world.clock.now = morning(9);
	await notifyDaily(deps);
	await notifyDaily(deps);
	const sent = await world.log(id);
	t.is(sent.length, 1);
	const [{message} = {message: null}] = sent;
	t.like(message, {type: 'dailySummary', data: {imported: 1, failed: 1, grabbed: 0, searched: 0}});
	t.true(message?.type === 'dailySummary' && message.data.lines[0]?.startsWith('Download failed: '));
	t.deepEqual(await world.log(other.id), []);
});
