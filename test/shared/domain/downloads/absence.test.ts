import test from 'ava';
import {type Absence, missAgain, present} from '#shared/domain/downloads/client-download.ts';

const start = new Date('2026-01-01T12:00:00Z');
const after = (minutes: number) => new Date(Number(start) + minutes * 60_000);

/** What becomes of a download that the lists at these minutes lack. */
function missedAt(minutes: readonly number[], absence: Absence = present) {
	return minutes.reduce((last, minute) => missAgain(last, after(minute)), {...absence, isLost: false});
}

test('a single list without the download proves nothing', t => {
	t.deepEqual(missedAt([0]), {missingSince: start, missedLists: 1, isLost: false});
});

test('a download is lost after several lists and three minutes', t => {
	t.false(missedAt([0, 1, 2, 2.9]).isLost);
	t.true(missedAt([0, 1, 2, 3]).isLost);
	t.false(missedAt([0, 60]).isLost, 'the client could not be asked for an hour');
	t.true(missedAt([0, 60, 61]).isLost);
});

test('the lists are counted only as far as it matters', t => {
	t.is(missedAt([0, 0.1, 0.2, 0.3, 0.4]).missedLists, missedAt([0, 0.1, 0.2]).missedLists);
});
