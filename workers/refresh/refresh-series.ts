import {refreshAfterLoss} from '#shared/domain/media/next-refresh.ts';
import {NotFound} from '#shared/errors.ts';
import type {refreshSeries} from '#shared/jobs/refresh.ts';
import {noteOutcome} from '../executions/note-outcome.ts';
import type {Handler} from '../runtime/handler.ts';

/**
 * Updates the title with the provider's current data, including new seasons and episodes. A title that is gone there
 * keeps its old data.
 */
export const handleRefreshSeries: Handler<typeof refreshSeries, 'log' | 'metadata' | 'now' | 'series' | 'taskActivities'> = async (
	{seriesId, executionId},
	deps,
	run,
) => {
	const {series, metadata, now} = deps;
	const {metaId, title} = await series.get(seriesId);
	await noteOutcome({executionId, mediaId: seriesId, mediaTitle: title, action: 'refresh'}, {deps, run}, async () => {
		try {
			const changes = await series.refresh(seriesId, await metadata.series(metaId, run.signal, 'anew'), now());
			run.log.debug({seriesId, ...changes}, 'Refreshed a series');
			return {status: 'completed', message: 'It was refreshed.'};
		} catch (error) {
			if (!(error instanceof NotFound)) {
				throw error;
			}
			await series.postponeRefresh(seriesId, refreshAfterLoss(now()));
			run.log.warn({seriesId, metaId}, 'The provider no longer has this title; it stays as it is');
			return {status: 'failed', message: 'The provider no longer has this title; it stays as it is.'};
		}
	});
};
