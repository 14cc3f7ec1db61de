import test from 'ava';
import {feedOutcomes, type GrabAttempt, searchOutcome} from '#shared/domain/searches/search-outcome.ts';

const site = {indexerId: 'i', indexerName: 'Site', resultCount: 3, status: 'ok', errorMessage: null} as const;
const silent = {...site, indexerName: 'Silent', resultCount: 0, status: 'timeout', errorMessage: 'Late.'} as const;
const movie = (id: string) => ({id, title: `Film ${id}`, year: 2019});
const refused = (detail: string, mappedMovie: ReturnType<typeof movie> | null = null) => ({
	approved: false,
	rejectionDetails: [{reason: 'Release rejected' as const, detail, temporary: false}],
	mappedMovie,
	mappedSeries: null,
});
const approved = (mappedMovie: ReturnType<typeof movie>) => ({...refused('', mappedMovie), approved: true, rejectionDetails: []});
const attempt = (result: GrabAttempt['result'], movieId: string, reason: string | null = null): GrabAttempt => ({
	title: `Release of ${movieId}`,
	movieId,
	seriesId: null,
	result,
	reason,
});

test('a search names the most frequent reasons first, and counts what it does not name', t => {
	const judged = ['small', 'big', 'old', 'small', 'odd', 'new'].map(detail => refused(detail));
	const outcome = searchOutcome({releases: judged, judged, attempts: [], indexerResults: [site, silent]});
	t.deepEqual(outcome, {
		status: 'refused',
		message: '6 releases found, all refused: small (2 times); big; old; and 2 more. Without an answer: Silent: Late.',
	});
});

test('a release that is in the queue already, and one that was not needed, count as refused', t => {
	const judged = [approved(movie('a'))];
	const taken = searchOutcome({releases: judged, judged, attempts: [attempt('taken', 'a')], indexerResults: [site]});
	t.deepEqual(taken, {status: 'refused', message: '1 release found, already in the queue: Release of a.'});
	const late = searchOutcome({releases: judged, judged, attempts: [attempt('refused', 'a', 'Blocked.')], indexerResults: [site]});
	t.deepEqual(late, {status: 'refused', message: '1 release found, refused at the grab: Release of a: Blocked.'});
	const attempts = [attempt('failed', 'a', 'Late. Try again later.'), attempt('failed', 'b', 'It rests.')];
	const failed = searchOutcome({releases: judged, judged, attempts, indexerResults: [site]});
	t.is(failed.message, '1 release found, not grabbed: Release of a: Late. Try again later; Release of b: It rests.');
	const left = searchOutcome({releases: judged, judged, attempts: [], indexerResults: [site]});
	t.deepEqual(left, {status: 'refused', message: '1 release found, 1 approved, but none of them was needed.'});
});

test('feeds have a row per indexer and per title of the library, those first that were tried', t => {
	const judged = [refused('worse', movie('a')), approved(movie('b')), refused('stranger'), approved(movie('c'))];
	const attempts = [attempt('grabbed', 'b'), attempt('failed', 'c', 'The client is full.')];
	t.deepEqual(
		feedOutcomes({judged, attempts, indexerResults: [site, silent]}).map(({mediaId, mediaTitle, action, status, message}) =>
			[mediaId, mediaTitle, action, status, message].join(' | '),
		),
		[
			' | Site | readFeed | completed | 3 releases.',
			' | Silent | readFeed | failed | Late.',
			'b | Film b | grab | grabbed | 1 release found, grabbed: Release of b.',
			'c | Film c | grab | failed | 1 release found, not grabbed: Release of c: The client is full.',
			'a | Film a | grab | refused | 1 release found, all refused: worse',
		],
	);
});

test('a large library does not fill the activity', t => {
	const judged = Array.from({length: 500}, (_, index) => refused('worse', movie(String(index))));
	t.is(feedOutcomes({judged, attempts: [], indexerResults: []}).length, 100);
});
