import PQueue from 'p-queue';
import {minuteMs} from '#shared/domain/durations.ts';
import {isExpected} from '#shared/errors.ts';
import {readFeeds, syncFeeds} from '#shared/jobs/search.ts';
import type {TaskBody} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

/** Indexers whose feeds one job reads. */
const indexersOfPart = 20;
/** Parts that are read at once: the other workers of the pool are for searches. */
const partsAtOnce = 2;

/**
 * Reads the feeds of all indexers and grabs what is wanted. Many indexers are read in parts, which any worker takes;
 * one that dies loses its part only, and that is read once more. A part that fails is left to the next run.
 */
export const syncAllFeeds: TaskBody<keyof Pick<WorkerDeps, 'indexers' | 'jobs' | 'log'>> = async (
	{executionId, signal},
	{indexers, jobs, log},
) => {
	const ids = (await indexers.list()).filter(({enabled, rss}) => enabled && rss).map(({id}) => id);
	const parts = Array.from({length: Math.ceil(ids.length / indexersOfPart)}, (_none, n) =>
		ids.slice(n * indexersOfPart, (n + 1) * indexersOfPart),
	);
	const isInParts = parts.length > 1;
	const someAtOnce = new PQueue({concurrency: partsAtOnce});
	await someAtOnce.addAll(
		(isInParts ? parts : []).map(indexerIds => async () => {
			signal.throwIfAborted();
			await jobs.ask(readFeeds, {readingId: executionId, indexerIds}, {timeoutMs: 3 * minuteMs, signal}).catch(error => {
				signal.throwIfAborted();
				log[isExpected(error) ? 'warn' : 'error']({err: error, indexers: indexerIds.length}, 'A part of the feeds was not read');
			});
		}),
	);
	const {found, grabbed} = await jobs.ask(
		syncFeeds,
		{executionId, ...(isInParts && {parts})},
		{timeoutMs: (isInParts ? 30 : 10) * minuteMs, signal},
	);
	return {itemsProcessed: found, itemsAffected: grabbed};
};
