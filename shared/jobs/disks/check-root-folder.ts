import Joi from 'joi';
import {type FolderFault, folderFaults} from '../../domain/folders/folder-state.ts';
import {defineJob} from '../job.ts';
import {diskPath} from './disk-path.ts';

export interface CheckRootFolder {
	path: string;
	/** Paths of the existing root folders. */
	others: string[];
}

export interface RootFolderCheck {
	/** The first of the others that lies in or above it after following links. */
	overlapping: string | null;
	fault: FolderFault | null;
}

/** Checks whether a folder can become a root folder. */
export const checkRootFolder = defineJob<CheckRootFolder, RootFolderCheck>({
	name: 'check-root-folder',
	queue: 'disks',
	payload: {path: diskPath, others: Joi.array().items(diskPath)},
	result: {
		overlapping: Joi.string().allow(null),
		fault: Joi.string()
			.valid(...folderFaults)
			.allow(null),
	},
	interruptible: true,
});
