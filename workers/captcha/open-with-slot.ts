import {createSharedSlots} from '#shared/coordination/shared-slots.ts';
import {wait} from '#shared/coordination/wait.ts';
import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import {Cancelled, isExpected, Unavailable} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {ProxyOptions} from '../integrations/browser/guarded-proxy.ts';
import {isPassing, type PageOpener, type VisitLimits} from '../integrations/browser/page-opener.ts';
import type {PageVisit, VisitedPage} from '../integrations/browser/page-visit.ts';
import type {LastSight} from '../integrations/browser/visit-failure.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Run} from '../runtime/handler.ts';

export type SlotDeps = Pick<
	WorkerDeps,
	'captchaStatistics' | 'counters' | 'externalSolver' | 'now' | 'pageOpener' | 'prefix' | 'producer' | 'settings'
>;

export interface SlotRequest extends Omit<Opening, 'limits'> {
	/** By the clock of `performance.now()`. */
	end: number;
	run: Run;
	/** Aborts when the job is cancelled or its time is up. */
	signal: AbortSignal;
}

/** Milliseconds. With less time left, the visit could only time out and blame the site. */
const minMs = 500;

/**
 * Opens a page once one of the `captcha.parallelSolves` slots is free. Throws Cancelled when the time runs out first.
 */
export async function openWithSlot(request: SlotRequest, deps: SlotDeps): Promise<VisitedPage> {
	const {settings, producer, prefix} = deps;
	const slot = {name: 'solves', max: () => settings.get('captcha.parallelSolves')};
	return createSharedSlots(producer, prefix).within(slot, lost => unlessLost(openCounted(request, lost, deps), lost), request.signal);
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
async function openCounted({end, run, signal: _waiting, ...opening}: SlotRequest, lost: AbortSignal, deps: SlotDeps): Promise<VisitedPage> {
	const startedAt = performance.now();
	if (end - startedAt < minMs) {
		throw new Cancelled();
	}
	// The visit ends at its own time limit and then reports what it saw. This signal covers only a
	// lost job or a lost slot.
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
async function count(
	{kind, error, startedAt, run}: Outcome,
	{captchaStatistics, counters, now}: Pick<WorkerDeps, 'captchaStatistics' | 'counters' | 'now'>,
): Promise<void> {
	counters.add('challenge_solves_total', {kind, result: error === null ? 'solved' : 'failed'});
	try {
		await captchaStatistics.count({id: run.id, duration: Math.round(performance.now() - startedAt), error}, now());
	} catch (failure) {
		run.log.warn({err: failure}, 'The statistics of a solve could not be stored');
	}
}

/**
 * Milliseconds. From this time limit on, the first try gets only part of the time, so that a second can load what the
 * first left out.
 */
const longMs = 30_000;
const firstShare = 0.6;
const pauseMs = 300;

export interface Opening {
	visit: PageVisit;
	limits: VisitLimits;
	sight: LastSight;
}

/**
 * Opens a page in our browser, or through the external solver if one is set. A failed page is tried again up to
 * `captcha.maxRetries` times.
 */
export async function openWithRetries(
	{visit, limits, sight}: Opening,
	deps: Pick<WorkerDeps, 'settings' | 'pageOpener' | 'externalSolver'>,
): Promise<VisitedPage> {
	const {settings, pageOpener, externalSolver} = deps;
	const opener: Pick<PageOpener, 'open'> = visit.solver || settings.get('captcha.externalUrl') !== '' ? externalSolver : pageOpener;
	const maxRetries = settings.get('captcha.maxRetries');
	const end = performance.now() + limits.timeoutMs;
	for (let retry = 0; ; retry += 1) {
		const timeLeft = end - performance.now();
		const isShare = retry === 0 && maxRetries > 0 && timeLeft >= longMs;
		// Timers take only whole milliseconds.
		const timeoutMs = Math.max(0, Math.floor(isShare ? timeLeft * firstShare : timeLeft));
		try {
			return await opener.open({...visit, loadEverything: visit.loadEverything || retry > 0}, {...limits, timeoutMs}, sight);
		} catch (error) {
			const mayGoOn = isPassing(error) || (isShare && isExpected(error) && error.code === 'timed_out');
			if (error instanceof Cancelled || !mayGoOn || retry >= maxRetries || end - performance.now() < pauseMs * 2) {
				throw error;
			}
			await wait(pauseMs, limits.signal);
		}
	}
}

/** The code and message reported for a failed solve. Aborted solves and unexpected errors are rethrown. */
export function toFailure(error: unknown, {signal}: Pick<Run, 'signal'>): {code: string; message: string} {
	if (signal.aborted || !isExpected(error)) {
		throw error;
	}
	if (error instanceof Cancelled) {
		return {
			code: 'timed_out',
			message: 'The time limit passed while other browser checks were going on. Raise captcha.parallelSolves, or try again later.',
		};
	}
	return {code: error.code, message: error.message};
}

/**
 * The proxy options of a visit under the current settings. `allowedHost` may be private because an administrator
 * entered it; null for none.
 */
export function wayOut(settings: Settings, allowedHost: string | null): ProxyOptions {
	const allowPrivate = settings.get('security.allowPrivateNetworks');
	return {
		rules: {allowPrivate, allowedHost},
		upstream: settings.get('captcha.proxy') || null,
		upstreamMayBePrivate: allowPrivate || settings.get('captcha.proxyMayBePrivate'),
	};
}

/** A visit that needs nothing but an open page. */
export function plainVisit(url: string, proxy: ProxyOptions): PageVisit {
	return {
		url,
		proxy,
		postData: null,
		cookies: [],
		loadEverything: false,
		withoutStyles: false,
		takesFailures: false,
		waitMs: 0,
		withHtml: false,
		withScreenshot: false,
	};
}
