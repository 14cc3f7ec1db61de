import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import {type ChosenTitle, titleFaults} from '#api/http/references.ts';
import {accepted, done, noContent, ok, type Route, route, toSort} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {asAnybodySees, queueItem, queueStream, withoutDetails} from '#shared/events/queue.ts';
import {bulkQueueRoute, removeAndSearch} from './bulk.ts';
import {cleanUp} from './remove-item.ts';
import {cleanedQueue, queuePage} from './replies.ts';
import {importItem, retryItem} from './retry-or-import.ts';
import {chosenTitleBody, cleanUpBody, queueQuery, removeItemQuery} from './schema.ts';

export function queueRoutes(deps: RouteDeps): Route[] {
	const {downloads, relays} = deps;
	const findFaults = async ({body, wrong}: CheckedBody<ChosenTitle>) => (wrong.size > 0 ? [] : titleFaults(body, '', deps));
	return [
		route('GET /api/queue', {access: 'queue', query: queueQuery}, async ({query, caller}) => {
			const {items, total} = await downloads.page({...query, sort: toSort(query.sort)});
			const page = queuePage.present({items, totalRecords: total, page: query.page, pageSize: query.limit});
			return ok(caller ? page : {...page, items: page.items.map(withoutDetails)});
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
			await removeAndSearch(await downloads.get(params.id), query, deps);
			return noContent;
		}),
		route('POST /api/queue/:id/import', {access: 'admin', params: idParams, body: chosenTitleBody, findFaults}, async ({params, body}) => {
			const message = await importItem(await downloads.get(params.id), body, deps);
			return accepted(done.present({message}));
		}),
		route('POST /api/queue/:id/retry', {access: 'admin', params: idParams}, async ({params}) => {
			return ok(done.present({message: await retryItem(await downloads.get(params.id), deps)}));
		}),
	];
}
