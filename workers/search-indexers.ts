import type {Counters} from '#shared/counters.ts';
import {afterFailure, afterLimit, afterSuccess, type Standing} from '#shared/domain/indexers/back-off.ts';
import type {Indexer as IndexerRecord} from '#shared/domain/indexers/indexer-record.ts';
import type {IndexerResult} from '#shared/domain/release/judged-release.ts';
import type {IndexerStore} from '#shared/store/indexers.ts';
import type {WorkerDeps} from './deps.ts';
import {type IndexerResult as Row, searchAll} from './integrations/indexers/search-all.ts';

type SearchIndexers = WorkerDeps['searchIndexers'];

interface SearchOptions extends Pick<WorkerDeps, 'indexers' | 'openIndexer' | 'now'> {
	counters: Counters;
}

/** Asks the stored indexers and remembers how each fared, so that one that fails rests for a while. */
export function createSearchIndexers({indexers, openIndexer, counters, now}: SearchOptions): SearchIndexers {
	const startedAt = now();
	return async ({criteria, indexerIds}, signal) => {
		const records = (await indexers.list()).filter(({id, enabled}) => (indexerIds ? indexerIds.includes(id) : enabled));
		const toAsk = records.map(record => ({...record, indexer: openIndexer(record)}));
		const {releases, results} = await searchAll(toAsk, {criteria, now, signal});
		await Promise.all(results.map((row, index) => noteHealth(row, records[index]!, {indexers, now: now(), startedAt}))); // one row for each record, in their order
		for (const {status} of results) {
			counters.add('indexer_results_total', {status});
		}
		return {releases, indexerResults: results.map(toResult)};
	};
}

interface Circumstances {
	indexers: IndexerStore;
	now: Date;
	startedAt: Date;
}

/** Writes only what changed: a hundred good answers in a row are no write. */
async function noteHealth(
	{status, errorMessage, retryAfterSeconds}: Row,
	record: IndexerRecord,
	{indexers, now, startedAt}: Circumstances,
): Promise<void> {
	if (status === 'disabled') {
		return;
	}
	const before: Standing = {level: record.failures, disabledUntil: record.disabledUntil};
	if (status === 'ok') {
		const {level, disabledUntil} = afterSuccess(before);
		if (record.status !== 'ok' || record.failures > 0 || record.disabledUntil) {
			await indexers.setHealth(record.id, {status: 'ok', lastError: null, failures: level, disabledUntil});
		}
		return;
	}
	const isLimit = status === 'rate_limited';
	const {level, disabledUntil} = isLimit ? afterLimit(before, retryAfterSeconds ?? 3600, now) : afterFailure(before, {now, startedAt});
	await indexers.setHealth(record.id, {
		status: isLimit ? 'rate_limited' : 'error',
		lastError: errorMessage,
		failures: level,
		disabledUntil,
	});
}

function toResult({indexerId, indexerName, resultCount, status, errorMessage}: Row): IndexerResult {
	return {indexerId, indexerName, resultCount, status, errorMessage};
}
