import test from 'ava';
import {nextSearch} from '#shared/domain/searches/search-backoff.ts';
import {isAllowedInterval, nextRun} from '#shared/domain/tasks/interval.ts';

const now = new Date('2026-01-10T00:00:00Z');
const hour = 3_600_000;

test('an interval is at least a minute and at most a year', t => {
	t.true(isAllowedInterval({interval: 1, intervalUnit: 'minutes'}));
	t.true(isAllowedInterval({interval: 365, intervalUnit: 'days'}));
	t.false(isAllowedInterval({interval: 0, intervalUnit: 'minutes'}));
	t.false(isAllowedInterval({interval: 366, intervalUnit: 'days'}));
	t.false(isAllowedInterval({interval: 8761, intervalUnit: 'hours'}));
	t.false(isAllowedInterval({interval: 1.5, intervalUnit: 'hours'}));
});

test('the next run is an interval after the last, and never in the past', t => {
	const hourly = {interval: 1, intervalUnit: 'hours'} as const;
	t.deepEqual(nextRun(hourly, {lastRunAt: null, now}), new Date(Number(now) + hour));
	t.deepEqual(nextRun(hourly, {lastRunAt: new Date(Number(now) - hour / 2), now}), new Date(Number(now) + hour / 2));
	t.deepEqual(nextRun(hourly, {lastRunAt: new Date(Number(now) - 9 * hour), now}), now);
	t.deepEqual(nextRun(hourly, {lastRunAt: new Date(Number(now) + 9 * hour), now}), new Date(Number(now) + hour));
});

test('days with 23 or 25 hours and leap days do not change a period', t => {
	const daily = {interval: 1, intervalUnit: 'days'} as const;
	for (const day of ['2026-03-29', '2026-10-25', '2028-02-28', '2028-02-29', '2026-12-31']) {
		const lastRunAt = new Date(`${day}T00:30:00Z`);
		t.is(Number(nextRun(daily, {lastRunAt, now: lastRunAt})) - Number(lastRunAt), 24 * hour);
	}
});

test('a title that is never found is searched ever more rarely', t => {
	const hours = [1, 2, 3, 4, 40].map(tries => (Number(nextSearch(tries, now)) - Number(now)) / hour);
	t.deepEqual(hours, [6, 24, 72, 168, 168]);
});
