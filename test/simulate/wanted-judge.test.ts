import test from 'ava';
import {dayMs, hourMs} from '#shared/domain/durations.ts';
import {createWantedJudge} from '#test/simulate/judge/wanted-judge.ts';
import type {Offer, Title} from '#test/simulate/world/titles.ts';
import {makeTitle} from './make-title.ts';

const never = Number.POSITIVE_INFINITY;
const title = makeTitle();
const start = title.wantedFrom - dayMs;
const end = title.wantedFrom + 30 * dayMs;

function offer(titles: Title[], at: number[]): Offer {
	return {guid: 'guid', title: 'Lantern.Street.S01E01.1080p.WEB-DL.x264', titles, isPack: false, at, size: 1};
}

test('what an indexer has is overdue, what none has yet is told apart', t => {
	const late = makeTitle({id: 'late'});
	const future = makeTitle({id: 'future', wantedFrom: end + dayMs});
	const offers = [offer([title], [never, title.wantedFrom + hourMs]), offer([late], [end + dayMs, never])];
	const {overdue, notYet, never: notOut} = createWantedJudge([title, late, future], offers, start).left(end);
	t.deepEqual(
		overdue.map(wait => [wait.title.id, wait.ms]),
		[['title', 30 * dayMs - hourMs]],
	);
	t.is(notYet, 1);
	t.is(notOut, 1);
});

test('a wait begins when it is wanted and there, whichever is later', t => {
	const wanted = createWantedJudge([title], [offer([title], [title.wantedFrom - 5 * dayMs])], start);
	t.is(wanted.grabbed('title', title.wantedFrom + 3 * hourMs)?.ms, 3 * hourMs);
	t.is(wanted.grabbed('title', title.wantedFrom + 9 * hourMs), null);
	t.is(wanted.wanted(), 0);
});

test('a title that is not monitored, or that the library has, is not wanted', t => {
	const others = [makeTitle({id: 'ignored', monitored: false}), makeTitle({id: 'there', had: 'good'})];
	t.is(createWantedJudge(others, [offer(others, [start])], start).wanted(), 0);
});

test('what was there when the simulation began is told apart from later waits', t => {
	const old = makeTitle({wantedFrom: start - 100 * dayMs});
	const wait = createWantedJudge([old], [offer([old], [start - 50 * dayMs])], start).grabbed('title', start + hourMs);
	t.is(wait?.isOld, true);
	t.is(wait?.ms, hourMs);
});

test('a pack counts for an episode without a release of its own, and for no other', t => {
	const [single, packed] = [makeTitle({id: 'single'}), makeTitle({id: 'packed'})];
	const pack = {...offer([single, packed], [title.wantedFrom]), isPack: true};
	const {overdue, notYet} = createWantedJudge([single, packed], [pack, offer([single], [never])], start).left(end);
	t.deepEqual(
		overdue.map(wait => wait.title.id),
		['packed'],
	);
	t.is(notYet, 1);
});
