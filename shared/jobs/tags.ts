import {createHash} from 'node:crypto';
import Joi from 'joi';
import type {AutoTagCondition} from '../domain/media/auto-tags.ts';
import {type Scope, scopes} from '../domain/scope.ts';
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
	dedupeKey: ['from'],
	runsAgain: true,
	priority: 50,
});

interface ApplyAutoTags {
	/** Movies and series; null for all of them. */
	titleIds: string[] | null;
}

export const everyTitle: ApplyAutoTags = {titleIds: null};

/** Gives titles the tags of the rules again, after rules or what they look at have changed. */
export const applyAutoTags = defineJob<ApplyAutoTags>({
	name: 'apply-auto-tags',
	queue: 'refresh',
	limitMs: longLimits.library,
	payload: {titleIds: Joi.array().items(Joi.string()).allow(null)},
	dedupeKey: ({titleIds}) => (titleIds ? createHash('sha256').update(titleIds.join()).digest('base64url') : 'all'),
	runsAgain: true,
	priority: 50,
});

export interface TaggedExample {
	type: 'movie' | 'series';
	id: string;
	title: string;
	year: number | null;
}

interface PreviewedAutoTag {
	/** Numbers of titles. */
	movies: number;
	series: number;
	examples: TaggedExample[];
}

export const maxTaggedExamples = 10;

/** Finds the titles that a rule would apply to, while a caller waits. */
export const previewAutoTag = defineJob<{conditions: AutoTagCondition[]; scope?: Scope}, PreviewedAutoTag>({
	name: 'preview-auto-tag',
	queue: 'refresh',
	interruptible: true,
	payload: {
		conditions: Joi.array().items(Joi.object().unknown()),
		scope: Joi.string()
			.valid(...scopes)
			.allow(null)
			.optional(),
	},
	result: {
		movies: Joi.number().integer(),
		series: Joi.number().integer(),
		examples: Joi.array()
			.max(maxTaggedExamples)
			.items(
				Joi.object({
					type: Joi.string().valid('movie', 'series'),
					id: Joi.string(),
					title: Joi.string().allow(''),
					year: Joi.number().integer().allow(null),
				}),
			),
	},
});

/**
 * Gives the episodes of these series the flag of their series, in case the process that changed it died before it
 * could.
 */
export const settleMonitored = defineJob<{seriesIds: string[]}>({
	name: 'settle-monitored',
	queue: 'refresh',
	payload: {seriesIds: Joi.array().items(Joi.string())},
	dedupeKey: ({seriesIds}) => createHash('sha256').update(seriesIds.join()).digest('base64url'),
	runsAgain: true,
});
