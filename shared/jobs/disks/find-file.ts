import Joi from 'joi';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

/** Whether a file is there; one whose disk does not answer is not. */
export const findFile = defineJob<{path: string}, {found: boolean}>({
	name: 'find-file',
	queue: 'disks',
	payload: {path: diskPath},
	result: {found: Joi.boolean()},
	answerOnly: true,
});
