import test from 'ava';
import type {LastSearch} from '#shared/domain/searches/last-search.ts';
import {neverSearched, type StateItem, stateOf, stateOfSeries, type TitleFacts} from '#shared/domain/searches/title-state.ts';

const now = new Date('2026-03-01T12:00:00Z');
const inMinutes = (minutes: number) => new Date(Number(now) + minutes * 60_000);
const last: LastSearch = {
	at: inMinutes(-120),
	searchId: 's',
	byPerson: false,
	outcome: 'refused',
	message: '12 releases found, all refused: too large.',
	found: 12,
	refused: 12,
	reasons: [{code: 'sizeInRange', reason: 'too large', count: 12}],
	indexers: 2,
	silent: [],
};
const next = {nextSearchAt: inMinutes(60), nextSearchReason: 'The next search is at 2026-03-01 18:00 UTC.'};
const facts = (overrides: Partial<TitleFacts> = {}): TitleFacts => ({
	hasFile: false,
	monitored: true,
	availableFrom: 'always',
	downloads: [],
	search: neverSearched,
	lastSearchTime: null,
	next,
	...overrides,
});
const item = (overrides: Partial<StateItem> = {}): StateItem => ({
	id: 'item',
	state: 'downloading',
	status: 'downloading',
	health: 'ok',
	statusMessages: [],
	errorMessage: null,
	retryAt: null,
	transfer: {size: 1000, sizeLeft: 250} as NonNullable<StateItem['transfer']>,
	...overrides,
});
const reported = (overrides: Partial<TitleFacts>) => {
	const {state, sentence} = stateOf(facts(overrides), now);
	return `${state}: ${sentence}`;
};

test('a title without a file says what its last search brought and what comes next', t => {
	t.is(reported({}), 'missing: It has not been searched for yet. The next search is at 2026-03-01 18:00 UTC.');
	t.is(
		reported({lastSearchTime: inMinutes(-120)}),
		'missing: There is no record of what its last search found. The next search is at 2026-03-01 18:00 UTC.',
	);
	t.is(
		reported({search: {...neverSearched, last}}),
		'missing: 12 releases found, all refused: too large. The next search is at 2026-03-01 18:00 UTC.',
	);
	t.is(reported({monitored: false, next: null}), 'missing: It is not monitored, so no task searches for it.');
	t.is(reported({hasFile: true}), 'there: It is in the library.');
});

test('a title that nobody will search needs a person, and says what for', t => {
	t.is(reported({next: {nextSearchAt: null, nextSearchReason: 'No indexer is enabled.'}}), 'needsYou: No indexer is enabled.');
});

test('a search that goes on is said, unless it has told nothing for a quarter of an hour', t => {
	t.is(stateOf(facts({search: {...neverSearched, searchingSince: inMinutes(-1)}}), now).state, 'searching');
	t.is(stateOf(facts({search: {...neverSearched, searchingSince: inMinutes(-16)}}), now).state, 'missing');
	t.is(stateOf(facts({search: {...neverSearched, searchingSince: inMinutes(16)}}), now).state, 'missing', 'A clock was ahead');
});

test('a release that waits says until when, and is forgotten when its time is long over', t => {
	const waiting = (until: Date | null, seenAt = now) => ({...neverSearched, waiting: {release: 'A', reason: 'Delayed', until, seenAt}});
	const found = stateOf(facts({search: waiting(inMinutes(40))}), now);
	t.deepEqual(found, {state: 'found', sentence: 'A was found and waits: Delayed.', until: inMinutes(40), progress: null, queueId: null});
	t.is(stateOf(facts({search: waiting(inMinutes(-10))}), now).state, 'found', 'The task that grabs it has not run yet');
	t.is(stateOf(facts({search: waiting(inMinutes(-31))}), now).state, 'missing');
	t.is(stateOf(facts({search: waiting(null)}), now).state, 'found');
	t.is(stateOf(facts({search: waiting(null, inMinutes(-25 * 60))}), now).state, 'missing');
});

test('a title that is not out says when it is', t => {
	const soon = stateOf(facts({availableFrom: inMinutes(90)}), now);
	t.like(soon, {state: 'notAvailableYet', until: inMinutes(90)});
	t.like(stateOf(facts({availableFrom: 'never'}), now), {state: 'notAvailableYet', until: null});
	t.is(stateOf(facts({availableFrom: inMinutes(-1)}), now).state, 'missing');
});

