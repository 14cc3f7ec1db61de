import test from 'ava';
import type {IndexerResult} from '#shared/domain/decisions/judged-release.ts';
import type {Rejection} from '#shared/domain/decisions/rule.ts';
import {firstWaiting, maxReasons, maxSilent, toLastSearch} from '#shared/domain/searches/last-search.ts';
import {buildRelease} from '#test/helpers/build-release.ts';

const now = new Date('2026-03-01T12:00:00Z');
const search = {at: now, searchId: 's', byPerson: true};
const result = (status: IndexerResult['status'], errorMessage: string | null = null): IndexerResult => ({
	indexerId: status,
	indexerName: `Site ${status}`,
	resultCount: 0,
	status,
	errorMessage,
});
const rejection = (code: string, detail: string, until?: Date | null): Rejection => ({
	reason: 'Release rejected',
	detail,
	temporary: until !== undefined,
	code,
	...(until !== undefined && {until}),
});
const judged = (rejectionDetails: Rejection[], title = 'A') => ({
	release: buildRelease({title}),
	approved: rejectionDetails.length === 0,
	temporarilyRejected: rejectionDetails.length > 0 && rejectionDetails.every(({temporary}) => temporary),
	rejectionDetails,
});

test('the reasons are counted by rule, each release once, the most frequent first with its most frequent words', t => {
	const small = (size: number) => judged([rejection('sizeInRange', `${size} MB is too small`), rejection('enoughSeeders', 'none')]);
	const all = [small(1), small(2), small(2), judged([rejection('enoughSeeders', '0 seeders')]), judged([])];
	const {found, refused, reasons} = toLastSearch({judged: all, attempts: [], indexerResults: [result('ok')]}, search);
	t.is(found, 5);
	t.is(refused, 4);
	t.deepEqual(reasons, [
		{code: 'sizeInRange', reason: '2 MB is too small', count: 3},
		{code: 'enoughSeeders', reason: '0 seeders', count: 1},
	]);
});

test('indexers without an answer are named, and what is kept is bounded', t => {
	const many = Array.from({length: 20}, (_, index) => judged([rejection(`rule${index}`, 'x'.repeat(5000))]));
	const silent = Array.from({length: 20}, () => result('timeout', 'y'.repeat(5000)));
	const last = toLastSearch({judged: many, attempts: [], indexerResults: [result('ok'), ...silent]}, search);
	t.is(last.reasons.length, maxReasons);
	t.is(last.silent.length, maxSilent);
	t.is(last.indexers, 21);
	t.like(last.silent[0], {indexer: 'Site timeout', status: 'timeout'});
	t.true(JSON.stringify(last).length < 6000);
});

test('a search that was not made says why', t => {
	const skipped = {status: 'skipped', message: 'Its episodes are no longer wanted.'} as const;
	t.like(toLastSearch({judged: [], attempts: [], indexerResults: []}, search, skipped), {outcome: 'skipped', message: skipped.message});
	t.is(toLastSearch({judged: [], attempts: [], indexerResults: [result('disabled')]}, search).outcome, 'notSearched');
});

test('of the releases that wait the one whose wait ends first counts, once all its reasons have ended', t => {
	const at = (minutes: number) => new Date(Number(now) + minutes * 60_000);
	const late = judged([rejection('delayOver', 'Waits', at(10)), rejection('oldEnough', 'Young', at(90))], 'Late');
	const soon = judged([rejection('delayOver', 'Waits 30', at(30))], 'Soon');
	const unknown = judged([rejection('available', 'No date', null)], 'Unknown');
	const never = judged([rejection('delayOver', 'Waits', at(1)), rejection('sizeInRange', 'Small')], 'Never');
	t.deepEqual(firstWaiting([late, unknown, soon, never]), {release: 'Soon', reason: 'Waits 30', until: at(30)});
	t.deepEqual(firstWaiting([late]), {release: 'Late', reason: 'Young', until: at(90)});
	t.deepEqual(firstWaiting([unknown]), {release: 'Unknown', reason: 'No date', until: null});
	t.is(firstWaiting([never]), null);
});
