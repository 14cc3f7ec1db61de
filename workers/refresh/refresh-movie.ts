import {refreshAfterLoss} from '#shared/domain/media/next-refresh.ts';
import {NotFound} from '#shared/errors.ts';
import type {refreshMovie} from '#shared/jobs/refresh/refresh-movie.ts';
import type {Handler} from '../runtime/handler.ts';

/** Updates the title with the provider's current data. A title that is gone there keeps its old data. */
export const handleRefreshMovie: Handler<typeof refreshMovie> = async ({movieId}, {movies, metadata, now}, {signal, log}) => {
	const movie = await movies.get(movieId);
	try {
		await movies.refresh(movieId, await metadata.movie(movie.metaId, signal, 'anew'), now());
	} catch (error) {
		if (!(error instanceof NotFound)) {
			throw error;
		}
		await movies.postponeRefresh(movieId, refreshAfterLoss(now()));
		log.warn({movieId, metaId: movie.metaId}, 'The provider no longer has this title; it stays as it is');
	}
};
