import Joi from 'joi';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

export interface CountVideos {
	/** Folder to search in. */
	root: string;
	/** Maximum duration in milliseconds. */
	limitMs: number;
}

/** Counts videos until the time limit is reached. */
export const countVideos = defineJob<CountVideos, {count: number}>({
	name: 'count-videos',
	queue: 'disks',
	payload: {root: diskPath, limitMs: Joi.number().integer().min(1).max(10_000)},
	result: {count: Joi.number()},
	interruptible: true,
});
