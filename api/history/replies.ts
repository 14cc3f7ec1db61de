import type {Operations} from '#api/http/operation.ts';
import {pageOf} from '#api/http/pages.ts';
import {anyObject, integerOrNull, oneOf, text, textOrNull, texts, timestamp} from '#shared/presenters/fields.ts';
import {from, viewOf} from '#shared/presenters/view.ts';
import {type HistoryEntry, historyEvents} from '#shared/store/downloads/history-schema.ts';

const happenedAt = from(timestamp, (entry: HistoryEntry) => entry.timestamp);

export const historyEntry = viewOf<HistoryEntry>()(
	{
		id: text,
		event: oneOf(historyEvents),
		title: text,
		movieId: textOrNull,
		seriesId: textOrNull,
		episodeIds: texts,
		quality: textOrNull,
		qualityScore: integerOrNull,
		indexer: textOrNull,
		downloadClient: textOrNull,
		downloadId: textOrNull,
		data: anyObject,
		timestamp: happenedAt,
		createdAt: happenedAt,
		updatedAt: happenedAt,
	},
	'HistoryEntry',
);

export const historyOperations: Operations = {
	'GET /api/history': {id: 'listHistory', summary: 'List history events, newest first', replies: {200: pageOf('history', historyEntry)}},
	'GET /api/history/:id': {id: 'getHistoryEntry', summary: 'Show a history event', replies: {200: historyEntry.schema}},
	'DELETE /api/history/:id': {id: 'deleteHistoryEntry', summary: 'Delete a history event', replies: {204: null}},
};
