import Joi from 'joi';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

export interface CountVideos {
	/** Folder that they lie below. */
	root: string;
	/** Milliseconds of counting. */
	limitMs: number;
}

/** How many videos there are, as far as they can be counted within the limit. */
export const countVideos = defineJob<CountVideos, {count: number}>({
	name: 'count-videos',
	queue: 'disks',
	payload: {root: diskPath, limitMs: Joi.number().integer().min(1).max(10_000)},
	result: {count: Joi.number()},
	answerOnly: true,
});
