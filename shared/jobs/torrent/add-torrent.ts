import Joi from 'joi';
import {defineJob} from '../job.ts';

export interface AddTorrent {
	infoHash: string;
}

export const infoHash = Joi.string().pattern(/^[\da-f]{40}$/, 'forty hexadecimal digits');

/** Makes the built-in torrent client start a stored torrent. */
export const addTorrent = defineJob<AddTorrent, AddTorrent>({
	name: 'add-torrent',
	queue: 'torrent',
	payload: {infoHash},
	result: {infoHash},
});
