import {addedByOf} from '#api/http/access/callers.ts';
import {askProvider} from '#api/http/asks/ask-workers.ts';
import {addedTitleAudit, titleAudit} from '#api/http/audit-changes.ts';
import {bulkOutcome, bulkRoutes} from '#api/http/bulk-routes.ts';
import {idParams} from '#api/http/fields.ts';
import {callerName, changedTitle, moveTitle} from '#api/http/file-moves.ts';
import type {CheckedBody} from '#api/http/input.ts';
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
import {askedFolder, orCopies} from '#api/http/title-copies.ts';
import {titleFaults, toOwnFolder} from '#api/http/title-folder.ts';
import {presentLetters} from '#api/http/title-lists.ts';
import {createListedStandings} from '#api/http/title-standing.ts';
import {placeFaults, placeOf, tagFaults, takeLabels, toTagChange} from '#api/http/title-tags.ts';
import type {RouteDeps} from '#api/services.ts';
import {promiseJob} from '#shared/coordination/outbox.ts';
import {type Series, seasonOf} from '#shared/domain/media/library-series.ts';
import {toLabels} from '#shared/domain/media/tags.ts';
import {NotFound} from '#shared/errors.ts';
import {renumberSeries} from '#shared/jobs/episode-orders.ts';
import {addSeries, mapNumbers, refreshSeries} from '#shared/jobs/refresh.ts';
import {createListWriter} from '#shared/lists/list-writer.ts';
import {readRows} from '#shared/store/wanted/wanted-pages.ts';
import {deleteSeries} from '#shared/tasks/delete-titles.ts';
import {changeTitles, editTitles} from '#shared/tasks/edit-titles.ts';
import {refuseFewEpisodes} from './episode-order.ts';
import {episode, listedSeason, listedSeries, seasonDetail, seriesDetail} from './replies.ts';
import {
	type AddSeriesBody,
	addSeriesBody,
	bulkEditSeriesBody,
	deleteSeriesQuery,
	type EditManySeriesBody,
	type EditSeriesBody,
	editManySeriesBody,
	editSeriesBody,
	monitoredBody,
	type SeriesQuery,
	seasonParams,
	seriesLettersQuery,
	seriesQuery,
} from './schema.ts';

const base = '/api/library/series';
const access = 'auth';