const downloads: [title: string, item: Partial<StateItem>, expected: string][] = [
	['downloading with its percentage', {}, 'downloading 75 It is downloading.'],
	['queued at its client', {status: 'queued'}, 'downloading 75 Its download waits for its turn.'],
	['paused', {status: 'paused'}, 'downloading 75 Its download is paused.'],
	['stopped', {health: 'error', errorMessage: 'The disk is full'}, 'needsYou - Its download has stopped. The disk is full.'],
	['waiting for its import', {state: 'importPending'}, 'importing - It is downloaded and is being imported.'],
	['importing', {state: 'importing', health: 'warning'}, 'importing - It is downloaded and is being imported.'],
	[
		'refused by its import',
		{state: 'importPending', health: 'warning', statusMessages: [{title: 'A', messages: ['Not an upgrade.']}]},
		'needsYou - It is downloaded, but not imported. Not an upgrade.',
	],
	['failed', {state: 'failedPending', errorMessage: 'Gone'}, 'missing - Its download failed. Gone. Another release is searched for.'],
];
for (const [title, overrides, expected] of downloads) {
	test(`a title whose download is ${title} says so`, t => {
		const {state, progress, sentence, queueId} = stateOf(facts({downloads: [item(overrides)]}), now);
		t.is(`${state} ${progress ?? '-'} ${sentence}`, expected);
		t.is(queueId, 'item');
	});
}

test('of several downloads the one that needs a person counts, and percentages are put together', t => {
	const stopped = item({id: 'stopped', health: 'error'});
	t.like(stateOf(facts({downloads: [item(), stopped]}), now), {state: 'needsYou', queueId: 'stopped'});
	const half = item({transfer: {size: 3000, sizeLeft: 1500} as NonNullable<StateItem['transfer']>});
	t.like(stateOf(facts({downloads: [item(), half]}), now), {state: 'downloading', progress: 56.3});
});

test('a title with a file stays there while a better release is downloaded', t => {
	t.is(reported({hasFile: true, downloads: [item()]}), 'there: It is in the library. A better release: it is downloading.');
});

test('a series counts what is missing, and says what happens to its episodes', t => {
	const series = {monitored: true, downloads: [], search: neverSearched, episodeCount: 10, episodeFileCount: 9};
	t.like(stateOfSeries(series, now), {state: 'missing', sentence: '1 of 10 episodes that have aired is missing.'});
	t.is(stateOfSeries({...series, episodeFileCount: 10}, now).state, 'there');
	t.is(stateOfSeries({...series, episodeCount: 0, episodeFileCount: 0}, now).state, 'notAvailableYet');
	t.like(stateOfSeries({...series, downloads: [item()]}, now), {state: 'downloading', progress: 75});
	t.is(stateOfSeries({...series, search: {...neverSearched, searchingSince: now}}, now).state, 'searching');
	const needsYou = stateOf(facts({next: {nextSearchAt: null, nextSearchReason: 'No indexer is enabled.'}}), now);
	t.like(stateOfSeries({...series, episodeFileCount: 8, missing: [needsYou, needsYou]}, now), {
		state: 'needsYou',
		sentence: '2 of 10 episodes that have aired are missing. No indexer is enabled.',
	});
	const missing = stateOf(facts(), now);
	t.is(stateOfSeries({...series, episodeFileCount: 8, missing: [needsYou, missing]}, now).state, 'missing');
});

test('what a person has paused is said with every state that it holds up', t => {
	const until = inMinutes(240);
	const pause = {what: 'Its library', until};
	const found = {...neverSearched, waiting: {release: 'Film.2160p', reason: 'delayed', until: inMinutes(30), seenAt: now}};
	t.like(stateOf(facts({search: found, pause}), now), {
		state: 'found',
		sentence: 'Film.2160p was found and waits: delayed. Its library is paused until 2026-03-01 16:00 UTC.',
		until,
	});
	const client = {what: 'Its client', until: null};
	t.is(
		stateOf(facts({downloads: [item({status: 'paused', pause: client})]}), now).sentence,
		'Its download is paused. Its client is paused until somebody resumes it.',
	);
	const series = {episodeCount: 2, episodeFileCount: 1, monitored: true, downloads: [], search: neverSearched, pause};
	t.regex(stateOfSeries(series, now).sentence, /is missing\. Its library is paused until/);
});
