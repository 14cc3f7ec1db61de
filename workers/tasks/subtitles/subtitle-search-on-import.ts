import {dayMs} from '#shared/domain/durations.ts';
import {subtitleSearchKey} from '#shared/domain/searches/search-backoff.ts';
import type {TaskBody, TaskRun} from '../../executions/run-execution.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {namedSeries} from '../searches/search-series-backlog.ts';
import {namedMovie} from '../searches/titles-in-line.ts';
import {isNamedBy, mayPlan, ofEpisode, ofMovie, queueFetches, type Subtitled} from './queue-fetches.ts';

const pageSize = 200;
/** Imports of the last day that one run looks at. */
const maxImports = 2000;

/** Searches the subtitles of what was imported in the last day and was not searched since, at the import or later. */
export const searchImportedSubtitles: TaskBody<
	'episodes' | 'history' | 'jobs' | 'movies' | 'now' | 'searchBackoff' | 'settings' | 'subtitleProviders'
> = async (run, deps) => {
	const none = {itemsProcessed: 0, itemsAffected: 0};
	if (!deps.settings.get('subtitles.searchOnImport')) {
		const message = 'Nothing is searched at an import: the setting subtitles.searchOnImport is off.';
		run.note({mediaId: null, mediaTitle: null, action: 'search', status: 'skipped', message});
		return none;
	}
	const imported = await importedTitles(run, deps);
	const open = imported.length > 0 ? await neverSearched(imported, deps) : [];
	const plan = open.length > 0 ? await mayPlan(run, deps) : null;
	if (!plan) {
		return {...none, itemsProcessed: imported.length};
	}
	// Before the first look at a file nobody knows what it lacks.
	const downloadsFor = ({missing}: Subtitled) => Math.max(1, missing.length);
	const itemsAffected = await queueFetches({titles: open, reason: 'import', downloadsFor, plan}, run, deps);
	return {itemsProcessed: imported.length, itemsAffected};
};

async function importedTitles(
	run: TaskRun,
	deps: Pick<WorkerDeps, 'episodes' | 'history' | 'movies' | 'now' | 'settings'>,
): Promise<Subtitled[]> {
	const [movieId, seriesId] = [namedMovie(run), namedSeries(run)];
	const since = new Date(Number(deps.now()) - dayMs);
	const [movieIds, episodeIds] = [new Set<string>(), new Set<string>()];
	for (let page = 1; (page - 1) * pageSize < maxImports; page++) {
		run.signal.throwIfAborted();
		const of = {...(movieId !== undefined && {movieId}), ...(seriesId !== undefined && {seriesId})};
		const {entries} = await deps.history.page({event: 'imported', page, limit: pageSize, ...of});
		const recent = entries.filter(({timestamp}) => timestamp >= since);
		for (const entry of recent) {
			for (const id of entry.episodeIds) {
				episodeIds.add(id);
			}
			if (entry.movieId !== null) {
				movieIds.add(entry.movieId);
			}
		}
		if (recent.length < pageSize) {
			break;
		}
	}
	const movies = await deps.movies.wantingSubtitles([...movieIds]);
	const episodes = await deps.episodes.wantingSubtitles([...episodeIds]);
	const monitoredOnly = !isNamedBy(run) && deps.settings.get('subtitles.monitoredOnly');
	return [...movies.map(ofMovie), ...episodes.map(ofEpisode)].filter(({isMonitored}) => isMonitored || !monitoredOnly);
}

async function neverSearched(titles: readonly Subtitled[], {searchBackoff}: Pick<WorkerDeps, 'searchBackoff'>): Promise<Subtitled[]> {
	const waits = await searchBackoff.waits(titles.map(({owner}) => subtitleSearchKey(owner.id)));
	return titles.filter(({owner}) => !waits.has(subtitleSearchKey(owner.id)));
}
