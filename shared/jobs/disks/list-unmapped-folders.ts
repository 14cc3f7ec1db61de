import Joi from 'joi';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

/** Maximum number of names in one answer. */
export const mostUnmapped = 10_000;

/** Names of the folders directly below a path that contain no library title; empty when the path cannot be read. */
export const listUnmappedFolders = defineJob<{path: string}, {names: string[]}>({
	name: 'list-unmapped-folders',
	queue: 'disks',
	payload: {path: diskPath},
	result: {names: Joi.array().items(Joi.string()).max(mostUnmapped)},
	interruptible: true,
});
