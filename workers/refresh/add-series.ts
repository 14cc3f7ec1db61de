import {Conflict} from '#shared/errors.ts';
import type {addSeries} from '#shared/jobs/refresh/add-series.ts';
import {searchEpisodes} from '#shared/jobs/search/search-episodes.ts';
import type {Handler} from '../runtime/handler.ts';
import {keepApart, newSeriesPath} from './series-path.ts';

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddSeries: Handler<typeof addSeries> = async ({metaId, ...choice}, deps, {signal}) => {
	const {series, importExclusions, metadata, jobs, now} = deps;
	const known = await series.findByMetaId(metaId);
	if (known) {
		throw new Conflict('series_exists', `${known.title} is in the library already.`);
	}
	if (choice.libraryId && (await importExclusions.has('series', metaId))) {
		throw new Conflict('title_excluded', 'This series is excluded from being added automatically; see /api/import-exclusions.');
	}
	const details = await metadata.series(metaId, signal);
	const path = await newSeriesPath(details, choice.rootFolderPath, deps);
	const added = await series.add(details, {...choice, path}, now());
	await keepApart(added, deps);
	const {id, title} = added;
	if (choice.searchOnAdd && choice.monitored) {
		await jobs.enqueue(searchEpisodes, {seriesId: id, seasonNumber: null, episodeIds: null, reason: 'missing'});
	}
	return {id, title};
};
