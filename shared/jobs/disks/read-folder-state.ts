import Joi from 'joi';
import type {FolderState} from '../../domain/folders/folder-state.ts';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

/** Cloud disks report sizes beyond the integers that a number represents exactly. */
const bytes = Joi.number().unsafe().allow(null);

/** State of a folder right now. A folder whose disk does not answer is not accessible. */
export const readFolderState = defineJob<{path: string}, FolderState>({
	name: 'read-folder-state',
	queue: 'disks',
	payload: {path: diskPath},
	result: {accessible: Joi.boolean(), freeSpace: bytes, totalSpace: bytes},
	interruptible: true,
});
