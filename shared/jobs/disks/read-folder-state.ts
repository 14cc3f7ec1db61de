import Joi from 'joi';
import type {FolderState} from '../../domain/folders/folder-state.ts';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

/** Disks in the cloud tell sizes beyond the integers that a number holds exactly. */
const bytes = Joi.number().unsafe().allow(null);

/** How a folder stands right now; one whose disk does not answer is not accessible. */
export const readFolderState = defineJob<{path: string}, FolderState>({
	name: 'read-folder-state',
	queue: 'disks',
	payload: {path: diskPath},
	result: {accessible: Joi.boolean(), freeSpace: bytes, totalSpace: bytes},
	answerOnly: true,
});
