import type {ExecutionContext} from 'ava';
import type {ChallengeOutcome, ChallengeToSolve} from '#shared/jobs/captcha.ts';
import {openPayload} from '#shared/jobs/sealed-payload.ts';
import {answerJobs} from './answer-jobs.ts';
import {readAllKeys} from './read-all-keys.ts';
import {type Answer, type CallOptions, type Served, serve} from './serve.ts';

const plain: ChallengeOutcome = {solveTime: 812, usedCache: false, kind: 'none', open: true, failure: null, clearance: null};

export interface AskedChallenge {
	challenge: ChallengeToSolve;
	/** When the solver must be done, by the clock of Redis, in milliseconds since 1970. */
	deadline: number;
	/** Everything stored in Redis. */
	stored: string;
}

export interface ServedSolver extends Served {
	asked: AskedChallenge[];
	/** Calls the test of an address. */
	tryOut(body: object, options?: CallOptions): Promise<Answer>;
}

/** A served application whose worker returns this outcome for every challenge. */
export async function withSolver(t: ExecutionContext, outcome: Partial<ChallengeOutcome> = {}): Promise<ServedSolver> {
	const served = await serve(t);
	const {secrets, producer, prefix} = served.deps;
	const asked: AskedChallenge[] = [];
	await answerJobs(t, served, {
		solveChallenge: async ({sealed, deadline}) => {
			const challenge = openPayload<ChallengeToSolve>({name: 'solve-challenge'}, sealed, secrets);
			asked.push({challenge, deadline, stored: await readAllKeys(producer, prefix)});
			return {...plain, ...outcome};
		},
	});
	return {...served, asked, tryOut: (body, options) => served.call('POST /api/captcha-solver/test', {...options, body})};
}
