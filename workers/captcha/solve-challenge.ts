import {type ChallengeOutcome, type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import {redisNow} from '#shared/redis-clock.ts';
import {unseen} from '../integrations/browser/page-opener.ts';
import type {Handler} from '../runtime/handler.ts';
import {clearSite} from './clear-site.ts';
import {toFailure} from './to-failure.ts';

/**
 * Gets past a site's challenge, either with a remembered clearance or with a browser. A failed solve is an outcome too.
 */
export const handleSolveChallenge: Handler<typeof solveChallenge> = async ({sealed, deadline}, deps, run) => {
	const startedAt = performance.now();
	const asked = openPayload<ChallengeToSolve>(solveChallenge, sealed, deps.secrets);
	const timeLeft = Math.max(0, deadline - (await redisNow(deps.producer)));
	const signal = AbortSignal.any([run.signal, AbortSignal.timeout(timeLeft)]);
	const sight = unseen();
	const told = (outcome: Partial<ChallengeOutcome>): ChallengeOutcome => ({
		solveTime: Math.round(performance.now() - startedAt),
		usedCache: false,
		kind: sight.kind,
		open: false,
		failure: null,
		clearance: null,
		...outcome,
	});
	try {
		const {clearance, usedCache} = await clearSite({asked, sight, end: startedAt + timeLeft, run, signal}, deps);
		return told({open: true, usedCache, kind: clearance.kind, clearance: sealPayload(solveChallenge, clearance, deps.secrets)});
	} catch (error) {
		return told({failure: toFailure(error, run)});
	}
};
