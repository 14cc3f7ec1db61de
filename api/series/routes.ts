import {askProvider} from '#api/http/asks/ask-workers.ts';
import {changeTitles} from '#api/http/change-titles.ts';
import {idParams} from '#api/http/fields.ts';
import {type CheckedBody, invalid} from '#api/http/input.ts';
import {referenceFaults} from '#api/http/references.ts';
import {
	accepted,
	added,
	changed,
	created,
	noContent,
	ok,
	okJson,
	presentPagination,
	queuedTask,
	type Route,
	route,
	toSort,
} from '#api/http/route.ts';
import {placeFaults, placeOf, tagFaults, takeLabels, toLabelled, toTagChange} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import type {Outbox} from '#shared/coordination/outbox.ts';
import {promiseJob, startPromised, toPromise} from '#shared/coordination/outbox.ts';
import {isWithinFolder, normalPath} from '#shared/domain/folders/root-folder-path.ts';
import {type Series, seasonOf} from '#shared/domain/media/library-series.ts';
import {toLabels} from '#shared/domain/media/tags.ts';
import {removedSeries} from '#shared/domain/notifications/notified-title.ts';
import {recordedFiles} from '#shared/domain/notifications/recorded-file.ts';
import {type Fault, NotFound} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {deleteEpisodeFiles, maxPaths} from '#shared/jobs/import.ts';
import {addSeries, refreshSeries} from '#shared/jobs/refresh.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import type {Stores} from '#shared/store/database.ts';
import type {ImportExclusionStore} from '#shared/store/libraries/import-exclusions.ts';
import type {EpisodeStore} from '#shared/store/series/episodes.ts';
import type {SeriesChange, SeriesStore} from '#shared/store/series/series.ts';
import {episode, listedSeries, seasonDetail, seriesDetail} from './replies.ts';
import {
	type AddSeriesBody,
	addSeriesBody,
	type DeleteSeriesQuery,
	deleteSeriesQuery,
	type EditSeriesBody,
	editSeriesBody,
	monitoredBody,
	seasonParams,
	seriesQuery,
} from './schema.ts';

const base = '/api/library/series';
const access = 'auth';

export function seriesRoutes(deps: RouteDeps): Route[] {
	const {images, series, now} = deps;
	const list = createListWriter('series', listedSeries, {posterUrl: images.shown, backdropUrl: images.shown});
	const findFaults = async ({body}: CheckedBody<AddSeriesBody>) => [
		...(await referenceFaults(body, deps)),
		...(await tagFaults(body, 'tv', deps)),
		...(await placeFaults(body, deps)),
	];
	const withSeasons = <T extends Pick<Series, 'seasons'>>(record: T) => ({...record, seasons: record.seasons.map(images.inRecord)});
	const findEditFaults = (checked: CheckedBody<EditSeriesBody>) => editFaults(checked, deps);
	const deletedSeries = {action: 'series.deleted', nameOf: async ({id = ''}) => (await series.find(id))?.title ?? null};
	return [
		route(`GET ${base}`, {access, limit: 'lists', query: seriesQuery}, async ({query: {sort, ...query}}) => {
			const {rows, total} = await series.page({...toLabelled(query), sort: toSort(sort)}, list.projection, now());
			return okJson(list.write(rows, {pagination: presentPagination(query, total)}));
		}),
		route(`POST ${base}`, {access, body: addSeriesBody, findFaults}, async ({body}) => {
			const tags = await takeLabels(toLabels(body.tags), deps);
			const payload = {...body, ...(await placeOf(body, 'tv', deps)), tags, byPerson: true};
			const {id, title} = await askProvider(deps, addSeries, {payload, about: 'series'});
			return created(added.present({id, message: `${title} is in the library now.`}));
		}),
		route(`GET ${base}/:id`, {access, params: idParams}, async ({params}) =>
			ok(seriesDetail.present(withSeasons(images.inRecord(await series.current(params.id, now()))))),
		),
		route(
			`PUT ${base}/:id`,
			{access, right: 'editTitles', params: idParams, body: editSeriesBody, findFaults: findEditFaults},
			async ({params, body}) => {
				const stored = await series.get(params.id);
				const updatedAt = now();
				const wanted = await toSeriesChange(stored, body, deps);
				const write = () => series.change(stored.id, wanted, updatedAt);
				await changeTitles({titleIds: [stored.id], change: wanted, write}, deps);
				return ok(changed.present({id: stored.id, updatedAt}));
			},
		),
		route(
			`DELETE ${base}/:id`,
			{
				access,
				right: 'deleteTitles',
				optionRights: {deleteFiles: 'deleteFiles'},
				audit: deletedSeries,
				params: idParams,
				query: deleteSeriesQuery,
			},
			async ({params, query}) => {
				await deleteSeries(params.id, query, deps);
				return noContent;
			},
		),
		route(`POST ${base}/:id/refresh`, {access, params: idParams}, async ({params}) => {
			const {id, title} = await series.get(params.id);
			const taskId = await promiseJob(refreshSeries, {seriesId: id}, deps);
			return accepted(queuedTask.present({taskId, message: `The refresh of ${title} is queued.`}));
		}),
		...seasonRoutes(deps),
	];
}

