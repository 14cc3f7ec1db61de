import {promiseJob} from '#shared/jobs/promise-job.ts';
import {type completeRecords, everyFile, rescoreFiles} from '#shared/jobs/refresh.ts';
import type {Handler} from '../runtime/handler.ts';

/** Titles that are looked at together. */
const moviesTogether = 500;
const seriesTogether = 20;

/** Leaves complete records alone, so it may run at any time and beside any other write. */
export const handleCompleteRecords: Handler<typeof completeRecords> = async (_payload, deps, {signal, log}) => {
	const {recordState} = deps;
	for (let after: string | null = ''; after !== null; ) {
		signal.throwIfAborted();
		after = await recordState.completeMovies({after, limit: moviesTogether});
	}
	for (let after: string | null = ''; after !== null; ) {
		signal.throwIfAborted();
		after = await recordState.completeEpisodes({after, limit: seriesTogether});
	}
	await promiseJob(rescoreFiles, everyFile, deps);
	await recordState.noteComplete();
	log.info('The records of earlier versions are complete');
};
