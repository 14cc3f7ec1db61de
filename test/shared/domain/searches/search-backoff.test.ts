import test from 'ava';
import {isNewEpisode, latestSearch, nextSearch, slotAfter, slotEveryMs} from '#shared/domain/searches/search-backoff.ts';

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
	test(`after ${tries} searches in vain ${age} is searched again in ${hours} hours`, t => {
		t.is((Number(nextSearch(tries, now, {airedAt})) - Number(now)) / hour, hours);
	});
}

const season = 'a-series-2';
const slot = Number(slotAfter(season, now));
const beforeSlot = (hours: number) => new Date(slot - hours * hour);

const aligned: [string, number, Date, Date | null, number | 'slot' | 'nextSlot'][] = [
	['a first search keeps its back-off', 1, beforeSlot(2), null, 6],
	['a second search keeps its back-off', 2, beforeSlot(2), null, 24],
	['a third search three days before the slot waits for it', 3, beforeSlot(72), null, 'slot'],
	['a third search after that waits for the next slot', 3, beforeSlot(71), null, 'nextSlot'],
	['a later search four days before the slot waits for the next one', 4, beforeSlot(96), null, 'nextSlot'],
	['a search shortly after a slot waits for the next one', 9, new Date(slot + 11 * hour), null, 'nextSlot'],
	['an episode that aired yesterday keeps its back-off', 5, beforeSlot(30), beforeSlot(30 + 23), 24],
	['the last search of an episode\u2019s first week waits for the slot', 9, beforeSlot(30), beforeSlot(30 + 150), 'slot'],
];

for (const [title, tries, at, airedAt, expected] of aligned) {
	test(`of an episode, ${title}`, t => {
		const ends = {slot, nextSlot: slot + slotEveryMs};
		const end = typeof expected === 'number' ? Number(at) + expected * hour : ends[expected];
		t.is(Number(nextSearch(tries, at, {airedAt, season})), end);
	});
}

test('no back-off ends before its time, nor so late that it counts as a fault of the clock', t => {
	for (let step = 0; step < 400; step += 1) {
		const at = new Date(Number(now) + step * 3.7 * hour);
		for (const tries of [1, 2, 3, 4, 9]) {
			const plain = nextSearch(tries, at);
			const inSeason = nextSearch(tries, at, {season: `series-${step % 7}`});
			t.true(inSeason >= plain && Number(inSeason) < Number(plain) + slotEveryMs && inSeason < latestSearch(at));
		}
	}
});

test('episodes of a season that were searched on different days soon become due together, each season at its own time', t => {
	const due = [0, 26, 51, 99].map(hours => {
		let at = new Date(Number(now) + hours * hour);
		for (let tries = 1; tries < 8; tries += 1) {
			// A search begins some time after it is due.
			at = new Date(Number(nextSearch(tries, at, {season})) + (tries < 7 ? hours * 60_000 : 0));
		}
		return Number(at);
	});
	t.is(new Set(due.map(at => (at - slot) % slotEveryMs)).size, 1);
	const slots = Array.from({length: 500}, (_, index) => Number(slotAfter(`series-${index}`, now)));
	const days = Map.groupBy(slots, at => Math.floor((at - Number(now)) / (24 * hour)));
	t.true(days.size >= 8 && [...days.values()].every(all => all.length < 130));
});

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
