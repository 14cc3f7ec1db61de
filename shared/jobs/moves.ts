import Joi from 'joi';
import {defineJob, longLimits} from './job.ts';

/** Reads the sources of a move and plans it. Starts over each time. */
export const planMove = defineJob<{moveId: string}>({
	name: 'plan-move',
	queue: 'backfill',
	limitMs: longLimits.library,
	payload: {moveId: Joi.string().uuid()},
	dedupeKey: ['moveId'],
	attempts: 6,
});

/** Makes a planned move, from where an earlier run stopped. */
export const runMove = defineJob<{moveId: string}>({
	name: 'run-move',
	queue: 'backfill',
	limitMs: longLimits.library,
	payload: {moveId: Joi.string().uuid()},
	dedupeKey: ['moveId'],
	attempts: 20,
	untilDone: true,
});

/** Takes back what a move has written, from where an earlier run stopped. */
export const undoMove = defineJob<{moveId: string}>({
	name: 'undo-move',
	queue: 'backfill',
	limitMs: longLimits.library,
	payload: {moveId: Joi.string().uuid()},
	dedupeKey: ['moveId'],
	attempts: 20,
	untilDone: true,
});
