import test from 'ava';
import fc from 'fast-check';
import {type AskableIndexer, reservedQueries, searchRoom} from '#shared/domain/searches/search-room.ts';
import {planMessage} from '#shared/domain/searches/why-not-searched.ts';

const now = new Date('2026-03-01T12:00:00Z');
const hour = 3_600_000;
const inHours = (hours: number) => new Date(Number(now) + hours * hour);
const none = Array.from({length: 24}, () => 0);
const indexer = (overrides: Partial<AskableIndexer> = {}): AskableIndexer => ({
	id: 'i',
	name: 'Site',
	disabledUntil: null,
	queryLimit: null,
	minimumIntervalSeconds: 0,
	windowMs: 24 * hour,
	used: {hits: 0, leaving: none},
	reserved: 0,
	...overrides,
});
/** That many queries leave the window in this part of it. */
const leavingIn = (part: number, count: number) => none.map((_, index) => (index === part ? count : 0));

const rows: [string, AskableIndexer[], Partial<ReturnType<typeof searchRoom>>][] = [
	['without an indexer nothing limits a run; its searches say why they asked nobody', [], {limitedBy: 'nothing', until: null}],
	['an indexer without a limit', [indexer()], {searches: Number.POSITIVE_INFINITY, limitedBy: 'nothing', until: null}],
	['a fresh limit', [indexer({queryLimit: 50, reserved: 10})], {searches: 40, limitedBy: 'budget', until: inHours(6)}],
	['a fresh limit of an hour', [indexer({queryLimit: 50, windowMs: hour})], {searches: 50, limitedBy: 'budget', until: inHours(1)}],
	[
		'a used-up limit, whose queries leave the window together',
		[indexer({queryLimit: 20, used: {hits: 20, leaving: leavingIn(4, 20)}})],
		{searches: 0, limitedBy: 'budget', until: inHours(5)},
	],
	[
		'a limit of which all is kept',
		[indexer({queryLimit: 20, reserved: 25, used: {hits: 3, leaving: leavingIn(0, 3)}})],
		{searches: 0, limitedBy: 'budget', until: inHours(6)},
	],
	[
		'a single query that comes back',
		[indexer({queryLimit: 1, used: {hits: 1, leaving: leavingIn(22, 1)}})],
		{searches: 0, until: inHours(23)},
	],
	['a paused indexer', [indexer({disabledUntil: inHours(2)})], {searches: 0, limitedBy: 'pause', until: inHours(2)}],
	['a pause that is over', [indexer({disabledUntil: inHours(-1)})], {limitedBy: 'nothing'}],
	[
		'one that is paused and one whose limit is used up',
		[indexer({disabledUntil: inHours(2)}), indexer({queryLimit: 1, used: {hits: 1, leaving: leavingIn(0, 1)}})],
		{searches: 0, limitedBy: 'budget', until: inHours(1)},
	],
	[
		'of several, the one with the most room',
		[indexer({queryLimit: 5}), indexer({queryLimit: 30}), indexer({disabledUntil: inHours(1)})],
		{searches: 30, limitedBy: 'budget', until: inHours(1)},
	],
	['a limit beside none', [indexer({queryLimit: 5}), indexer()], {searches: Number.POSITIVE_INFINITY, limitedBy: 'nothing', until: null}],
	['long pauses between requests', [indexer({minimumIntervalSeconds: 300})], {searches: 12, spacingMs: 300_000, until: inHours(1)}],
	['short ones', [indexer({minimumIntervalSeconds: 5})], {searches: Number.POSITIVE_INFINITY, spacingMs: 0}],
];

for (const [title, indexers, expected] of rows) {
	test(`the room of a run: ${title}`, t => {
		t.like(searchRoom(indexers, now), expected);
	});
}

test('what is kept grows with what airs and what feeds still need, never beyond the limit, and nothing is kept from new episodes', t => {
	const reserved = (limit: number | null, airing: number, feeds = 0, hits = 0) =>
		reservedQueries(limit, {airing, feeds}, {hits, isNew: false});
	t.is(reserved(null, 50), 0);
	t.is(reserved(100, 0), 10);
	t.is(reserved(100, 7), 17);
	t.is(reserved(100, 500), 100);
	t.is(reserved(100, 0, 96), 35);
	t.is(reserved(100, 0, 96, 20), 15);
	t.is(reserved(100, 0, 96, 90), 10);
	t.is(reserved(5, 0), 0);
	t.is(reservedQueries(100, {airing: 50, feeds: 96}, {hits: 0, isNew: true}), 0);
});

test('a run never plans more than any window has left, and waits for something', t => {
	const parts = fc.array(fc.nat(9), {minLength: 24, maxLength: 24});
	fc.assert(
		fc.property(fc.integer({min: 1, max: 300}), fc.nat(300), parts, (queryLimit, reserved, leaving) => {
			const hits = leaving.reduce((sum, count) => sum + count, 0);
			const {searches, until} = searchRoom([indexer({queryLimit, reserved, used: {hits, leaving}})], now);
			return searches === Math.max(0, queryLimit - reserved - hits) && until !== null && until > now && until <= inHours(24);
		}),
	);
	t.pass();
});

test('a run says why it planned less than was wanted', t => {
	const until = new Date('2026-03-01T18:00:00Z');
	const say = (due: number, planned: number, limitedBy: 'nothing' | 'budget' | 'pause', isMore = false) =>
		planMessage({due, isMore, planned, room: {limitedBy, until}});
	t.is(say(300, 42, 'budget'), '42 of 300 wanted titles fit into the budgets until 2026-03-01 18:00 UTC.');
	t.is(say(1000, 1, 'budget', true), '1 of more than 1000 wanted titles fits into the budgets until 2026-03-01 18:00 UTC.');
	t.is(say(1, 0, 'pause'), 'None of 1 wanted title is searched: every indexer is paused until 2026-03-01 18:00 UTC.');
	t.is(say(42, 42, 'budget'), null);
	t.is(say(300, 100, 'nothing'), null);
});
