import test from 'ava';
import {isNewEpisode, nextSearch} from '#shared/domain/tasks/search-back-off.ts';

const hour = 3_600_000;
const now = new Date('2026-03-10T12:00:00Z');
const ago = (hours: number) => new Date(Number(now) - hours * hour);

const waits: [number, Date | null, number][] = [
	[1, null, 6],
	[2, null, 24],
	[3, null, 72],
	[4, null, 168],
	[40, null, 168],
	[1, ago(0), 1],
	[2, ago(1), 3],
	[3, ago(4), 6],
	[4, ago(10), 12],
	[5, ago(22), 24],
	[9, ago(47), 24],
	[1, ago(50), 24],
	[7, ago(167), 24],
	[8, ago(169), 168],
	[1, ago(169), 6],
	[1, ago(-5), 6],
];

for (const [tries, airedAt, hours] of waits) {
	const age = airedAt === null ? 'a title' : `an episode that aired ${(Number(now) - Number(airedAt)) / hour} hours ago`;
	test(`after ${tries} searches in vain ${age} rests for ${hours} hours`, t => {
		t.is((Number(nextSearch(tries, now, airedAt)) - Number(now)) / hour, hours);
	});
}

test('an episode is new for a week, or for two when it never was searched', t => {
	const isNew = (airDateUtc: Date | null, lastSearchTime: Date | null = null) => isNewEpisode({airDateUtc, lastSearchTime}, now);
	t.true(isNew(now));
	t.true(isNew(ago(13 * 24)));
	t.false(isNew(ago(14 * 24)));
	t.true(isNew(ago(6 * 24), ago(24)));
	t.false(isNew(ago(7 * 24), ago(24)));
	t.false(isNew(ago(-1)));
	t.false(isNew(null));
});
