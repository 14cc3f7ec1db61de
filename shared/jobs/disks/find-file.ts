import Joi from 'joi';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

/** Checks whether a file exists. A file on a disk that does not answer counts as missing. */
export const findFile = defineJob<{path: string}, {found: boolean}>({
	name: 'find-file',
	queue: 'disks',
	payload: {path: diskPath},
	result: {found: Joi.boolean()},
	interruptible: true,
});
