import test from 'ava';
import {
	availabilityDelayOf,
	availableBy,
	availableFrom,
	episodesAvailableFrom,
	isAvailable,
	releasedAt,
} from '#shared/domain/media/availability.ts';

const none = {inCinemas: null, digitalRelease: null, physicalRelease: null};
const day = (text: string) => new Date(`${text}T00:00:00Z`);
const now = day('2026-03-01');

test('announced is always available', t => {
	t.is(availableFrom('announced', none, 0), 'always');
	t.true(isAvailable('announced', none, 0, now));
});

test('in cinemas is available from that day on', t => {
	t.true(isAvailable('inCinemas', {...none, inCinemas: now}, 0, now));
	t.false(isAvailable('inCinemas', {...none, inCinemas: day('2026-03-02')}, 0, now));
});

test('in cinemas without a date goes by the home release', t => {
	t.true(isAvailable('inCinemas', {...none, digitalRelease: day('2026-02-01')}, 0, now));
	t.is(availableFrom('inCinemas', none, 0), 'never');
	t.true(isAvailable('inCinemas', {...none, inCinemas: day('2026-04-01'), digitalRelease: day('2026-02-01')}, 0, now));
});

test('released goes by the earlier of digital and physical', t => {
	t.deepEqual(
		availableFrom('released', {inCinemas: day('2025-01-01'), digitalRelease: day('2026-05-01'), physicalRelease: day('2026-04-01')}, 0),
		day('2026-04-01'),
	);
});

test('released without a home date is 90 days after the cinema, else never', t => {
	t.deepEqual(availableFrom('released', {...none, inCinemas: day('2026-01-01')}, 0), day('2026-04-01'));
	t.is(availableFrom('released', none, 0), 'never');
	t.false(isAvailable('released', none, 0, now));
});

test('a delay shifts the date that counts, but not what is available when announced', t => {
	const dates = {...none, inCinemas: day('2026-01-01'), digitalRelease: day('2026-02-10')};
	t.deepEqual(availableFrom('released', dates, 30), day('2026-03-12'));
	t.deepEqual(availableFrom('inCinemas', dates, -10), day('2025-12-22'));
	t.is(availableFrom('announced', dates, 365), 'always');
	t.is(availableFrom('released', none, -365), 'never');
	t.deepEqual(releasedAt('announced', availableBy(dates), 30), day('2026-01-01'));
	t.deepEqual(releasedAt('released', availableBy(dates), 30), day('2026-03-12'));
	t.is(availabilityDelayOf({}, 3), 3);
	t.is(availabilityDelayOf({availabilityDelayDays: 0}, 3), 0);
});

test('episodes are available a day before the last airing, for other time zones', t => {
	t.deepEqual(episodesAvailableFrom([day('2026-02-01'), day('2026-02-08')]), day('2026-02-07'));
});

test('an episode without a date may be out, a pack with one is not complete', t => {
	t.is(episodesAvailableFrom([null]), 'always');
	t.is(episodesAvailableFrom([day('2026-02-01'), null]), 'never');
	t.deepEqual(episodesAvailableFrom([null, day('2026-02-08')], false), day('2026-02-08'), 'it comes before one with a date');
	t.is(episodesAvailableFrom([]), 'never');
});
test('an episode that airs within a day waits where the user says so', t => {
	t.deepEqual(episodesAvailableFrom([day('2026-02-01'), day('2026-02-08')], false), day('2026-02-08'));
	t.is(episodesAvailableFrom([null], false), 'always');
});

test('a home release that is entered decades after the cinema does not make an old film wait', t => {
	const old = {...none, inCinemas: day('1981-05-22'), digitalRelease: day('2026-12-09')};
	t.deepEqual(availableFrom('released', old, 0), day('1981-08-20'));
	const slow = {...none, inCinemas: day('2025-01-01'), digitalRelease: day('2026-12-09')};
	t.deepEqual(availableFrom('released', slow, 0), day('2026-12-09'));
});
