import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {day, moment, size, distance, timeLeft, duration, subtitleName, languageName, isolated, withMoments, withTasks, taskTitle} =
	await pageModule('parts/text.ts');

test('the day of a release is the same in every time zone', t => {
	t.is(day('2026-03-01T00:00:00.000Z'), 'Mar 1, 2026');
	t.is(day('2026-03-01'), 'Mar 1, 2026');
});

test('midnight is the hour 0, not 24', t => {
	const midnight = new Date(2026, 2, 1, 0, 5);
	t.regex(moment(midnight.toISOString()), /00:05$/);
});

test('sizes, times and languages read as people write them', t => {
	t.deepEqual([0, 999, 1000, 1_500_000, 25_000_000_000, 9_990_000_000].map(size), ['0 B', '999 B', '1 KB', '1.5 MB', '25 GB', '10.0 GB']);
	t.is(timeLeft('1.02:03:04'), '26 h 3 min');
	t.is(timeLeft('00:00:07'), '7 s');
	t.is(duration(60), '1 h');
	t.is(distance(new Date().toISOString()), 'just now');
	t.is(subtitleName({language: 'de', forced: true, hearingImpaired: false}), 'German, forced');
	t.is(languageName('pt-br'), 'Brazilian Portuguese');
	t.is(languageName('Original'), 'Original');
	t.is(languageName('zh-Han'), 'zh-Han');
});

test('a name within a sentence cannot turn the sentence around', t => {
	t.is(isolated('\u202ekcart\u2069'), '\u2068kcart\u2069');
});

test('moments within messages are those of the reader', t => {
	const iso = '2026-03-01T06:57:53.428Z';
	t.is(withMoments(`It rests until ${iso}.`), `It rests until ${moment(iso)}.`);
});

test('tasks within messages have the titles that their list shows', t => {
	t.is(taskTitle('RssSync'), 'RSS sync');
	t.is(withTasks('It is due when MissingMovies runs next.'), 'It is due when “Missing movies” runs next.');
	t.notRegex(withMoments('The next search is at 2026-03-01 18:00 UTC.'), /UTC/);
	t.is(
		withMoments('The task HistoryCleanup removes it, OpenSubtitles does not.'),
		'The task “History cleanup” removes it, OpenSubtitles does not.',
	);
});
