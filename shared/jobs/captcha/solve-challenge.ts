import Joi from 'joi';
import {type ChallengeKind, challengeKinds} from '../../domain/captcha/challenge.ts';
import {defineJob} from '../job.ts';

/** What is to be solved, and how. */
export interface ChallengeToSolve {
	url: string;
	/** `test` for a person who waits: neither a back-off nor an earlier failure keeps it from being tried. */
	reason: 'test' | 'indexer';
	useCache: boolean;
	/** `host:port` that an administrator entered, so that it may have a private address; null for none. */
	allowedHost: string | null;
	/** The id of a clearance that met a challenge again; it is not used once more. */
	refused: string | null;
}

export interface SolveChallenge {
	/**
	 * A `ChallengeToSolve` as sealed JSON: addresses carry keys, and a payload lies open in Redis and on the dashboard.
	 */
	sealed: string;
	/** Milliseconds since 1970 by the clock of Redis; whoever asked does not wait longer. */
	deadline: number;
}

export interface ChallengeOutcome {
	/** Milliseconds. */
	solveTime: number;
	usedCache: boolean;
	kind: ChallengeKind;
	/** The page can be reached now: nothing stood before it, or what did is gone. */
	open: boolean;
	/** Why not, as a code of ours and in words; null when it is open. */
	failure: {code: string; message: string} | null;
	/** A `Clearance` as sealed JSON; null when there is none. */
	clearance: string | null;
}

export const solveChallenge = defineJob<SolveChallenge, ChallengeOutcome>({
	name: 'solve-challenge',
	queue: 'captcha',
	handedOn: true,
	payload: {sealed: Joi.string(), deadline: Joi.number()},
	result: {
		solveTime: Joi.number(),
		usedCache: Joi.boolean(),
		kind: Joi.string().valid(...challengeKinds),
		open: Joi.boolean(),
		failure: Joi.object({code: Joi.string(), message: Joi.string().allow('')}).allow(null),
		clearance: Joi.string().allow(null),
	},
});
