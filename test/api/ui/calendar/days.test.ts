import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {spanOf, dayOf, stateOf} = await pageModule('calendar/days.ts');

/** What a view shows, in days. */
function shown(view: string, from: string) {
	const {start, days, earlier, later} = spanOf(view, from);
	return [dayOf(start), days, dayOf(earlier), dayOf(later)];
}

test('a month is shown in whole weeks from Monday on, and its arrows lead to whole months', t => {
	t.deepEqual(shown('month', '2026-11-24'), ['2026-10-26', 42, '2026-10-01', '2026-12-01']);
	t.deepEqual(shown('month', '2027-02-28'), ['2027-02-01', 28, '2027-01-01', '2027-03-01']); // it begins on a Monday
	t.deepEqual(shown('month', '2026-03-31'), ['2026-02-23', 42, '2026-02-01', '2026-04-01']); // clocks are set
});

test('a week begins on Monday, and the agenda with the day that the address names', t => {
	t.deepEqual(shown('week', '2026-11-29'), ['2026-11-23', 7, '2026-11-16', '2026-11-30']);
	t.deepEqual(shown('', '2026-11-29'), ['2026-11-29', 28, '2026-11-01', '2026-12-27']);
});

test('what is no day is today', t => {
	const today = dayOf(new Date());
	const {start, days} = spanOf('month', 'never');
	t.true(dayOf(start) <= today && days >= 28);
});

test('an event is missing from the day after its own on, by the clock of the reader', t => {
	const event = {date: '2026-11-29T00:00:00.000Z', hasFile: false, monitored: true};
	const shownOn = (today: string, more: object = {}) => Object.values(stateOf({...event, ...more}, today)).join(', ');
	t.is(shownOn('2026-11-28'), 'Upcoming, quiet');
	t.is(shownOn('2026-11-29'), 'Today, quiet');
	t.is(shownOn('2026-11-30'), 'Missing, warn');
	t.is(shownOn('2026-11-30', {monitored: false}), 'Missing, quiet');
	t.is(shownOn('2026-11-28', {hasFile: true}), 'In the library, ok');
});
