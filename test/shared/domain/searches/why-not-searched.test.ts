import test from 'ava';
import {nextSearchOf, type SearchFacts, type SearchingTask} from '#shared/domain/searches/why-not-searched.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inHours = (hours: number) => new Date(Number(now) + hours * 3_600_000);
const schedule = {enabled: true, wholeRunAt: null, followsBackoff: false};
const daily: SearchingTask = {...schedule, name: 'MissingMovies', interval: 24, intervalUnit: 'hours', nextRunAt: inHours(3)};
const follower: SearchingTask = {...daily, followsBackoff: true, wholeRunAt: inHours(20)};
const hourly: SearchingTask = {...schedule, name: 'NewEpisodes', interval: 1, intervalUnit: 'hours', nextRunAt: inHours(0.5)};
const usedUp = {openFrom: inHours(5), limitedBy: 'budget'} as const;

const rows: [string, Partial<SearchFacts>, Date | null, RegExp][] = [
	['that is due', {}, inHours(3), /^The next search is at [-\d]+ [:\d]+ UTC\.$/],
	['whose task is late', {tasks: [{...daily, nextRunAt: inHours(-1)}]}, now, /next search is at/],
	['whose task is off', {tasks: [{...daily, enabled: false, nextRunAt: null}]}, null, /^MissingMovies is off\.$/],
	[
		'whose tasks are off',
		{tasks: [daily, hourly].map(task => ({...task, enabled: false}))},
		null,
		/^MissingMovies and NewEpisodes are off\.$/,
	],
	['that has a back-off', {tries: 3, pausedUntil: inHours(4)}, inHours(27), /^It is paused after 3 searches without a result\.$/],
	['that has a shorter back-off than the task', {tries: 1, pausedUntil: inHours(2)}, inHours(3), /^It is paused after a search without/],
	['whose pause is over', {tries: 2, pausedUntil: inHours(-1)}, inHours(3), /next search is at/],
	['that was found', {tries: 1, wasFound: true, pausedUntil: inHours(2)}, inHours(3), /grabbed/],
	['that is not out', {availableFrom: inHours(30)}, inHours(51), /^It is not available before 2026-03-02 18:00 UTC\.$/],
	['without a date', {availableFrom: 'never'}, null, /no release date/],
	[
		'that is paused',
		{pause: {what: 'Its library', until: inHours(4)}},
		inHours(27),
		/^Its library is paused until 2026-03-01 16:00 UTC\.$/,
	],
	['that is paused without an end', {pause: {what: 'Everything', until: null}}, null, /^Everything is paused until somebody resumes it\.$/],
	['whose pause ends before its task runs', {pause: {what: 'Everything', until: inHours(1)}}, inHours(3), /^Everything is paused until/],
	['without a budget', {room: usedUp}, inHours(27), /^The budget of every indexer is used up until then\. It may be later: titles/],
	['whose indexers are paused', {room: {...usedUp, limitedBy: 'pause'}}, inHours(27), /^Every indexer is paused until then\.$/],
	['that has a longer back-off than the budget', {room: usedUp, tries: 2, pausedUntil: inHours(28)}, inHours(51), /^It is paused after 2/],
	['of two tasks', {tasks: [daily, hourly], pausedUntil: inHours(2), tries: 1}, inHours(2.5), /paused/],
	['in line that has a back-off', {tasks: [follower], tries: 2, pausedUntil: inHours(7.5)}, inHours(7.5), /paused/],
	['in line that is due', {tasks: [follower]}, inHours(3), /next search is at/],
	['in line that comes out later', {tasks: [follower], availableFrom: inHours(30)}, inHours(30), /not available/],
	['that only a whole run looks at', {tasks: [follower], isInLine: false}, inHours(20), /next search is at/],
	['that a later whole run looks at', {tasks: [follower], isInLine: false, tries: 1, pausedUntil: inHours(21)}, inHours(44), /paused/],
	['whose next run is whole', {tasks: [{...follower, wholeRunAt: null}], isInLine: false}, inHours(3), /next search is at/],
	['in a scarce line', {room: {openFrom: null, limitedBy: 'budget'}}, inHours(3), /UTC\. It may be later: titles/],
	[
		'whose providers have no downloads',
		{room: {...usedUp, limitedBy: 'downloads'}},
		inHours(27),
		/^No subtitle provider has downloads left/,
	],
	['whose providers count downloads', {room: {openFrom: null, limitedBy: 'downloads'}}, inHours(3), /It may be later/],
];

for (const [title, circumstances, at, reason] of rows) {
	test(`a title ${title} is searched by the first run that may`, t => {
		const room = {openFrom: null, limitedBy: 'nothing'} as const;
		const usual: SearchFacts = {
			availableFrom: null,
			tries: 0,
			wasFound: false,
			pausedUntil: null,
			isInLine: true,
			room,
			tasks: [daily],
		};
		const {nextSearchAt, nextSearchReason} = nextSearchOf({...usual, ...circumstances}, now);
		t.deepEqual(nextSearchAt, at);
		t.regex(nextSearchReason, reason);
	});
}
