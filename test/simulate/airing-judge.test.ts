import test from 'ava';
import {hourMs, minuteMs} from '#shared/domain/durations.ts';
import {createAiringJudge} from '#test/simulate/judge/airing-judge.ts';
import {makeTitle} from './make-title.ts';

const episode = makeTitle({id: 'new', airs: true});
const aired = episode.wantedFrom;

/** Lets the time pass in steps of five minutes; `isOpen` says when an indexer can be asked. */
function watch(until: number, isOpen: (sinceAired: number) => boolean, searchedAt: number | null = null) {
	const judge = createAiringJudge([episode]);
	for (let at = aired - hourMs; at <= aired + until; at += 5 * minuteMs) {
		judge.check(at, isOpen(at - aired));
		if (searchedAt !== null && at - aired === searchedAt) {
			judge.searched('new', at);
		}
	}
	return judge;
}

test('an episode searched within an hour is well planned', t => {
	const judge = watch(5 * hourMs, () => true, 55 * minuteMs);
	t.deepEqual(judge.faults(), []);
	t.deepEqual(judge.figures(), {aired: 1, longestMs: 55 * minuteMs});
});

test('an episode that nobody searched within an hour is a fault, once', t => {
	t.is(watch(5 * hourMs, () => true).faults().length, 1);
	t.is(watch(5 * hourMs, () => true, 2 * hourMs).faults().length, 1);
});

test('a search before the episode aired is none', t => {
	const judge = createAiringJudge([episode]);
	judge.searched('new', aired - minuteMs);
	judge.check(aired + 2 * hourMs, true);
	judge.check(aired + 4 * hourMs, true);
	t.is(judge.faults().length, 1);
});

test('the hour begins when the first indexer is back', t => {
	const isBack = (since: number) => since >= 3 * hourMs;
	t.deepEqual(watch(3.9 * hourMs, isBack).faults(), []);
	t.deepEqual(watch(6 * hourMs, isBack, 3.5 * hourMs).faults(), []);
	t.is(watch(6 * hourMs, isBack).faults().length, 1);
});

test('an indexer that comes back for half an hour only is no duty', t => {
	const inShortStretches = (since: number) => since % hourMs < hourMs / 2;
	t.deepEqual(watch(10 * hourMs, inShortStretches).faults(), []);
});

test('an episode that has a file, or is not monitored, needs no search', t => {
	const judge = createAiringJudge([episode, makeTitle({id: 'other', airs: true, monitored: false})]);
	judge.settled('new');
	judge.check(aired, true);
	judge.check(aired + 2 * hourMs, true);
	t.deepEqual(judge.faults(), []);
});
