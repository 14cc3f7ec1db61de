import {join} from 'node:path';
import type {Series} from '#shared/domain/media/library-series.ts';
import type {SeriesDetails} from '#shared/domain/media/series.ts';
import {seriesFolder} from '#shared/domain/naming/episode-path.ts';
import {episodeNaming} from '#shared/settings/episode-naming.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Picks the folder of a new series below its root folder. If another series has that folder, the
 * provider's id is appended.
 */
export async function newSeriesPath(
	details: SeriesDetails,
	rootFolderPath: string,
	{series, settings}: Pick<WorkerDeps, 'series' | 'settings'>,
): Promise<string> {
	const path = join(rootFolderPath, seriesFolder(details, episodeNaming(settings)));
	return (await series.titleAtFolder(path, {except: null})) === null ? path : namesakePath(path, details);
}

/** Two series with the same folder may be added at the same moment, so check again once both are stored. */
export async function keepApart(
	{id, path, metaId}: Pick<Series, 'id' | 'path' | 'metaId'>,
	{series, now}: Pick<WorkerDeps, 'series' | 'now'>,
): Promise<void> {
	if ((await series.titleAtFolder(path, {except: id})) !== null) {
		await series.change(id, {path: namesakePath(path, {metaId})}, now());
	}
}

function namesakePath(path: string, {metaId}: {metaId: number}): string {
	return `${path} {tmdb-${metaId}}`;
}
