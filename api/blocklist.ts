import Joi from 'joi';
import {idParams} from '#api/http/fields.ts';
import type {CheckedBody} from '#api/http/input.ts';
import type {Operations} from '#api/http/operation.ts';
import {
	created,
	noContent,
	ok,
	type PageQuery,
	pageFields,
	pageOf,
	presentPagination,
	type Route,
	route,
	success,
} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type Protocol, protocols} from '#shared/domain/release/release.ts';
import {integer, integerOrNull, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {Blocked, BlocklistEntry, OfTitle, SubtitleBlocklistEntry} from '#shared/store/blocklists.ts';

export function blocklistRoutes({blocklist, subtitleBlocklist, releaseGuids, now}: RouteDeps): Route[] {
	return [
		...entryRoutes('blocklist', blocklist, 'blocklist', blocklistEntry),
		route('POST /api/blocklist', {access: 'admin', body: addBlocklistBody, findFaults}, async ({body}) => {
			const guid = body.guid && (await releaseGuids.nameOf(body.guid));
			return created(blocklistEntry.present(await blocklist.addNew({...body, guid, addedAt: now()})));
		}),
		route('DELETE /api/blocklist', {access: 'admin', audit: 'blocklist.cleared', query: clearQuery}, async ({query}) =>
			ok(cleared.present({removedCount: await blocklist.clear(query)})),
		),
		route('POST /api/blocklist/bulk-delete', {access: 'admin', audit: 'blocklist.removed', body: removeBody}, async ({body}) =>
			ok(cleared.present({removedCount: await blocklist.removeMany([...new Set(body.ids)])})),
		),
		...entryRoutes('subtitle-blocklist', subtitleBlocklist, 'subtitleBlocklist', subtitleBlocklistEntry),
	];
}

interface Entries<Entry> {
	page(query: BlocklistQuery): Promise<{entries: Entry[]; total: number}>;
	get(id: string): Promise<Entry>;
	remove(id: string): Promise<boolean>;
}

/** Both kinds are listed, shown and shortened alike. */
function entryRoutes<Entry extends Blocked>(path: string, entries: Entries<Entry>, name: string, view: {present(entry: Entry): object}) {
	return [
		route(`GET /api/${path}`, {access: 'auth', query: blocklistQuery}, async ({query}) => {
			const {entries: found, total} = await entries.page(query);
			return ok({[name]: found.map(view.present), pagination: presentPagination(query, total)});
		}),
		route(`GET /api/${path}/:id`, {access: 'auth', params: idParams}, async ({params}) => ok(view.present(await entries.get(params.id)))),
		route(`DELETE /api/${path}/:id`, {access: 'admin', params: idParams}, async ({params}) => {
			const {id} = await entries.get(params.id);
			await entries.remove(id);
			return noContent;
		}),
	];
}

/** Parameters that are not given are null. */
async function findFaults({body: {guid, infoHash}}: CheckedBody<AddBlocklistBody>) {
	const isUnknowable = guid === null && infoHash === null;
	return isUnknowable ? [{path: 'guid', message: 'guid or infoHash is required to recognise the release'}] : [];
}

const ofTitle = {movieId: Joi.string().max(100), seriesId: Joi.string().max(100)};
interface BlocklistQuery extends PageQuery, OfTitle {}
const blocklistQuery = Joi.object<BlocklistQuery, true>({...pageFields(), ...ofTitle});

interface RemoveBody {
	ids: string[];
}
const removeBody = Joi.object<RemoveBody, true>({
	ids: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(1000)
		.required()
		.description('Ids of blocklisted releases; those that are not there count as removed already.'),
}).example({ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10']});

const clearQuery = Joi.object<OfTitle, true>(ofTitle);
const cleared = viewOf<{removedCount: number}>()({success, removedCount: integer});

export type AddBlocklistBody = Omit<BlocklistEntry, 'id' | 'addedAt'>;

const id = Joi.string().max(100).allow(null).default(null);
const shortText = (longest: number) => Joi.string().max(longest).allow(null).default(null);

/** A release is recognised by its infohash, or by its guid: as replies show it, or as its indexer writes it. */
const addBlocklistBody = Joi.object<AddBlocklistBody>({
	title: Joi.string().max(1000).required(),
	guid: shortText(2000),
	infoHash: Joi.string()
		.pattern(/^[\da-f]{40}$/, '40 lower-case hexadecimal digits')
		.allow(null)
		.default(null),
	indexer: shortText(200),
	indexerId: id,
	protocol: Joi.string<Protocol>()
		.valid(...protocols)
		.required(),
	size: Joi.number().integer().min(0).allow(null).default(null),
	reason: Joi.string().max(1000).default('Blocklisted by hand.'),
	movieId: id,
	seriesId: id,
	episodeIds: Joi.array().items(Joi.string().max(100)).max(1000).default([]),
}).example({
	title: 'Big.Buck.Bunny.2008.1080p.BluRay.x264-OPENREEL',
	guid: 'http://indexer.example/details/1',
	indexer: 'Prowlarr',
	protocol: 'torrent',
});

const addedAt = from(timestamp, (entry: Blocked) => entry.addedAt);
const common = {
	id: text,
	title: text,
	reason: text,
	movieId: textOrNull,
	seriesId: textOrNull,
	episodeIds: texts,
	addedAt,
	createdAt: addedAt,
	updatedAt: addedAt,
};

const blocklistEntry = viewOf<BlocklistEntry>()(
	{
		...common,
		guid: textOrNull,
		infoHash: textOrNull,
		indexer: textOrNull,
		indexerId: textOrNull,
		protocol: oneOf(protocols),
		size: integerOrNull,
	},
	'BlocklistEntry',
);

const subtitleBlocklistEntry = viewOf<SubtitleBlocklistEntry>()(
	{...common, providerId: text, provider: text, subtitleId: text, release: textOrNull, language: text},
	'SubtitleBlocklistEntry',
);

export const blocklistOperations: Operations = {
	'GET /api/blocklist': {
		id: 'listBlocklist',
		summary: 'List blocklisted releases, newest first',
		replies: {200: pageOf('blocklist', blocklistEntry)},
	},
	'GET /api/blocklist/:id': {id: 'getBlocklistEntry', summary: 'Show a blocklisted release', replies: {200: blocklistEntry.schema}},
	'POST /api/blocklist': {id: 'addBlocklistEntry', summary: 'Blocklist a release', replies: {201: blocklistEntry.schema}, failures: [409]},
	'DELETE /api/blocklist': {
		id: 'clearBlocklist',
		summary: 'Remove all releases from the blocklist, or those of one title',
		replies: {200: cleared.schema},
	},
	'POST /api/blocklist/bulk-delete': {
		id: 'deleteBlocklistEntries',
		summary: 'Remove many releases from the blocklist',
		replies: {200: cleared.schema},
	},
	'DELETE /api/blocklist/:id': {id: 'deleteBlocklistEntry', summary: 'Remove a release from the blocklist', replies: {204: null}},
	'GET /api/subtitle-blocklist': {
		id: 'listSubtitleBlocklist',
		summary: 'List subtitles that are not downloaded again for their title, newest first',
		replies: {200: pageOf('subtitleBlocklist', subtitleBlocklistEntry)},
	},
	'GET /api/subtitle-blocklist/:id': {
		id: 'getSubtitleBlocklistEntry',
		summary: 'Show a blocklisted subtitle',
		replies: {200: subtitleBlocklistEntry.schema},
	},
	'DELETE /api/subtitle-blocklist/:id': {
		id: 'deleteSubtitleBlocklistEntry',
		summary: 'Remove a subtitle from the blocklist',
		replies: {204: null},
	},
};
