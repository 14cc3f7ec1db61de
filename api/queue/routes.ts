import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {titleFaults} from '#api/http/references.ts';
import {accepted, done, noContent, ok, type Route, route, toSort} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {isWithinFolder, normalPath, ofOurData, whyForeign, whyNotPrintable} from '#shared/domain/folders/root-folder-path.ts';
import type {Fault} from '#shared/errors.ts';
import {asAnybodySees, queueItem, queueStream, withoutDetails} from '#shared/events/queue.ts';
import {createForeignDownloads} from '#shared/store/downloads/foreign-downloads.ts';
import {bulkQueueRoute, categorize, removeAndSearch} from './bulk.ts';
import {cleanUp} from './remove-item.ts';
import {cleanedQueue, foreignList, queuePage} from './replies.ts';
import {importItem, locateItem, retryItem} from './retry-or-import.ts';
import {cleanUpBody, type ImportItemBody, importItemBody, queueQuery, removeItemQuery} from './schema.ts';

export function queueRoutes(deps: RouteDeps): Route[] {
	const {downloads, relays} = deps;
	const findFaults = async ({body, wrong}: CheckedBody<ImportItemBody>) => {
		if (wrong.size > 0) {
			return [];
		}
		const {path, ...title} = body;
		const namesTitle = path === undefined || Object.values(title).some(value => value !== undefined);
		return [...pathFaults(path, deps.http.dataDir), ...(namesTitle ? await titleFaults(title, '', deps) : [])];
	};
	return [
		route('GET /api/queue', {access: 'queue', query: queueQuery}, async ({query, caller}) => {
			const {items, total} = await downloads.page({...query, sort: toSort(query.sort)});
			const page = queuePage.present({items, totalRecords: total, page: query.page, pageSize: query.limit});
			return ok(caller ? page : {...page, items: page.items.map(withoutDetails)});
		}),
		route('GET /api/queue/foreign', {access: 'admin'}, async () => {
			const clients = (await deps.downloadClients.list()).filter(({enabled}) => enabled);
			const found = await createForeignDownloads({redis: deps.producer, prefix: deps.prefix}).of(clients.map(({id}) => id));
			const downloadsOf = ({id, name}: {id: string; name: string}) => (found.get(id) ?? []).map(each => ({...each, client: {id, name}}));
			return ok(foreignList.present({downloads: clients.flatMap(downloadsOf)}));
		}),
		route('GET /api/queue/events', {access: 'queue', isStream: true}, async client => {
			await relays.relay(queueStream, client, client.caller ? {} : {shown: asAnybodySees});
			return null;
		}),
		route('POST /api/queue/cleanup', {access: 'admin', body: cleanUpBody}, async ({body}) => {
			return ok(cleanedQueue.present({removedCount: await cleanUp(body, deps)}));
		}),
		bulkQueueRoute(deps),
		route('GET /api/queue/:id', {access: 'queue', params: idParams}, async ({params, caller}) => {
			const item = queueItem.present(await downloads.get(params.id));
			return ok(caller ? item : withoutDetails(item));
		}),
		route('DELETE /api/queue/:id', {access: 'admin', params: idParams, query: removeItemQuery}, async ({params, query}) => {
			const item = await downloads.get(params.id);
			await (query.changeCategory ? categorize(item, deps) : null);
			await removeAndSearch(item, {...query, removeFromClient: query.removeFromClient && !query.changeCategory}, deps);
			return noContent;
		}),
		route('POST /api/queue/:id/import', {access: 'admin', params: idParams, body: importItemBody, findFaults}, async ({params, body}) => {
			const {path, ...title} = body;
			const item = await downloads.get(params.id);
			const located = path === undefined ? null : await locateItem(item, normalPath(path) ?? path, deps);
			const isTitle = title.movieId !== undefined || title.seriesId !== undefined;
			return accepted(done.present({message: isTitle || located === null ? await importItem(item, title, deps) : located}));
		}),
		route('POST /api/queue/:id/retry', {access: 'admin', params: idParams}, async ({params}) => {
			return ok(done.present({message: await retryItem(await downloads.get(params.id), deps)}));
		}),
	];
}

/** The files of downloads lie where media may lie. */
function pathFaults(given: string | undefined, dataDir: string): Fault[] {
	const path = given === undefined ? null : normalPath(given);
	if (given === undefined) {
		return [];
	}
	const isOurs = path !== null && isWithinFolder(dataDir, path);
	const reason =
		path === null ? 'must be absolute: start with /' : (whyNotPrintable(path) ?? whyForeign(path) ?? (isOurs ? ofOurData : null));
	return reason === null ? [] : [{path: 'path', message: `path ${reason}`}];
}
