import {createSharedSlots} from '#shared/coordination/slots.ts';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import {Cancelled, isExpected, Unavailable} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {VisitedPage} from '../integrations/browser/page-visit.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';
import {type Opening, openWithRetries} from './open-with-retries.ts';

export interface Turn extends Omit<Opening, 'limits'> {
	/** In the time of `performance.now()`. */
	end: number;
	run: Run;
	/** Aborts when the job is cancelled or its time is up. */
	signal: AbortSignal;
}

/** Milliseconds. With less time left, the visit could only time out and blame the site. */
const leastMs = 500;

/**
 * Opens a page once one of the `captcha.parallelSolves` slots is free. Throws Cancelled when the time runs out first.
 */
export async function openInTurn(turn: Turn, deps: WorkerDeps): Promise<VisitedPage> {
	const {settings, producer, prefix} = deps;
	const slot = {name: 'solves', max: () => settings.get('captcha.parallelSolves')};
	return createSharedSlots(producer, prefix).within(slot, lost => unlessLost(openCounted(turn, lost, deps), lost), turn.signal);
}

/** A slot lost because, for example, Redis was emptied is neither the site's fault nor a timeout. */
export async function unlessLost<T>(work: Promise<T>, lost: AbortSignal): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw lost.aborted
			? new Unavailable('solve_interrupted', 'The solve was interrupted: Redis forgot that it was running. Try again.')
			: error;
	}
}

/** Counts the outcome once, even if the job runs again. */
async function openCounted({end, run, signal: _waiting, ...opening}: Turn, lost: AbortSignal, deps: WorkerDeps): Promise<VisitedPage> {
	const startedAt = performance.now();
	if (end - startedAt < leastMs) {
		throw new Cancelled();
	}
	// The visit ends at its own time limit and then reports what it saw. This signal covers only a
	// lost job or a lost place.
	const taken = AbortSignal.any([run.signal, lost]);
	try {
		const page = await openWithRetries({...opening, limits: {timeoutMs: end - startedAt, signal: taken}}, deps);
		await count({kind: page.kind, error: null, startedAt, run}, deps);
		return page;
	} catch (error) {
		if (!taken.aborted) {
			const message = isExpected(error) ? maskSecrets(error.message) : 'The solver failed unexpectedly; the log says why.';
			await count({kind: opening.sight.kind, error: message, startedAt, run}, deps);
		}
		throw error;
	}
}

interface Outcome {
	kind: ChallengeKind;
	/** Null on success. */
	error: string | null;
	startedAt: number;
	run: Run;
}

/** A failed statistics write must not fail the solve. */
async function count({kind, error, startedAt, run}: Outcome, {captchaStatistics, counters, now}: WorkerDeps): Promise<void> {
	counters.add('challenge_solves_total', {kind, result: error === null ? 'solved' : 'failed'});
	try {
		await captchaStatistics.count({id: run.id, duration: Math.round(performance.now() - startedAt), error}, now());
	} catch (failure) {
		run.log.warn({err: failure}, 'The statistics of a solve could not be stored');
	}
}
