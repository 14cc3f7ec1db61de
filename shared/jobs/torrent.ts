import Joi from 'joi';
import type {ClientDownload} from '../domain/downloads/client-download.ts';
import {downloadStatuses} from '../domain/downloads/queue-item.ts';
import {defineJob} from './job.ts';

interface AddTorrent {
	infoHash: string;
}

const infoHash = Joi.string().pattern(/^[\da-f]{40}$/, 'forty hexadecimal digits');

/** Makes the built-in torrent client start a stored torrent. */
export const addTorrent = defineJob<AddTorrent, AddTorrent>({
	name: 'add-torrent',
	queue: 'torrent',
	payload: {infoHash},
	result: {infoHash},
});

interface ListedTorrents {
	/** Torrents of the built-in client, in the common form of all download clients. */
	torrents: ClientDownload[];
	/** TCP port that the client listens on; 0 while it has nothing to do. */
	port: number;
}

const torrent = Joi.object<ClientDownload, true>({
	downloadId: infoHash,
	title: Joi.string(),
	status: Joi.string().valid(...downloadStatuses),
	activity: Joi.string().valid('fetching', 'working', 'waiting').optional(),
	fault: Joi.string().valid('client', 'tracker', 'unknown').optional(),
	size: Joi.number(),
	sizeLeft: Joi.number(),
	secondsLeft: Joi.number().allow(null),
	outputPath: Joi.string().allow(null),
	message: Joi.string().allow(null, ''),
	seeders: Joi.number().allow(null),
	leechers: Joi.number().allow(null),
	removable: Joi.boolean(),
});

interface ListTorrents {
	/** Open the client even if it has nothing to do, to see whether it can listen. */
	open?: boolean;
}

/** Lists the torrents of the built-in client; fails if it takes longer than the client's time limit. */
export const listTorrents = defineJob<ListTorrents, ListedTorrents>({
	name: 'list-torrents',
	queue: 'torrent',
	interruptible: true,
	payload: {open: Joi.boolean().optional()},
	result: {torrents: Joi.array().items(torrent), port: Joi.number()},
});

interface ControlTorrents {
	infoHashes: string[];
	action: 'pause' | 'resume';
}

/** Torrents of one request; a poll of a paused client may concern all that it downloads. */
export const maxTorrentsControlled = 2000;

/** Pauses or resumes torrents of the built-in client; those that it does not have are left out. */
export const controlTorrents = defineJob<ControlTorrents, {controlled: number}>({
	name: 'control-torrents',
	queue: 'torrent',
	payload: {infoHashes: Joi.array().items(infoHash).max(maxTorrentsControlled), action: Joi.string().valid('pause', 'resume')},
	result: {controlled: Joi.number()},
});

interface RemoveTorrent {
	infoHash: string;
	deleteData: boolean;
}

/** Stops a torrent of the built-in client and deletes its record. */
export const removeTorrent = defineJob<RemoveTorrent, {infoHash: string}>({
	name: 'remove-torrent',
	queue: 'torrent',
	payload: {infoHash, deleteData: Joi.boolean()},
	result: {infoHash},
});
