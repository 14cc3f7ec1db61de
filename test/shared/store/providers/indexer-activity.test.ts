import test from 'ava';
import {answeredWithin, countsOf, type IndexerEvent, ranges} from '#shared/store/providers/indexer-activity.ts';

const event: IndexerEvent = {
	indexerId: 'i',
	indexerName: 'Site',
	action: 'query',
	subject: null,
	error: null,
	answerMs: 700,
	requests: 2,
	releases: 9,
};

test('a failure counts as one more of its kind, and its time says nothing about answers', t => {
	t.deepEqual(countsOf(event), {counts: {queries: 1, requests: 2, releases: 9, answers: 1, answerMs: 700}, range: 3});
	const failed = countsOf({...event, action: 'rss', error: 'No answer within 20 seconds.', requests: 1, releases: 0});
	t.deepEqual(failed, {counts: {rss: 1, failedRss: 1, requests: 1}, range: null});
	t.deepEqual(countsOf({...event, action: 'grab', answerMs: null, requests: 0, releases: 0}), {counts: {grabs: 1}, range: null});
	t.is(countsOf({...event, answerMs: 90_000}).range, ranges - 1);
});

test('the time of most answers is found in their ranges', t => {
	const of = (counts: Record<number, number>) => Array.from({length: ranges}, (_none, index) => counts[index] ?? 0);
	t.is(answeredWithin(0.95, of({})), null);
	t.is(answeredWithin(0.95, of({0: 100})), 95);
	t.is(answeredWithin(0.95, of({3: 90, 6: 10})), 6000, 'half way through the range from 4 to 8 seconds');
	t.is(answeredWithin(0.95, of({[ranges - 1]: 3})), 32_000);
});
