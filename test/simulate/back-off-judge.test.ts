import test from 'ava';
import {dayMs, hourMs, minuteMs} from '#shared/domain/durations.ts';
import {createBackOffJudge} from '#test/simulate/judge/back-off-judge.ts';
import type {Title} from '#test/simulate/world/titles.ts';
import {makeTitle} from './make-title.ts';

const film = makeTitle({id: 'film', kind: 'movie', name: 'The Quiet Harbour (2019)'});

/** Searches of one title, each by a job of its own, this long after the first. */
function searched(title: Title, after: readonly number[], judge = createBackOffJudge()) {
	for (const [index, ms] of after.entries()) {
		judge.queried({at: title.wantedFrom + ms, jobId: `job-${index}`, kind: title.kind, titles: [title]});
	}
	return judge.faults();
}

test('a movie searched after 6 hours, a day, 3 days and then every week is well planned', t => {
	const after = [0, 6 * hourMs, 30 * hourMs, 102 * hourMs, 270 * hourMs, 438 * hourMs];
	t.deepEqual(searched(film, after), []);
});

for (const [name, after] of [
	['an hour after the first search', [0, hourMs]],
	['again 6 hours after the second', [0, 6 * hourMs, 12 * hourMs]],
	['a day after the third', [0, 6 * hourMs, 30 * hourMs, 54 * hourMs]],
	['six days after the fifth', [0, 6 * hourMs, 30 * hourMs, 102 * hourMs, 270 * hourMs, 414 * hourMs]],
	['a second too early', [0, 6 * hourMs - 1000]],
] as const) {
	test(`a movie searched ${name} is a fault`, t => {
		t.is(searched(film, after).length, 1);
	});
}

test('the queries of one job to several indexers are one search', t => {
	const judge = createBackOffJudge();
	for (const ms of [0, 1000, 2000]) {
		judge.queried({at: film.wantedFrom + ms, jobId: 'job', kind: 'movie', titles: [film]});
	}
	t.deepEqual(judge.faults(), []);
	t.is(judge.searches(), 1);
});

test('a file ends the waits, so its title may be searched at once for a better one', t => {
	const judge = createBackOffJudge();
	searched(film, [0, 6 * hourMs], judge);
	judge.grabbed('film');
	judge.queried({at: film.wantedFrom + 7 * hourMs, jobId: 'later', kind: 'movie', titles: [film]});
	t.deepEqual(judge.faults(), []);
});

test('a season may be asked for when one of its episodes may, and not when all of them rest', t => {
	const [first, second] = [makeTitle({id: 'e1', episode: 1}), makeTitle({id: 'e2', episode: 2})];
	const judge = createBackOffJudge();
	const ask = (jobId: string, at: number, titles: Title[]) => judge.queried({at, jobId, kind: 'season', titles});
	ask('one', first.wantedFrom, [first]);
	ask('two', first.wantedFrom + hourMs, [first, second]);
	t.deepEqual(judge.faults(), []);
	ask('three', first.wantedFrom + 2 * hourMs, [first, second]);
	t.is(judge.faults().length, 1);
});

test('a season and then its episodes, by the same job, are one search of each', t => {
	const [first, second] = [makeTitle({id: 'e1', episode: 1}), makeTitle({id: 'e2', episode: 2})];
	const judge = createBackOffJudge();
	judge.queried({at: 0, jobId: 'job', kind: 'season', titles: [first, second]});
	judge.queried({at: 1000, jobId: 'job', kind: 'episode', titles: [first]});
	judge.queried({at: 2000, jobId: 'job', kind: 'episode', titles: [second]});
	t.deepEqual(judge.faults(), []);
});

test('an episode that has just aired has a schedule of its own, which ends', t => {
	const episode = makeTitle({id: 'new', airs: true});
	const schedule = {newFor: 2 * dayMs, waitAt: () => hourMs};
	t.deepEqual(searched(episode, [0, hourMs, 2 * hourMs], createBackOffJudge(schedule)), []);
	t.is(searched(episode, [0, 40 * minuteMs], createBackOffJudge(schedule)).length, 1);
	t.is(searched(episode, [0, 49 * hourMs, 50 * hourMs], createBackOffJudge(schedule)).length, 1);
	t.is(searched({...episode, kind: 'movie'}, [0, hourMs], createBackOffJudge(schedule)).length, 1);
});
