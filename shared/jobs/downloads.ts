import Joi from 'joi';
import {jobKeyOf} from '../domain/downloads/client-download.ts';
import {type DownloadControl, downloadControls} from '../domain/downloads/download-client-record.ts';
import type {QueueItem} from '../domain/downloads/queue-item.ts';
import type {NewLeftover} from '../store/downloads/leftovers.ts';
import {defineJob} from './job.ts';

/**
 * Polls every download client that is due and updates the queue items. Only one poll per client runs at a
 * time, across all processes.
 */
export const trackDownloads = defineJob<Record<string, never>>({
	name: 'track-downloads',
	queue: 'downloads',
	payload: {},
	attempts: 1,
});

interface FailRefusedDownload {
	queueItemId: string;
	/** For people to read. */
	reason: string;
}

/** Fails a download that the import refused for good, because it is a fake. */
export const failRefusedDownload = defineJob<FailRefusedDownload>({
	name: 'fail-refused-download',
	queue: 'downloads',
	payload: {queueItemId: Joi.string().uuid(), reason: Joi.string().max(1000)},
	dedupeKey: ['queueItemId'],
});

interface ControlDownloads {
	queueItemIds: string[];
	action: DownloadControl;
}

/** Downloads of one request. */
export const maxControlled = 500;

/** Pauses, resumes or moves downloads in their clients; returns those for which that did not work. */
export const controlDownloads = defineJob<ControlDownloads, {failures: {id: string; error: string}[]}>({
	name: 'control-downloads',
	queue: 'downloads',
	payload: {
		queueItemIds: Joi.array().items(Joi.string()).max(maxControlled),
		action: Joi.string().valid(...downloadControls),
	},
	result: {failures: Joi.array().items(Joi.object({id: Joi.string(), error: Joi.string()}))},
	// A person waits for it.
	priority: 1,
});

/** Gives a download the category of imported ones at its client; says why that did not work. */
export const categorizeDownload = defineJob<{queueItemId: string}, {error: string | null}>({
	name: 'categorize-download',
	queue: 'downloads',
	payload: {queueItemId: Joi.string()},
	result: {error: Joi.string().allow(null)},
	// A person waits for it.
	priority: 1,
});

export interface RemoveDownload {
	downloadClientId: string;
	downloadId: string;
	deleteData: boolean;
	/** The item whose download is removed. Optional: jobs queued before these fields existed do not carry them. */
	queueItemId?: string;
	/** When the client took that download, in milliseconds; null when it never answered. A later one is not touched. */
	started?: number | null;
	/** The client never reported the id: only what its list of our downloads shows under id or key is removed. */
	jobKey?: string;
	/** With `jobKey`: until then, in milliseconds, the client may still take what it was sent. */
	until?: number;
}

export const removeDownload = defineJob<RemoveDownload>({
	name: 'remove-download',
	queue: 'downloads',
	payload: {
		downloadClientId: Joi.string(),
		downloadId: Joi.string(),
		deleteData: Joi.boolean(),
		queueItemId: Joi.string().optional(),
		started: Joi.number().allow(null).optional(),
		jobKey: Joi.string().optional(),
		until: Joi.number().optional(),
	},
	dedupeKey: ({downloadClientId, downloadId, queueItemId = '', started}) =>
		[downloadClientId, downloadId, queueItemId, started ?? ''].join('-'),
	attempts: 3,
});

/** What a removal has to know of a queue item. */
export type RemovableItem = Pick<QueueItem, 'id' | 'client' | 'release' | 'transfer' | 'sending'>;

/**
 * The removal of an item's download with its data, and of no other download. A client that never answered may have it
 * nevertheless: a torrent under its info hash, a usenet job under a name with the item's key.
 */
export function removalOf(item: RemovableItem): RemoveDownload {
	const {id, client, release, transfer, sending} = item;
	const own = {downloadClientId: client?.id ?? '', deleteData: true, queueItemId: id};
	if (transfer) {
		return {...own, downloadId: transfer.downloadId, started: Number(transfer.started)};
	}
	const jobKey = jobKeyOf(item);
	return {...own, downloadId: release.infoHash ?? jobKey, started: null, jobKey, until: Number(sending?.until ?? 0)};
}

/** The record of a removal that is stored until the client has confirmed it. */
export function leftoverOf(item: RemovableItem, {whenSeeded}: {whenSeeded: boolean}): NewLeftover {
	const {downloadClientId, downloadId, started = null, jobKey = null, until = 0} = removalOf(item);
	return {id: item.id, title: item.release.title, downloadClientId, downloadId, started, jobKey, until, whenSeeded};
}

export function removalOfLeftover({
	id,
	downloadClientId,
	downloadId,
	started,
	jobKey,
	until = 0,
}: Omit<NewLeftover, 'title' | 'whenSeeded'>): RemoveDownload {
	return {downloadClientId, downloadId, deleteData: true, queueItemId: id, started, ...(jobKey !== null && {jobKey, until})};
}
