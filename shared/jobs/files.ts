import Joi from 'joi';
import {defineJob, longLimits} from './job.ts';

/** Plans a change of files: which files get which names and folders, and which cannot. Starts over each time. */
export const planFileChange = defineJob<{changeId: string}>({
	name: 'plan-file-change',
	queue: 'files',
	limitMs: longLimits.library,
	payload: {changeId: Joi.string().uuid()},
	dedupeKey: ['changeId'],
	attempts: 6,
});

export interface RunFileChange {
	changeId: string;
	executionId: string;
}

/** Makes a planned change of files, from where an earlier run stopped. */
export const runFileChange = defineJob<RunFileChange>({
	name: 'run-file-change',
	queue: 'files',
	limitMs: longLimits.library,
	payload: {changeId: Joi.string().uuid(), executionId: Joi.string().uuid()},
	attempts: 6,
});

/** A title whose player files are written; null for all titles with files. */
export interface WriteNfo {
	title: {kind: 'movie' | 'series'; id: string} | null;
}

/** Writes the player files of a title that the settings ask for, where their content has changed. */
export const writeNfo = defineJob<WriteNfo>({
	name: 'write-nfo',
	queue: 'files',
	limitMs: longLimits.library,
	payload: {
		title: Joi.object({kind: Joi.string().valid('movie', 'series'), id: Joi.string().uuid()}).allow(null),
	},
	dedupeKey: ({title}) => (title === null ? 'all' : title.id),
	runsAgain: true,
	// Only changes of files wait for it.
	priority: 50,
});
