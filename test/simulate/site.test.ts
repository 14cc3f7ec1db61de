import test from 'ava';
import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {createSite} from '#test/simulate/sites/site.ts';

const plan = {name: 'Made-up indexer', limit: 10, unit: 'hour', isMoody: false} as const;
const start = Date.parse('2026-03-01T00:00:00Z');

test('a budget counts in any stretch of its hour, not from its first use', t => {
	const site = createSite(plan, []);
	for (let n = 0; n < 20; n += 1) {
		// Ten at the end of an hour and ten at the beginning of the next.
		site.ask(start + (n < 10 ? 55 : 65) * minuteMs);
	}
	t.deepEqual(site.faults(), ['Made-up indexer allows 10 queries a hour and got 20 up to 2026-03-01T01:05Z']);
});

test('a full budget that leaves the window one by one is no fault', t => {
	const site = createSite(plan, []);
	for (let n = 0; n < 40; n += 1) {
		t.is(site.isOpen(start + n * 6 * minuteMs), true);
		site.ask(start + n * 6 * minuteMs);
	}
	t.deepEqual(site.faults(), []);
});

test('a site with a used up budget is not open until the oldest query is an hour old', t => {
	const site = createSite(plan, []);
	for (let n = 0; n < 10; n += 1) {
		site.ask(start);
	}
	t.false(site.isOpen(start + hourMs - 1));
	t.true(site.isOpen(start + hourMs));
});

test('a pause that the site asked for has to be kept, but not by what was on its way', t => {
	const until = start + 2 * hourMs;
	const site = createSite({...plan, limit: null}, [{from: start, until, kind: 'limited', isReported: true}]);
	t.deepEqual(site.ask(start + hourMs), {kind: 'limited', retryAfterSeconds: 3600});
	site.ask(start + hourMs + 1000);
	t.deepEqual(site.faults(), []);
	site.ask(start + hourMs + minuteMs);
	t.is(site.faults().length, 1);
	t.deepEqual(site.ask(until), {kind: 'well'});
});

test('a site that is down or answers 429 is not open', t => {
	const troubles = [
		{from: start, until: start + hourMs, kind: 'down', isReported: false},
		{from: start + 2 * hourMs, until: start + 3 * hourMs, kind: 'limited', isReported: false},
	] as const;
	const site = createSite(plan, troubles);
	t.deepEqual(
		[0, 1, 2, 3].map(hour => site.isOpen(start + hour * hourMs)),
		[false, true, false, true],
	);
});
