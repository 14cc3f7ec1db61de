import Joi from 'joi';
import {dayMs, hourMs, minuteMs} from '../domain/durations.ts';
import type {Pool} from './queues.ts';

/**
 * Declares a job's name, queue, payload and answer in one place; the handler with the same name
 * takes its types from here.
 */
export interface Job<Payload, Result = void> {
	name: string;
	queue: Pool;
	payload: Joi.ObjectSchema<Payload>;
	/** Validates the answer of a job that is asked, because it has been through JSON. */
	result?: Joi.ObjectSchema<Result>;
	/**
	 * While a job with this key waits or runs, another one is not added. The fields of the payload that make it up, or
	 * how it is made; without any field there is one job of the name at a time.
	 */
	dedupeKey?: readonly (keyof Payload & string)[] | ((payload: Payload) => string);
	/**
	 * The key of a weaker job. If that one is still waiting, this one replaces it and inherits the fields that this one
	 * lacks.
	 */
	replaces?: (payload: Payload) => string | null;
	/** When requested while another one runs, it runs again afterwards: the running one may have checked too early. */
	runsAgain?: true;
	/**
	 * An asked job may be interrupted anywhere: its run is cancelled when its caller gives up, and another worker runs
	 * it again when its own stops. Without this, a run that has begun is finished.
	 */
	interruptible?: true;
	/** Milliseconds one run may take; ten minutes by default. After that it is aborted and its slot is free again. */
	limitMs?: number;
	/** Total number of attempts; 3 by default. An asked job is tried once. */
	attempts?: number;
	/** A promise of it ends only with its success, however long a disk is away, or with what makes it needless. */
	untilDone?: true;
	/** Lower numbers run first; 10 by default. */
	priority?: number;
}

/** Only jobs that a caller waits for come before a search that a person requested. */
export const personPriority = 2;

/** Milliseconds for one run of a job that sets no limit. */
export const usualLimitMs = 10 * minuteMs;
/** Longer limits in milliseconds: for many searches and grabs in a row, a large file, a whole library. */
export const longLimits = {search: hourMs, file: 6 * hourMs, library: dayMs};

interface Declaration<Payload, Result> extends Omit<Job<Payload, Result>, 'payload' | 'result'> {
	payload: Joi.StrictSchemaMap<Payload>;
	result?: Joi.StrictSchemaMap<Result>;
}

/** Fields are required unless they say `.optional()`. The compiler cannot check this, so the schema does. */
export function defineJob<Payload, Result = void>({payload, result, ...rest}: Declaration<Payload, Result>): Job<Payload, Result> {
	return {
		...rest,
		payload: Joi.object<Payload, true>(payload).prefs({presence: 'required', convert: false}),
		...(result && {result: Joi.object<Result, true>(result).prefs({presence: 'required'})}),
	};
}

export type PayloadOf<J> = J extends Job<infer Payload, infer _> ? Payload : never;
export type ResultOf<J> = J extends Job<infer _, infer Result> ? Result : never;

/**
 * Raised by a release in which a payload has another form than before, see `test/shared/versions.test.ts`. It tells a
 * payload of a newer version from a wrong one.
 */
export const payloadVersion = 2;

/** BullMQ's `data`: the payload, and the request that caused it. */
export interface Envelope<Payload = unknown> {
	payload: Payload;
	/** Of the process that added the job; see `payloadVersion`. Jobs queued by earlier versions do not have it. */
	version?: number;
	requestId?: string;
	/** The span that added it, while traces are sent. */
	traceparent?: string;
	/** A caller waits for the answer; see `callerKey`. */
	asked?: true;
}
