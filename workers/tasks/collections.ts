import {wait} from '#shared/coordination/wait.ts';
import {secondMs} from '#shared/domain/durations.ts';
import {isExpected} from '#shared/errors.ts';
import {refreshCollection} from '#shared/jobs/collections.ts';
import {countMissingParts} from '#shared/tasks/count-missing-parts.ts';
import type {TaskBody} from '../executions/run-execution.ts';

/** Collections that are read in one run, which then takes a few hours. */
const maxRefreshes = 15_000;
/** Milliseconds between two requests, so that the provider has capacity for requests by people. */
const pauseMs = secondMs;
const answerMs = 60 * secondMs;
/** Failures in a row after which the provider is left alone until the next run. */
const maxFailures = 10;
const countedTogether = 200;

/** Collects the collections of all movies, counts what is missing, and reads those that are due from the provider. */
export const readCollections: TaskBody<'importExclusions' | 'jobs' | 'movies' | 'now' | 'titleCollections'> = async (run, deps) => {
	const {titleCollections, movies, jobs, now} = deps;
	const used = await movies.collections();
	const added = await titleCollections.ensure(used, now());
	const removed = await titleCollections.removeUnused(new Set(used.map(({metaId}) => metaId)));
	let after = '';
	for (;;) {
		run.signal.throwIfAborted();
		const rows = await titleCollections.toCount({after, limit: countedTogether});
		await countMissingParts(rows, deps);
		after = rows.at(-1)?.id ?? '';
		if (rows.length < countedTogether) {
			break;
		}
	}
	const due = await titleCollections.due(now(), maxRefreshes);
	let failures = 0;
	let read = 0;
	for (const [index, collectionId] of due.entries()) {
		run.signal.throwIfAborted();
		try {
			await jobs.ask(refreshCollection, {collectionId}, {timeoutMs: answerMs, signal: run.signal});
			failures = 0;
			read += 1;
		} catch (error) {
			run.signal.throwIfAborted();
			failures += 1;
			if (!isExpected(error) || failures >= maxFailures) {
				throw error;
			}
		}
		run.progress({processed: index + 1, total: due.length, message: null});
		await wait(pauseMs, run.signal);
	}
	return {itemsProcessed: used.length, itemsAffected: added + removed + read};
};
