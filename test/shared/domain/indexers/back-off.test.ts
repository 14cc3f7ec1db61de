import test from 'ava';
import {afterFailure, afterLimit, afterSuccess, type Standing} from '#shared/domain/indexers/back-off.ts';

const now = new Date('2026-01-01T12:00:00Z');
const goodStanding: Standing = {level: 0, disabledUntil: null};
const longAgo = new Date('2026-01-01T00:00:00Z');
const restMinutes = ({disabledUntil}: Standing) => (disabledUntil ? (disabledUntil.getTime() - now.getTime()) / 60_000 : 0);

test('failures climb to a day and stay there', t => {
	let standing = goodStanding;
	const rests: number[] = [];
	for (let failure = 0; failure < 12; failure += 1) {
		standing = afterFailure(standing, {now, startedAt: longAgo});
		rests.push(restMinutes(standing));
	}
	t.deepEqual(rests, [0, 1, 5, 15, 30, 60, 180, 360, 720, 1440, 1440, 1440]);
});

test('a success climbs one step down and is asked at once', t => {
	t.deepEqual(afterSuccess({level: 4, disabledUntil: now}), {level: 3, disabledUntil: null});
	t.deepEqual(afterSuccess(goodStanding), goodStanding);
});

test('soon after a start nobody rests longer than five minutes', t => {
	const startedAt = new Date(now.getTime() - 14 * 60_000);
	t.is(restMinutes(afterFailure({level: 8, disabledUntil: null}, {now, startedAt})), 5);
	t.is(restMinutes(afterFailure({level: 1, disabledUntil: null}, {now, startedAt})), 1);
});

test('a limit rests as long as the site wishes and climbs no step', t => {
	t.deepEqual(afterLimit({level: 2, disabledUntil: null}, 300, now), {level: 2, disabledUntil: new Date('2026-01-01T12:05:00Z')});
});
