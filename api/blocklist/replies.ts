import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/replies.ts';
import {protocols} from '#shared/domain/release/release.ts';
import {integerOrNull, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import type {BlocklistEntry} from '#shared/store/downloads/blocklist.ts';

const addedAt = from(timestamp, (entry: BlocklistEntry) => entry.addedAt);

export const blocklistEntry = viewOf<BlocklistEntry>()(
	{
		id: text,
		title: text,
		guid: textOrNull,
		infoHash: textOrNull,
		indexer: textOrNull,
		indexerId: textOrNull,
		protocol: oneOf(protocols),
		size: integerOrNull,
		reason: text,
		movieId: textOrNull,
		seriesId: textOrNull,
		episodeIds: texts,
		addedAt,
		createdAt: addedAt,
		updatedAt: addedAt,
	},
	'BlocklistEntry',
);

export const blocklistOperations: Operations = {
	'GET /api/blocklist': {
		id: 'listBlocklist',
		summary: 'List blocklisted releases, newest first',
		replies: {200: pageOf('blocklist', blocklistEntry)},
	},
	'GET /api/blocklist/:id': {id: 'getBlocklistEntry', summary: 'Show a blocklisted release', replies: {200: blocklistEntry.schema}},
	'POST /api/blocklist': {id: 'addBlocklistEntry', summary: 'Blocklist a release', replies: {201: blocklistEntry.schema}, failures: [409]},
	'DELETE /api/blocklist/:id': {id: 'deleteBlocklistEntry', summary: 'Remove a release from the blocklist', replies: {204: null}},
};
