import {askProvider} from '#api/http/asks/ask-provider.ts';
import {changeTitles} from '#api/http/change-titles.ts';
import {idParams} from '#api/http/fields.ts';
import {type References, referenceFaults} from '#api/http/references.ts';
import type {SoundBody} from '#api/http/input.ts';
import {createListWriter} from '#api/http/fast/list-writer.ts';
import {added, changed, queuedTask, accepted, created, noContent, ok} from '#api/http/replies.ts';
import {presentPagination, toSort} from '#api/http/pages.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {normalPath} from '#shared/domain/folders/root-folder-path.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {seasonOf} from '#shared/domain/media/library-series.ts';
import {NotFound} from '#shared/errors.ts';
import {promiseJob} from '#shared/jobs/promise-job.ts';
import {addSeries} from '#shared/jobs/refresh/add-series.ts';
import {refreshSeries} from '#shared/jobs/refresh/refresh-series.ts';
import {deleteSeries} from './delete-series.ts';
import {editFaults, toSeriesChange} from './edit-series.ts';
import {episode, listedSeries, seasonDetail, seriesDetail} from './replies.ts';
import {addSeriesBody, deleteSeriesQuery, type EditSeriesBody, editSeriesBody, monitoredBody, seasonParams, seriesQuery} from './schema.ts';

const base = '/api/library/series';
const access = 'auth';

export function seriesRoutes(deps: RouteDeps): Route[] {
	const {images, series, qualityProfiles, now} = deps;
	const list = createListWriter('series', listedSeries, {posterUrl: images.shown, backdropUrl: images.shown});
	const findFaults = ({body}: SoundBody<References>) => referenceFaults(body, deps);
	const withSeasons = <T extends Pick<Series, 'seasons'>>(record: T) => ({...record, seasons: record.seasons.map(images.inRecord)});
	const findEditFaults = (sound: SoundBody<EditSeriesBody>) => editFaults(sound, deps);
	const deletedSeries = {action: 'series.deleted', nameOf: async ({id = ''}) => (await series.find(id))?.title ?? null};
	return [
		route(`GET ${base}`, {access, limit: 'lists', query: seriesQuery}, async ({query: {sort, ...query}}) => {
			const {rows, total} = await series.page({...query, sort: toSort(sort)}, list.projection, now());
			return list.reply(rows, {pagination: presentPagination(query, total)});
		}),
		route(`POST ${base}`, {access, body: addSeriesBody, findFaults}, async ({body}) => {
			const qualityProfileId = body.qualityProfileId ?? (await qualityProfiles.getDefault()).id;
			const rootFolderPath = normalPath(body.rootFolderPath) ?? body.rootFolderPath;
			const payload = {...body, rootFolderPath, qualityProfileId, libraryId: null};
			const {id, title} = await askProvider(deps, addSeries, {payload, about: 'series'});
			return created(added.present({id, message: `${title} is in the library now.`}));
		}),
		route(`GET ${base}/:id`, {access, params: idParams}, async ({params}) =>
			ok(seriesDetail.present(withSeasons(images.inRecord(await series.current(params.id, now()))))),
		),
		route(`PUT ${base}/:id`, {access, params: idParams, body: editSeriesBody, findFaults: findEditFaults}, async ({params, body}) => {
			const stored = await series.get(params.id);
			const updatedAt = now();
			const wanted = await toSeriesChange(stored, body, deps);
			const change = () => series.change(stored.id, wanted, updatedAt);
			await changeTitles({titleIds: [stored.id], qualityProfileId: body.qualityProfileId, change}, deps);
			return ok(changed.present({id: stored.id, updatedAt}));
		}),
		route(`DELETE ${base}/:id`, {access, audit: deletedSeries, params: idParams, query: deleteSeriesQuery}, async ({params, query}) => {
			await deleteSeries(params.id, query, deps);
			return noContent;
		}),
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
			return list.reply(rows, seasonDetail.present({...images.inRecord(season), seriesId: id}));
		}),
		route(`PUT ${path}`, {access, params: seasonParams, body: monitoredBody}, async ({params: {seriesId, seasonNumber}, body}) => {
			const {id, seasons} = await series.seasons(seriesId, now());
			const season = seasonOf({seasons}, seasonNumber) ?? unknownSeason(seasonNumber);
			const updatedAt = now();
			await series.setSeasonMonitored(id, {seasonNumber, monitored: body.monitored}, updatedAt);
			return ok(changed.present({id: season.id, updatedAt}));
		}),
	];
}

function unknownSeason(seasonNumber: number): never {
	throw new NotFound('season_not_found', `The series has no season ${seasonNumber}.`);
}
