import {mkdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import type {NewSeries} from '#shared/store/series/add-series.ts';
import {buildNewSeries, buildSeason, buildSeriesDetails} from '../build-series.ts';
import type {WorkerWorld} from '../worker-deps.ts';
import {buildItem, type ItemFields} from './movie.ts';

export interface SeriesInWorld {
	series: Series;
	/** Folder of the download client. */
	downloads: string;
	/** Throws if there is no such episode. */
	episode(seasonNumber: number, episodeNumber: number): Promise<Episode>;
	/** Adds a finished download of this series, grabbed for these episodes of its first season. */
	addItem(episodeNumbers: readonly number[], overrides: ItemFields): Promise<QueueItem>;
}

/** A series of three regular episodes, all aired, and a special. */
export async function seriesInWorld(
	_: ExecutionContext,
	world: WorkerWorld,
	{details = {}, choice = {}}: {details?: Partial<SeriesDetails>; choice?: Partial<NewSeries>},
): Promise<SeriesInWorld> {
	const {deps, library} = world;
	const downloads = join(deps.dataDir, 'downloads');
	await mkdir(downloads);
	const profile = await deps.qualityProfiles.getDefault();
	const seasons = [buildSeason(0, ['2024-01-01']), buildSeason(1, ['2024-01-08', '2024-01-15', '2024-01-22'])];
	const series = await deps.series.add(
		buildSeriesDetails({seasons, ...details}),
		buildNewSeries({rootFolderPath: library, path: join(library, 'Paper Lanterns (2024)'), qualityProfileId: profile.id, ...choice}),
		deps.now(),
	);
	async function episode(seasonNumber: number, episodeNumber: number): Promise<Episode> {
		const found = (await deps.episodes.ofSeason(series.id, seasonNumber)).find(each => each.episodeNumber === episodeNumber);
		if (!found) {
			throw new Error(`The test's series has no episode ${episodeNumber} in season ${seasonNumber}.`);
		}
		return found;
	}
	return {
		series,
		downloads,
		episode,
		async addItem(episodeNumbers, overrides) {
			const episodes = await Promise.all(episodeNumbers.map(number => episode(1, number)));
			return deps.downloads.add(buildItem({seriesId: series.id, episodeIds: episodes.map(({id}) => id), ...overrides}));
		},
	};
}
