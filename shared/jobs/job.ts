import Joi from 'joi';
import type {Pool} from './queues.ts';

/**
 * A job's declaration: name, queue, payload and answer are said here once; the handler of the
 * same name borrows its types.
 */
export interface Job<Payload, Result = void> {
	name: string;
	queue: Pool;
	payload: Joi.ObjectSchema<Payload>;
	/** Checks the answer of a job that is asked, because it has been through JSON. */
	result?: Joi.ObjectSchema<Result>;
	/** While a job with this key waits or runs, a further one is not added. */
	dedupeKey?: (payload: Payload) => string;
	/** One that is asked for while another runs comes after it: what runs may have looked too early. */
	runsAgain?: true;
	/** Asked, but begun anew by another worker when its own stops: whoever asked goes on waiting. */
	handedOn?: true;
	/** Asked for its answer alone: one that nobody waits for any more is taken back before it begins. */
	answerOnly?: true;
	/** Tries in all; 3 when not given. An asked job is tried once. */
	attempts?: number;
	/** Lower goes first; 10 when not given. */
	priority?: number;
}

interface Declaration<Payload, Result> extends Omit<Job<Payload, Result>, 'payload' | 'result'> {
	payload: Joi.StrictSchemaMap<Payload>;
	result?: Joi.StrictSchemaMap<Result>;
}

/** Fields are required unless they say `.optional()`: the compiler cannot see it, so the schema does. */
export function defineJob<Payload, Result = void>({payload, result, ...rest}: Declaration<Payload, Result>): Job<Payload, Result> {
	return {
		...rest,
		payload: Joi.object<Payload, true>(payload).prefs({presence: 'required', convert: false}),
		...(result && {result: Joi.object<Result, true>(result).prefs({presence: 'required'})}),
	};
}

export type PayloadOf<J> = J extends Job<infer Payload, infer _> ? Payload : never;
export type ResultOf<J> = J extends Job<infer _, infer Result> ? Result : never;

/** What lies in BullMQ's `data`: the payload, and the request that it came from. */
export interface Envelope<Payload = unknown> {
	payload: Payload;
	requestId?: string;
}
