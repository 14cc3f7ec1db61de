import Joi from 'joi';
import {type MoveProgram, movePrograms} from '../domain/moves/move.ts';
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

export interface MoveSourceTested {
	program: MoveProgram;
	version: string | null;
	/** The number of its database schema, or null for Bazarr. */
	schemaVersion: string | null;
	/** Whether it tells its secrets: with a login to its page, or where it hides none. */
	secrets: boolean;
	details: string[];
}

/** Tries an address of a program to move in from, given as encrypted JSON. */
export const testMoveSource = defineJob<{sealed: string}, MoveSourceTested>({
	name: 'test-move-source',
	queue: 'connections',
	interruptible: true,
	payload: {sealed: Joi.string()},
	result: {
		program: Joi.string().valid(...movePrograms),
		version: Joi.string().allow(null),
		schemaVersion: Joi.string().allow(null),
		secrets: Joi.boolean(),
		details: Joi.array().items(Joi.string()),
	},
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

/** Reads the programs of a move again, and notes what has changed there since their titles were moved. */
export const compareMove = defineJob<{moveId: string}>({
	name: 'compare-move',
	queue: 'backfill',
	limitMs: longLimits.library,
	payload: {moveId: Joi.string().uuid()},
	dedupeKey: ['moveId'],
	attempts: 6,
});

/** Brings what has changed since, adopts running downloads, and ends what a move holds back. */
export const takeOverMove = defineJob<{moveId: string}>({
	name: 'take-over-move',
	queue: 'backfill',
	limitMs: longLimits.library,
	payload: {moveId: Joi.string().uuid()},
	dedupeKey: ['moveId'],
	attempts: 20,
	untilDone: true,
});

export interface RunningProgram {
	program: MoveProgram;
	url: string;
	/** Indexers that it uses by itself. */
	indexers: number;
}

/** Which programs of a move still run and fetch releases by themselves. */
export const findRunningPrograms = defineJob<{moveId: string}, {running: RunningProgram[]}>({
	name: 'find-running-programs',
	queue: 'connections',
	interruptible: true,
	payload: {moveId: Joi.string().uuid()},
	result: {running: Joi.array().items(Joi.object().unknown())},
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
