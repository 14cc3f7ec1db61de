import {refusedAddress, solveLimits, solverIsOff} from '#api/http/asks/solving.ts';
import {ok, type Reply} from '#api/http/replies/reply.ts';
import type {RouteDeps} from '#api/services.ts';
import {Invalid} from '#shared/errors.ts';
import {type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha/solve-challenge.ts';
import {presentOutcome, presentRefusal} from './presenter.ts';
import type {TestBody} from './schema.ts';

/** Has a worker open the address, past its challenge if it has one. */
export async function runTest({url, useCache}: TestBody, {jobs, producer, secrets, settings}: RouteDeps): Promise<Reply> {
	const refused = refusedAddress(new URL(url), settings);
	if (refused) {
		throw addressRefused(refused);
	}
	if (!settings.get('captcha.enabled')) {
		return ok(presentRefusal(url, solverIsOff));
	}
	const challenge: ChallengeToSolve = {url, reason: 'test', useCache, allowedHost: null, refused: null};
	const {deadline, timeoutMs} = await solveLimits(producer, settings.get('captcha.timeout') * 1000);
	const outcome = await jobs.ask(solveChallenge, {sealed: secrets.seal(JSON.stringify(challenge)), deadline}, {timeoutMs});
	// The worker alone sees where a name leads.
	if (outcome.failure?.code === 'address_refused') {
		throw addressRefused(outcome.failure.message);
	}
	return ok(presentOutcome(url, outcome));
}

function addressRefused(message: string): Invalid {
	return new Invalid('address_refused', message, [{path: 'url', message: 'url must lead to a public address'}]);
}