export function seriesRoutes(deps: RouteDeps): Route[] {
	const {images, qualityProfiles, series, now} = deps;
	const list = createListWriter('series', listedSeries, {posterUrl: images.shown, backdropUrl: images.shown});
	const standings = createListedStandings(deps);
	const findBulkFaults = async ({body}: CheckedBody<EditManySeriesBody | AddSeriesBody>) => [
		...(await referenceFaults(body, deps)),
		...(await tagFaults(body, 'tv', deps)),
	];
	const findFaults = async (checked: CheckedBody<AddSeriesBody>) => [
		...(await findBulkFaults(checked)),
		...(await placeFaults(checked.body, deps)),
	];
	const findEditFaults = async (checked: CheckedBody<EditSeriesBody>) => [
		...(await titleFaults(checked, series, deps)),
		...(await tagFaults(checked.body, 'tv', deps)),
	];
	const deletedSeries = {action: 'series.deleted', nameOf: async ({id = ''}) => (await series.find(id))?.title ?? null};
	const page = ({sort, withStanding: _, withSeasons: _seasons, ...query}: SeriesQuery, fields: Record<string, 1>) =>
		series.page({...query, sort: toSort(sort), profileIds: qualityProfiles.idsByName}, fields, now());
	return [
		...bulkRoutes({kind: 'series', path: 'series', query: seriesQuery, editBody: bulkEditSeriesBody, page}, deps),
		route(`GET ${base}`, {access, limit: 'lists', query: seriesQuery}, async ({query}) => {
			const {rows, total} = await page(query, {...list.projection, ...(query.withSeasons && fieldsOfSeasons)});
			const states = query.withStanding ? await standings.ofSeries(rows) : undefined;
			const beside = query.withSeasons ? seasonsOf(rows).map((seasons, index) => ({...states?.[index], seasons})) : states;
			return okJson(list.write(rows, {pagination: presentPagination(query, total)}, beside));
		}),
		route(`GET ${base}/letters`, {access, limit: 'lists', query: seriesLettersQuery}, async ({query}) =>
			ok(presentLetters(await series.letters(query))),
		),
		route(
			`POST ${base}`,
			{access, right: 'addTitles', audit: addedTitleAudit('series', deps), body: addSeriesBody, findFaults},
			async ({body, caller}) => {
				const tags = await takeLabels(toLabels(body.tags), deps);
				const payload = {...body, ...(await placeOf(body, 'tv', deps)), tags, addedBy: addedByOf(caller)};
				const {id, title} = await orCopies(askProvider(deps, addSeries, {payload, about: 'series'}), body.metaId, series);
				return created(added.present({id, message: `${title} is in the library now.`}));
			},
		),
		route(
			`PUT ${base}/bulk`,
			{access, right: 'editTitles', audit: 'series.changed', findFaults: findBulkFaults, body: editManySeriesBody},
			async ({body: {ids, tags, addTags, removeTags, moveFiles = false, ...body}, caller}) => {
				const folder = await askedFolder({...body, moveFiles}, null, deps);
				const change = {...body, ...folder, ...(await toTagChange({tags, addTags, removeTags}, deps))};
				const write = () => editTitles({ids, kind: 'series', change}, series, {...deps, moveFiles, requestedBy: callerName(caller)});
				return ok(bulkOutcome.present(await changeTitles({titleIds: ids, change, write}, deps)));
			},
		),
		route(`GET ${base}/:id`, {access, hasEtag: true, params: idParams}, async ({params}) => {
			const shown = await series.shown(params.id, now());
			return ok(seriesDetail.present({...images.inRecord(shown), seasons: shown.seasons.map(images.inRecord)}));
		}),
		route(
			`PUT ${base}/:id`,
			{access, right: 'editTitles', audit: titleAudit('series', deps), params: idParams, body: editSeriesBody, findFaults: findEditFaults},
			async ({params, body, caller}) => {
				const stored = await series.get(params.id);
				const updatedAt = now();
				const {rootFolderPath: _, path: _path, tags, moveFiles = false, episodeOrder, ...wanted} = body;
				const isOrdered = episodeOrder !== undefined && episodeOrder !== (stored.episodeOrder ?? null);
				await (isOrdered ? refuseFewEpisodes(stored.id, episodeOrder, deps) : null);
				const folder = await toOwnFolder(stored, await askedFolder(body, stored, deps), deps);
				const change = {...wanted, ...(!moveFiles && folder), ...(await toTagChange({tags}, deps))};
				const write = () => series.change(stored.id, change, updatedAt);
				await orCopies(changeTitles({titleIds: [stored.id], change, write}, deps), stored.metaId, series);
				if (body.releaseNumbering !== undefined && body.releaseNumbering !== (stored.releaseNumbering ?? 'auto')) {
					// A person who changes how releases are numbered needs the numbers soon.
					await promiseJob(mapNumbers, {seriesId: stored.id}, deps);
				}
				await (isOrdered ? promiseJob(renumberSeries, {seriesId: stored.id, order: episodeOrder}, deps) : null);
				const taskId = moveFiles ? await moveTitle({seriesIds: [stored.id]}, folder, {...deps, caller}) : undefined;
				return ok(changedTitle.present({id: stored.id, updatedAt, taskId}));
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
			async ({params, query: {deleteFiles, deleteAddImportListExclusion: exclude}, caller}) => {
				await deleteSeries(params.id, {deleteFiles, exclude, deletedBy: callerName(caller)}, deps);
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

/** The fields of each series that `withSeasons` reads. */
const fieldsOfSeasons = {
	'seasons.seasonNumber': 1,
	'seasons.monitored': 1,
	'seasons.episodeCount': 1,
	'seasons.episodeFileCount': 1,
	'seasons.totalEpisodeCount': 1,
} as const;

const seasonsOf = (rows: readonly Uint8Array[]) =>
	readRows<Pick<Series, 'id' | 'seasons'>>(rows).map(({seasons}) =>
		seasons.toSorted((a, b) => a.seasonNumber - b.seasonNumber).map(listedSeason.present),
	);

function seasonRoutes({images, importListItems, series, episodes, now}: RouteDeps): Route[] {
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
				await importListItems.noteTouched([id]);
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
