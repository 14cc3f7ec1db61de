import Joi from 'joi';
import {type ChallengeKind, challengeKinds} from '../../domain/captcha/challenge.ts';
import {defineJob} from '../job.ts';

/** The challenge to solve, and how. */
export interface ChallengeToSolve {
	url: string;
	/** `test` when a person waits: it is tried despite any back-off or earlier failure. */
	reason: 'test' | 'indexer';
	useCache: boolean;
	/** `host:port` that an administrator entered, so a private address is allowed; null for none. */
	allowedHost: string | null;
	/** Id of a clearance that met a challenge again; it is not reused. */
	refused: string | null;
}

export interface SolveChallenge {
	/**
	 * A `ChallengeToSolve` as encrypted JSON: addresses contain keys, and payloads are readable in
	 * Redis and on the dashboard.
	 */
	sealed: string;
	/** Milliseconds since 1970 by the clock of Redis; the caller does not wait longer. */
	deadline: number;
}

export interface ChallengeOutcome {
	/** Milliseconds. */
	solveTime: number;
	usedCache: boolean;
	kind: ChallengeKind;
	/** The page is reachable now: there was no challenge, or it is solved. */
	open: boolean;
	/** Why it is not open, as an error code and as text; null when it is open. */
	failure: {code: string; message: string} | null;
	/** A `Clearance` as encrypted JSON; null when there is none. */
	clearance: string | null;
}

export const solveChallenge = defineJob<SolveChallenge, ChallengeOutcome>({
	name: 'solve-challenge',
	queue: 'captcha',
	interruptible: true,
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
