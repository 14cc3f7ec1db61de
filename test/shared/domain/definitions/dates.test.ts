import test from 'ava';
import {printDate} from '#shared/domain/definitions/dates/calendar.ts';
import {parseExact} from '#shared/domain/definitions/dates/exact-date.ts';
import {fuzzyDate, timeAgo} from '#shared/domain/definitions/dates/fuzzy-date.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';

/** A Saturday. */
const now = new Date('2026-03-07T16:05:09Z');

const exact: readonly [text: string, layout: string, iso: string | null][] = [
	['2026-03-05 10:20:30', 'yyyy-MM-dd HH:mm:ss', '2026-03-05T10:20:30'],
	['2026-03-05 10:20:30 +02:00', 'yyyy-MM-dd HH:mm:ss zzz', '2026-03-05T08:20:30'],
	['2026-03-05 10:20:30 -0530', 'yyyy-MM-dd HH:mm:ss zzz', '2026-03-05T15:50:30'],
	['5 Mar 26 9:08 pm', 'd MMM yy h:mm tt', '2026-03-05T21:08:00'],
	['MARCH 5, 2026', 'MMMM d, yyyy', '2026-03-05T00:00:00'],
	['Thursday 05/03/2026', 'dddd dd/MM/yyyy', '2026-03-05T00:00:00'],
	['Friday 05/03/2026', 'dddd dd/MM/yyyy', null],
	['5.3.2026', 'dd.MM.yyyy', null],
	['31/02/2026', 'dd/MM/yyyy', null],
	['10:20', 'HH:mm', '2026-03-07T10:20:00'],
	['12:30 AM', 'hh:mm tt', '2026-03-07T00:30:00'],
	['05 Mar', 'dd MMM', '2026-03-05T00:00:00'],
	['24 Dec', 'dd MMM', '2025-12-24T00:00:00'],
	["5 o'clock on 2026-03-05", "h 'o''clock' 'on' yyyy-MM-dd", null],
	['at 05.03.98', "'at' dd.MM.yy", '1998-03-05T00:00:00'],
	['2026-03-05 10:20:30', '2006-01-02 15:04:05', '2026-03-05T10:20:30'],
	['Mar 5, 2026 9:08PM', 'Jan 2, 2006 3:04PM', '2026-03-05T21:08:00'],
	['2026-03-05T10:20:30+01:00', '2006-01-02T15:04:05-07:00', '2026-03-05T09:20:30'],
	['Thu 5 March 2026', 'Mon 2 January 2006', '2026-03-05T00:00:00'],
	['yesterday', 'yyyy-MM-dd', null],
];

test('layouts of .NET and Go are read', t => {
	for (const [text, layout, iso] of exact) {
		t.is(parseExact(text, layout, now)?.toISOString() ?? null, iso && `${iso}.000Z`, `${text} by ${layout}`);
	}
});

const fuzzy: readonly [text: string, iso: string][] = [
	['1772899509', '2026-03-07T16:05:09'],
	['Sat, 07 Mar 2026 10:00:00 +0', '2026-03-07T10:00:00'],
	['just now', '2026-03-07T16:05:09'],
	['2 days, 3 hrs ago', '2026-03-05T13:05:09'],
	['Today, 10:20', '2026-03-07T10:20:00'],
	['yesterday at 9:08 PM', '2026-03-06T21:08:00'],
	['Tomorrow', '2026-03-08T00:00:00'],
	['Thursday at 14:22', '2026-03-05T14:22:00'],
	['Saturday at 14:22', '2026-03-07T14:22:00'],
	['03-05 10:20', '2026-03-05T10:20:00'],
	['1 Jan 10:30', '2026-01-01T10:30:00'],
	['2026-03-05T10:20:30+02:00', '2026-03-05T10:20:30'],
	['03/05/2026 10:20', '2026-03-05T10:20:00'],
	['25/12/2025', '2025-12-25T00:00:00'],
	['5th of March 2026', '2026-03-05T00:00:00'],
	['Mar 5, 2026 at 9:08pm EST', '2026-03-05T21:08:00'],
	['2026 March 5', '2026-03-05T00:00:00'],
	['added 05 Mar 26', '2026-03-05T00:00:00'],
	['10:20', '2026-03-07T10:20:00'],
];

test('dates as people write them are read', t => {
	for (const [text, iso] of fuzzy) {
		t.is(fuzzyDate(text, now).toISOString(), `${iso}.000Z`, text);
	}
	t.throws(() => fuzzyDate('some words', now), {instanceOf: Unusable});
});

const unreadable = [
	'12 stycznia 2020 13:37',
	'16.50GB +08:00',
	'vor langer Zeit 10:20',
	'12 янв 2019 в 10:20',
	'+08:00',
	'Unknown',
	'Known since 2019',
	'hace mucho',
	'3 10:20',
];

test('a text whose date cannot be read is no date, whatever time stands beside it', t => {
	for (const text of unreadable) {
		t.throws(() => fuzzyDate(text, now), {instanceOf: Unusable}, text);
	}
	for (const text of ['', 'long ago', 'unknown ago']) {
		t.throws(() => timeAgo(text, now), {instanceOf: Unusable}, text);
	}
});

const readable: readonly [text: string, iso: string][] = [
	['2020年3月4日 08:09', '2020-03-04T08:09:00'],
	['2020년 3월 4일 08:09', '2020-03-04T08:09:00'],
	['2020-03-04 +08:00', '2020-03-04T00:00:00'],
	['10:20 UTC', '2026-03-07T10:20:00'],
	['at 9:08 pm', '2026-03-07T21:08:00'],
	['12-25 10:20', '2025-12-25T10:20:00'],
	['24 Dec 10:30', '2025-12-24T10:30:00'],
	['20260304', '2026-03-04T00:00:00'],
	['an hour ago', '2026-03-07T15:05:09'],
	['one day ago', '2026-03-06T16:05:09'],
];

test('dates without a year lie in the past, and an hour is a number, too', t => {
	for (const [text, iso] of readable) {
		t.is(fuzzyDate(text, now).toISOString(), `${iso}.000Z`, text);
	}
});

test('units of time are summed, and unknown ones are errors', t => {
	const hours = (text: string) => (now.getTime() - timeAgo(text, now).getTime()) / 3_600_000;
	t.is(hours('1 hour and 30 minutes ago'), 1.5);
	t.is(hours('2w 1d'), 360);
	t.is(hours('1 month'), 720);
	t.is(hours('1.5 years'), 13_140);
	t.is(hours('90 secs'), 0.025);
	t.throws(() => timeAgo('3 moons ago', now), {instanceOf: Unusable});
	t.throws(() => timeAgo('999999999999 years ago', now), {instanceOf: Unusable});
});

test('a printed date is read again', t => {
	t.is(printDate(now), 'Sat, 07 Mar 2026 16:05:09 +0');
	t.is(fuzzyDate(printDate(now), new Date(0)).getTime(), now.getTime());
});
