import test from 'ava';
import {isAvailable} from '#shared/domain/media/availability.ts';
import {toReleases} from '#workers/integrations/metadata/to-movie.ts';

const now = new Date('2026-11-29');
type Row = [type: number, day: string, note?: string];

function releases(rows: readonly Row[], stated: string | null = null) {
	const dates = rows.map(([type, day, note = null]) => ({type, note, certification: null, release_date: `${day}T00:00:00.000Z`}));
	return toReleases({release_dates: {results: [{iso_3166_1: 'US', release_dates: dates}]}, release_date: stated}, now);
}

function days(rows: readonly Row[], stated: string | null = null) {
	const {inCinemas, digitalRelease, physicalRelease} = releases(rows, stated);
	return [inCinemas, digitalRelease, physicalRelease].map(date => date?.toISOString().slice(0, 10) ?? null);
}

const cases: readonly [title: string, rows: Row[], expected: (string | null)[]][] = [
	['only a broadcast', [[6, '2016-05-01']], [null, '2016-05-01', null]],
	[
		'a broadcast before the cinema',
		[
			[6, '2016-05-01'],
			[3, '2017-01-01'],
		],
		['2017-01-01', '2016-05-01', null],
	],
	[
		'a broadcast after the cinema',
		[
			[3, '2026-10-01'],
			[6, '2027-12-01'],
		],
		['2026-10-01', null, null],
	],
	[
		'a broadcast before it was sold',
		[
			[5, '2020-10-01'],
			[6, '2019-12-01'],
		],
		[null, '2019-12-01', '2020-10-01'],
	],
	['only a premiere, years ago', [[1, '2019-09-05', 'Toronto International Film Festival']], ['2019-09-05', null, null]],
	['only a premiere, this year', [[1, '2026-09-05']], [null, null, null]],
	[
		'a premiere and a broadcast',
		[
			[1, '2015-01-05'],
			[6, '2016-05-01'],
		],
		[null, '2016-05-01', null],
	],
	[
		'a premiere before the cinema',
		[
			[1, '2026-01-05'],
			[3, '2026-10-01'],
		],
		['2026-10-01', null, null],
	],
	[
		'an online screening of a festival',
		[
			[4, '2026-07-12', 'Sundance Film Festival'],
			[3, '2026-12-19'],
			[4, '2027-01-28', 'Netflix'],
		],
		['2026-12-19', '2027-01-28', null],
	],
	[
		'a festival that is entered as a cinema',
		[
			[2, '2026-09-05', 'TIFF'],
			[3, '2027-02-01'],
		],
		['2027-02-01', null, null],
	],
	['a festival online and nothing else', [[4, '2026-09-05', 'Virtual screening']], [null, null, null]],
	[
		'a festival in another language',
		[
			[4, '2026-07-05', '東京国際映画祭'],
			[4, '2026-12-30'],
		],
		[null, '2026-12-30', null],
	],
	['a streaming service', [[4, '2026-09-05', 'Prime Video']], [null, '2026-09-05', null]],
	['a service whose name only sounds like one', [[4, '2026-09-05', 'Manifest']], [null, '2026-09-05', null]],
	['only a limited release', [[2, '2026-02-01']], ['2026-02-01', null, null]],
];

for (const [title, rows, expected] of cases) {
	test(`${title}: the dates of a film`, t => {
		t.deepEqual(days(rows), expected);
	});
}

test('without any rows the date of the film counts, and rows of no known type hide it only for a year', t => {
	t.deepEqual(days([], '2026-06-01'), ['2026-06-01', null, null]);
	t.deepEqual(days([[9, '2024-06-01']], '2024-05-01'), ['2024-06-01', null, null]);
	t.deepEqual(days([[9, '2026-06-01']], '2026-05-01'), [null, null, null]);
});

test('a film that was only broadcast or shown once, years ago, is searched', t => {
	for (const rows of [[[6, '2016-05-01']], [[1, '2019-09-05']]] satisfies Row[][]) {
		t.true(isAvailable('released', releases(rows), 0, now));
		t.true(isAvailable('inCinemas', releases(rows), 0, now));
	}
	const festival: Row[] = [
		[4, '2026-07-12', 'Sundance Film Festival'],
		[3, '2026-12-19'],
	];
	t.false(isAvailable('released', releases(festival), 0, now));
	t.false(isAvailable('inCinemas', releases(festival), 0, now));
});
