import {once} from 'node:events';
import test from 'ava';
import {createAnswerTime} from '#workers/integrations/indexers/answer-limits.ts';

test('an answer that is stopped while it waits for a slot is not timed any more', async t => {
	const {promise: slot, resolve: giveSlot} = Promise.withResolvers<void>();
	const time = createAnswerTime({answerMs: 1, totalMs: 60_000});
	const waiting = time.whileWaiting(() => slot);
	time.stop();
	giveSlot();
	await waiting;
	const later = createAnswerTime({answerMs: 5, totalMs: 60_000});
	t.teardown(() => later.stop());
	await once(later.signal, 'abort');
	t.false(time.signal.aborted);
});

test('the time of an answer stands still while it waits for a slot', async t => {
	const slot = Promise.withResolvers<void>();
	const time = createAnswerTime({answerMs: 1, totalMs: 86_400_000});
	t.teardown(() => time.stop());
	const waiting = time.whileWaiting(() => slot.promise);
	const later = createAnswerTime({answerMs: 20, totalMs: 86_400_000});
	t.teardown(() => later.stop());
	await once(later.signal, 'abort');
	t.false(time.signal.aborted);
	slot.resolve();
	await waiting;
	await (time.signal.aborted || once(time.signal, 'abort'));
	t.is(time.signal.reason, 'answer', 'it goes on afterwards');
});
