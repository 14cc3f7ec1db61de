import type {Connection} from 'mongoose';
import {createRevisions} from '../lists/revisions.ts';
import type {SeriesModels} from './count-series.ts';
import {episodeSchema, type StoredEpisode} from './episode-schema.ts';
import {createEpisodeStore, type EpisodeStore} from './episodes.ts';
import {createSeriesStore, type SeriesStore} from './series.ts';
import {type StoredSeries, seriesSchema} from './series-schema.ts';

/** Series and episodes change together, so their stores are created together. */
export function createSeriesStores(connection: Connection): {series: SeriesStore; episodes: EpisodeStore} {
	const models: SeriesModels = {
		connection,
		revisions: createRevisions(connection, 'series'),
		series: connection.model<StoredSeries>('Series', seriesSchema, 'series'),
		episodes: connection.model<StoredEpisode>('Episode', episodeSchema, 'episodes'),
	};
	return {series: createSeriesStore(models), episodes: createEpisodeStore(models)};
}
