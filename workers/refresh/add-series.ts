import {Conflict} from '#shared/errors.ts';
import {promiseForNew} from '#shared/jobs/promise-job.ts';
import type {addSeries} from '#shared/jobs/refresh.ts';
import {searchEpisodes} from '#shared/jobs/search.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {keepApart, newSeriesPath} from './series-path.ts';

type Deps = Pick<WorkerDeps, 'importExclusions' | 'jobs' | 'metadata' | 'now' | 'promisedJobs' | 'series' | 'settings'>;

/** Looks up the title and stores it with everything the provider knows. */
export const handleAddSeries: Handler<typeof addSeries, keyof Deps> = async ({metaId, ...choice}, deps, {signal}) => {
	const {series, importExclusions, metadata, now} = deps;
	const known = await series.findByMetaId(metaId);
	if (known) {
		throw new Conflict('series_exists', `${known.title} is in the library already.`);
	}
	if (choice.libraryId && (await importExclusions.has('series', metaId))) {
		throw new Conflict('title_excluded', 'This series is excluded from being added automatically; see /api/import-exclusions.');
	}
	const details = await metadata.series(metaId, signal);
	const path = await newSeriesPath(details, choice.rootFolderPath, deps);
	const isSearched = choice.searchOnAdd && choice.monitored;
	const search = promiseForNew(searchEpisodes, everyEpisodeOf, deps);
	const added = await series.add(details, {...choice, path, ...(isSearched && {beside: search.beside})}, now());
	await keepApart(added, deps);
	await search.start(added.id);
	return {id: added.id, title: added.title};
};

const everyEpisodeOf = (seriesId: string) => ({seriesId, seasonNumber: null, episodeIds: null, reason: 'missing'}) as const;
