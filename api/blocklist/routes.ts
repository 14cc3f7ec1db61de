import {idParams} from '#api/http/fields.ts';
import type {SoundBody} from '#api/http/input.ts';
import {created, noContent, ok, presentPagination} from '#api/http/replies.ts';
import {type Route, route} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {blocklistEntry} from './replies.ts';
import {type AddBlocklistBody, addBlocklistBody, blocklistQuery} from './schema.ts';

export function blocklistRoutes({blocklist, releaseGuids, now}: RouteDeps): Route[] {
	return [
		route('GET /api/blocklist', {access: 'auth', query: blocklistQuery}, async ({query}) => {
			const {entries, total} = await blocklist.page(query);
			return ok({blocklist: entries.map(blocklistEntry.present), pagination: presentPagination(query, total)});
		}),
		route('GET /api/blocklist/:id', {access: 'auth', params: idParams}, async ({params}) =>
			ok(blocklistEntry.present(await blocklist.get(params.id))),
		),
		route('POST /api/blocklist', {access: 'admin', body: addBlocklistBody, findFaults}, async ({body}) => {
			const guid = body.guid && (await releaseGuids.nameOf(body.guid));
			return created(blocklistEntry.present(await blocklist.addNew({...body, guid, addedAt: now()})));
		}),
		route('DELETE /api/blocklist/:id', {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await blocklist.get(params.id);
			await blocklist.remove(id);
			return noContent;
		}),
	];
}

/** Those that are not given are null. */
async function findFaults({body: {guid, infoHash}}: SoundBody<AddBlocklistBody>) {
	const isUnknowable = guid === null && infoHash === null;
	return isUnknowable ? [{path: 'guid', message: 'guid or infoHash is required to recognise the release'}] : [];
}
