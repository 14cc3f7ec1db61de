import {refreshAfterLoss} from '#shared/domain/media/next-refresh.ts';
import {NotFound} from '#shared/errors.ts';
import type {refreshMovie} from '#shared/jobs/refresh.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import type {Handler} from '../runtime/handler.ts';

/** Updates the title with the provider's current data. A title that is gone there keeps its old data. */
export const handleRefreshMovie: Handler<typeof refreshMovie, 'log' | 'metadata' | 'movies' | 'now' | 'taskActivities'> = async (
	{movieId, executionId},
	deps,
	run,
) => {
	const {movies, metadata, now} = deps;
	const {metaId, title} = await movies.get(movieId);
	await noteOutcome({executionId, mediaId: movieId, mediaTitle: title, action: 'refresh'}, {deps, run}, async () => {
		try {
			await movies.refresh(movieId, await metadata.movie(metaId, run.signal, 'anew'), now());
			return {status: 'completed', message: 'It was refreshed.'};
		} catch (error) {
			if (!(error instanceof NotFound)) {
				throw error;
			}
			await movies.postponeRefresh(movieId, refreshAfterLoss(now()));
			run.log.warn({movieId, metaId}, 'The provider no longer has this title; it stays as it is');
			return {status: 'failed', message: 'The provider no longer has this title; it stays as it is.'};
		}
	});
};