function seasonRoutes({images, series, episodes, now}: RouteDeps): Route[] {
	const path = `${base}/:seriesId/seasons/:seasonNumber` as const;
	const list = createListWriter('episodes', episode);
	return [
		route(`GET ${path}`, {access, params: seasonParams}, async ({params: {seriesId, seasonNumber}}) => {
			const [{id, seasons}, rows] = await Promise.all([
				series.seasons(seriesId, now()),
				episodes.rowsOfSeason(seriesId, seasonNumber, list.projection),
			]);
			const season = seasonOf({seasons}, seasonNumber) ?? unknownSeason(seasonNumber);
			return okJson(list.write(rows, seasonDetail.present({...images.inRecord(season), seriesId: id})));
		}),
		route(
			`PUT ${path}`,
			{access, right: 'editTitles', params: seasonParams, body: monitoredBody},
			async ({params: {seriesId, seasonNumber}, body}) => {
				const {id, seasons} = await series.seasons(seriesId, now());
				const season = seasonOf({seasons}, seasonNumber) ?? unknownSeason(seasonNumber);
				const updatedAt = now();
				await series.setSeasonMonitored(id, {seasonNumber, monitored: body.monitored}, updatedAt);
				return ok(changed.present({id: season.id, updatedAt}));
			},
		),
	];
}

function unknownSeason(seasonNumber: number): never {
	throw new NotFound('season_not_found', `The series has no season ${seasonNumber}.`);
}

type EditDeps = Pick<Stores, 'libraries' | 'qualityProfiles' | 'rootFolders' | 'series' | 'tags'>;

/**
 * The change that a body asks for. A new root folder takes the series' own folder with it. Throws Invalid if the series
 * cannot have that folder.
 */
async function toSeriesChange(series: Series, body: EditSeriesBody, deps: EditDeps & {now: () => Date}): Promise<SeriesChange> {
	const {rootFolderPath, path, tags, ...change} = body;
	const folder = await planFolder(series, {rootFolderPath, path}, deps);
	if (folder && 'message' in folder) {
		throw invalid([folder]);
	}
	const tagChange = await toTagChange({tags}, deps);
	return {...change, ...folder, ...(tagChange && {tagChange})};
}

/** Faults of the requested folder, provided that its root folder is valid. */
async function editFaults({body, params, wrong}: CheckedBody<EditSeriesBody>, deps: EditDeps): Promise<Fault[]> {
	const faults = [...(await referenceFaults(body, deps)), ...(await tagFaults(body, 'tv', deps))];
	const isOpen = ![...wrong, ...faults.map(({path}) => path)].some(field => field === 'path' || field === 'rootFolderPath');
	const stored = isOpen ? await deps.series.find(params['id'] ?? '') : null;
	const folder = stored && (await planFolder(stored, body, deps));
	return folder && 'message' in folder ? [...faults, folder] : faults;
}

interface Asked {
	rootFolderPath?: string | undefined;
	path?: string | undefined;
}

/** The requested folder, its fault, or null if it stays the same. */
async function planFolder(
	series: Series,
	{rootFolderPath: givenRoot, path: givenPath}: Asked,
	deps: EditDeps,
): Promise<{rootFolderPath: string; path: string} | Fault | null> {
	if (givenRoot === undefined && givenPath === undefined) {
		return null;
	}
	const roots = (await deps.rootFolders.list()).map(({path}) => path);
	const askedRoot = givenRoot === undefined ? null : normalPath(givenRoot);
	const path = givenPath === undefined ? movedPath(series, askedRoot ?? series.rootFolderPath) : normalPath(givenPath);
	const root = askedRoot ?? [series.rootFolderPath, ...roots].find(folder => path !== null && isWithinFolder(path, folder));
	if (path === null || root === undefined || path === root || !isWithinFolder(path, root)) {
		return {path: 'path', message: `path must be a folder below ${askedRoot ?? 'a root folder of /api/root-folders'}`};
	}
	const other = await deps.series.titleAtFolder(path, {except: series.id});
	return other === null
		? {rootFolderPath: root, path}
		: {path: 'path', message: `path must not be, contain or be inside the folder of another series, such as that of ${other}`};
}

function movedPath({path, rootFolderPath}: Series, root: string): string {
	const inside = isWithinFolder(path, rootFolderPath) ? path.slice(rootFolderPath.length) : path.slice(path.lastIndexOf('/'));
	return normalPath(`${root}/${inside}`) ?? path;
}

interface DeleteDeps {
	series: SeriesStore;
	episodes: EpisodeStore;
	importExclusions: ImportExclusionStore;
	outbox: Outbox;
	jobs: JobClient;
	now: () => Date;
}

/** Deletes a series with its episodes. The removal of its files is promised in the same step. */
async function deleteSeries(
	id: string,
	{deleteFiles, deleteAddImportListExclusion}: DeleteSeriesQuery,
	{series, episodes, importExclusions, outbox, jobs, now}: DeleteDeps,
): Promise<void> {
	const deleted = await series.get(id);
	const {title, metaId, year, path} = deleted;
	if (deleteAddImportListExclusion) {
		await importExclusions.ensure({type: 'series', metaId, title, year}, now());
	}
	const recorded = deleteFiles ? recordedFiles(await episodes.onDisk(id)) : [];
	const media = removedSeries(deleted);
	const deletions = chunksOf(recorded).map(files => {
		const paths = files.map(file => file.path);
		return toPromise(deleteEpisodeFiles, {seriesId: id, title, folder: path, paths, media, files});
	});
	await series.remove(id, async session => {
		for (const deletion of deletions) {
			await outbox.put(deletion, session);
		}
	});
	await Promise.all(deletions.map(deletion => startPromised(deleteEpisodeFiles, deletion, {jobs})));
}

function chunksOf<T>(all: readonly T[]): T[][] {
	return Array.from({length: Math.ceil(all.length / maxPaths)}, (_, index) => all.slice(index * maxPaths, (index + 1) * maxPaths));
}
