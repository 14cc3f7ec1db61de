import Joi from 'joi';
import {defineJob} from '../job.ts';
import {infoHash} from './add-torrent.ts';

export interface RemoveTorrent {
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
