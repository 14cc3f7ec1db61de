import {refreshAfterLoss} from '#shared/domain/media/next-refresh.ts';
import {NotFound} from '#shared/errors.ts';
import type {refreshSeries} from '#shared/jobs/refresh/refresh-series.ts';
import type {Handler} from '../runtime/handler.ts';

/**
 * Updates the title with the provider's current data, including new seasons and episodes. A title that is gone there
 * keeps its old data.
 */
export const handleRefreshSeries: Handler<typeof refreshSeries> = async ({seriesId}, {series, metadata, now}, {signal, log}) => {
	const {metaId} = await series.get(seriesId);
	try {
		const changes = await series.refresh(seriesId, await metadata.series(metaId, signal, 'anew'), now());
		log.debug({seriesId, ...changes}, 'Refreshed a series');
	} catch (error) {
		if (!(error instanceof NotFound)) {
			throw error;
		}
		await series.postponeRefresh(seriesId, refreshAfterLoss(now()));
		log.warn({seriesId, metaId}, 'The provider no longer has this title; it stays as it is');
	}
};
