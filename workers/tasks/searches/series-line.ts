import type {BacklogSeries} from '#shared/store/series/series-backlog.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {batchesOf} from './due-movies.ts';

/** A series, and how long its longest unsearched episode has waited. */
export interface SeriesInLine extends BacklogSeries {
	lastSearchTime: Date | null;
}

/**
 * The monitored series with a missing episode that does not rest, in the order of their longest unsearched episodes.
 * An episode that never was searched does not wait behind its series, whenever that was searched.
 */
export async function* missingSeriesLine({episodes, series, searchBackOff, now}: WorkerDeps): AsyncGenerator<SeriesInLine> {
	const met = new Set<string>();
	for await (const batch of batchesOf(episodes.missingLine(now()))) {
		const fresh = batch.filter(({seriesId}) => !met.has(seriesId));
		const resting = await searchBackOff.resting(
			fresh.map(({id}) => id),
			now(),
		);
		const due = fresh.filter(({id}) => !resting.has(id));
		const monitored = await series.monitoredOf([...new Set(due.map(({seriesId}) => seriesId))]);
		for (const {seriesId, lastSearchTime} of due) {
			const found = met.has(seriesId) ? undefined : monitored.get(seriesId);
			met.add(seriesId);
			if (found) {
				yield {...found, lastSearchTime};
			}
		}
	}
}

/** Series in an order of their own. */
export async function* inOrder(series: AsyncIterable<BacklogSeries>): AsyncGenerator<SeriesInLine> {
	for await (const each of series) {
		yield {...each, lastSearchTime: null};
	}
}
