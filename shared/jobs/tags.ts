import Joi from 'joi';
import {defineJob, longLimits} from './job.ts';

interface RenameTag {
	tagId: string;
	/** Labels; null takes the tag off titles. */
	from: string;
	to: string | null;
}

/** Gives titles and records the new label of a tag, a few at a time. */
export const renameTag = defineJob<RenameTag>({
	name: 'rename-tag',
	queue: 'refresh',
	limitMs: longLimits.library,
	payload: {tagId: Joi.string(), from: Joi.string(), to: Joi.string().allow(null)},
	dedupeKey: ({from}) => from,
	runsAgain: true,
	priority: 50,
});
