import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {
	done,
	integer,
	integerOrNull,
	isTrue,
	listOf,
	oneOf,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#api/http/replies/reply-fields.ts';
import {downloadStatuses, trackedStates} from '#shared/domain/downloads/tracked-state.ts';
import {protocols} from '#shared/domain/release/release.ts';

const item = Joi.object({
	id: text,
	downloadId: textOrNull,
	title: text,
	status: oneOf(downloadStatuses),
	trackedDownloadStatus: oneOf(['ok', 'warning', 'error']),
	trackedDownloadState: oneOf(trackedStates),
	protocol: oneOf(protocols),
	downloadClient: text,
	downloadClientId: text,
	indexer: text,
	outputPath: textOrNull,
	size: integer,
	sizeleft: integer,
	timeleft: textOrNull,
	estimatedCompletionTime: timestampOrNull,
	statusMessages: listOf(Joi.object({title: text, messages: texts})),
	errorMessage: textOrNull,
	episodeIds: texts,
	movieId: textOrNull,
	seriesId: textOrNull,
	added: timestamp,
	started: timestampOrNull,
	ended: timestampOrNull,
	quality: text,
	qualityScore: integer,
	seeders: integerOrNull,
	leechers: integerOrNull,
}).meta({schemaName: 'QueueItem'});

export const queueOperations: Operations = {
	'GET /api/queue': {
		summary: 'List the download queue',
		replies: {200: Joi.object({items: listOf(item), totalRecords: integer, page: integer, pageSize: integer})},
	},
	'GET /api/queue/events': {
		summary: 'Follow the download queue',
		replies: {200: {mediaType: 'text/event-stream', description: 'The events of the queue as they happen.'}},
	},
	'GET /api/queue/:id': {summary: 'Show a download', replies: {200: item}},
	'DELETE /api/queue/:id': {summary: 'Remove a download', replies: {204: null}},
	'POST /api/queue/:id/retry': {summary: 'Send a failed download again', replies: {200: done}, failures: [409]},
	'POST /api/queue/cleanup': {
		summary: 'Remove completed and failed downloads from the queue',
		replies: {200: Joi.object({success: isTrue, removedCount: integer, message: text})},
	},
};
