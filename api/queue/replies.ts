import {bulkOutcome} from '#api/http/bulk-routes.ts';
import type {Operations} from '#api/http/operation.ts';
import {done, success} from '#api/http/route.ts';
import {downloadStatuses, type QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {queueItem} from '#shared/events/queue.ts';
import {queueEvents} from '#shared/events/streamed-events.ts';
import {integer, oneOf, text} from '#shared/presenters/fields.ts';
import {from, plainView, viewOf} from '#shared/presenters/view.ts';
import type {ForeignDownload} from '#shared/store/downloads/foreign-downloads.ts';

interface QueuePage {
	items: QueueItem[];
	totalRecords: number;
	page: number;
	pageSize: number;
}
export const queuePage = viewOf<QueuePage>()({items: queueItem.list, totalRecords: integer, page: integer, pageSize: integer});

interface ShownForeign extends ForeignDownload {
	client: {id: string; name: string};
}
const foreign = viewOf<ShownForeign>()(
	{
		downloadId: text,
		title: text,
		status: oneOf(downloadStatuses),
		size: integer.description('Bytes; 0 if unknown.'),
		sizeLeft: integer.description('Bytes that are still to be downloaded.'),
		client: plainView({id: text, name: text}),
	},
	'ForeignDownload',
);
export const foreignList = viewOf<{downloads: ShownForeign[]}>()({downloads: foreign.list});

interface Cleaned {
	removedCount: number;
}
export const cleanedQueue = viewOf<Cleaned>()({
	success,
	removedCount: integer,
	message: from(text, ({removedCount}: Cleaned) =>
		removedCount === 1 ? 'One item was removed from the queue.' : `${removedCount} items were removed from the queue.`,
	),
});

export const queueOperations: Operations = {
	'GET /api/queue': {id: 'listQueue', summary: 'List the download queue', replies: {200: queuePage.schema}},
	'GET /api/queue/foreign': {
		id: 'listForeignDownloads',
		summary: 'List downloads in our categories that another program has added; they are left alone',
		replies: {200: foreignList.schema},
	},
	'GET /api/queue/events': {
		id: 'streamQueue',
		summary: 'Follow the download queue',
		replies: {200: {mediaType: 'text/event-stream', description: 'The events of the queue as they happen.', events: queueEvents}},
	},
	'GET /api/queue/:id': {id: 'getQueueItem', summary: 'Show a download', replies: {200: queueItem.schema}},
	'DELETE /api/queue/:id': {id: 'removeQueueItem', summary: 'Remove a download', replies: {204: null}},
	'POST /api/queue/:id/import': {
		id: 'importQueueItem',
		summary: 'Import a waiting download as the title, or from the folder, that a person chose',
		replies: {202: done.schema},
		failures: [409],
	},
	'POST /api/queue/:id/retry': {
		id: 'retryQueueItem',
		summary: 'Retry a failed download, or an import that was refused or failed',
		replies: {200: done.schema},
		failures: [409],
	},
	'POST /api/queue/bulk': {
		id: 'changeQueueItems',
		summary: 'Remove, retry, pause, resume or order many downloads',
		replies: {200: bulkOutcome.schema},
	},
	'POST /api/queue/cleanup': {
		id: 'cleanUpQueue',
		summary: 'Remove completed and failed downloads from the queue',
		replies: {200: cleanedQueue.schema},
	},
};
