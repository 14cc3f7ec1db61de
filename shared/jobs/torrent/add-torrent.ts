import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface AddTorrent {
	infoHash: string;
}

export const infoHash = Joi.string().pattern(/^[\da-f]{40}$/, 'forty hexadecimal digits');

/** Tells the built-in torrent client to start a torrent that lies in the store. */
export const addTorrent = defineJob<AddTorrent, AddTorrent>({
	name: 'add-torrent',
	queue: 'torrent',
	payload: {infoHash},
	result: {infoHash},
});
