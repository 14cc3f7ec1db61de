import {join} from 'node:path';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {episodeNaming} from '#shared/settings/episode-naming.ts';
import type {WorkerDeps} from '../deps.ts';

/** The folder that a new series gets below its root folder; a namesake's folder is told apart by the provider's id. */
export async function newSeriesPath(
	details: SeriesDetails,
	rootFolderPath: string,
	{series, settings}: Pick<WorkerDeps, 'series' | 'settings'>,
): Promise<string> {
	const path = join(rootFolderPath, seriesFolder(details, episodeNaming(settings)));
	return (await series.titleAtFolder(path, {except: null})) === null ? path : `${path} {tmdb-${details.metaId}}`;
}
