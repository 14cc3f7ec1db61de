import {randomUUID} from 'node:crypto';
import {isCookieOf} from '#shared/captcha/cookies.ts';
import {unsolvedSites} from '#shared/captcha/solve-back-off.ts';
import type {SharedBackoff} from '#shared/coordination/backoff.ts';
import {createSharedSlots} from '#shared/coordination/shared-slots.ts';
import type {Clearance} from '#shared/domain/captcha/clearance.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {type ChallengeOutcome, type ChallengeToSolve, solveChallenge} from '#shared/jobs/captcha.ts';
import {openPayload, sealPayload} from '#shared/jobs/sealed-payload.ts';
import {redisNow} from '#shared/redis.ts';
import {siteOf} from '#shared/site-of.ts';
import {unseen} from '../integrations/browser/page-opener.ts';
import type {LastSight} from '../integrations/browser/visit-failure.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import type {Handler} from '../runtime/handler.ts';
import {openWithSlot, plainVisit, type SlotDeps, type SlotRequest, toFailure, unlessLost, wayOut} from './open-with-slot.ts';

type Deps = SlotDeps & Pick<WorkerDeps, 'clearances' | 'secrets'>;

/**
 * Gets past a site's challenge, either with a remembered clearance or with a browser. A failed solve is an outcome too.
 */
export const handleSolveChallenge: Handler<typeof solveChallenge, keyof Deps> = async ({sealed, deadline}, deps, run) => {
	const startedAt = performance.now();
	const asked = openPayload<ChallengeToSolve>(solveChallenge, sealed, deps.secrets);
	const timeLeft = Math.max(0, deadline - (await redisNow(deps.producer)));
	const signal = AbortSignal.any([run.signal, AbortSignal.timeout(timeLeft)]);
	const sight = unseen();
	const reported = (outcome: Partial<ChallengeOutcome>): ChallengeOutcome => ({
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
		return reported({open: true, usedCache, kind: clearance.kind, clearance: sealPayload(solveChallenge, clearance, deps.secrets)});
	} catch (error) {
		return reported({failure: toFailure(error, run)});
	}
};

export interface Clearing extends Omit<SlotRequest, 'visit'> {
	asked: ChallengeToSolve;
}

export interface Cleared {
	clearance: Clearance;
	usedCache: boolean;
}

/** Allows one solve per site at a time. The first caller solves, and the others wait for its result. */
async function clearSite(clearing: Clearing, deps: Deps): Promise<Cleared> {
	const {asked, signal} = clearing;
	const {clearances, producer, prefix, settings} = deps;
	const key = {site: siteOf(new URL(asked.url)), proxy: asked.proxy ?? (settings.get('captcha.proxy') || null)};
	if (asked.refused !== null) {
		await clearances.drop(key, asked.refused);
	}
	const cached = async () => {
		const clearance = asked.useCache && settings.get('captcha.cacheTtl') > 0 ? await clearances.find(key) : null;
		return clearance && clearance.id !== asked.refused ? {clearance, usedCache: true} : null;
	};
	const slot = {name: `site:${key.site} ${key.proxy === null ? 'direct' : 'proxied'}`, max: () => 1};
	return (
		(await cached()) ??
		createSharedSlots(producer, prefix).within(
			slot,
			async lost => (await cached()) ?? unlessLost(solve({...clearing, signal: AbortSignal.any([signal, lost])}, key, deps), lost),
			signal,
		)
	);
}

async function solve(clearing: Clearing, key: {site: string; proxy: string | null}, deps: Deps): Promise<Cleared> {
	const {clearances, producer, prefix, settings, now} = deps;
	const {asked, ...request} = clearing;
	const unsolved = unsolvedSites(producer, prefix);
	// A person who waits gets a try even if earlier solves failed.
	if (asked.reason === 'indexer') {
		await throwIfPaused(key.site, unsolved, now());
	}
	try {
		const way = wayOut(settings, asked.allowedHost);
		// Only administrators enter proxies of indexers.
		const proxied = {rules: {...way.rules, isNamedByProxy: true}, upstream: asked.proxy ?? null, upstreamMayBePrivate: true};
		const proxy = asked.proxy ? proxied : way;
		const visit = {...plainVisit(asked.url, proxy), solver: asked.solver ?? null};
		const page = await openWithSlot({...request, visit}, deps);
		const cookies = page.cookies.filter(cookie => isCookieOf(cookie, key.site));
		const clearance = {
			id: randomUUID(),
			site: key.site,
			kind: page.kind,
			userAgent: page.userAgent,
			cookies,
			solvedAt: now().toISOString(),
		};
		if (page.kind !== 'none') {
			await clearances.put(key, clearance, {hours: settings.get('captcha.cacheTtl'), now: now()});
		}
		await unsolved.recordSuccess(key.site);
		return {clearance, usedCache: false};
	} catch (error) {
		// A failed manual test must not block an indexer from its site.
		if (asked.reason === 'indexer' && isFaultOfSite(error, request.sight)) {
			await unsolved.recordFailure(key.site, {message: error.message}, now());
		}
		throw error;
	}
}

async function throwIfPaused(site: string, unsolved: SharedBackoff, now: Date): Promise<void> {
	const pause = await unsolved.find(site, now);
	if (pause) {
		const message = `The last attempt failed: ${pause.message} It will be tried again after ${pause.until.toISOString()}.`;
		throw new UpstreamFailed('challenge_resting', message);
	}
}

/**
 * Failures of our own browser, proxy or external solver say nothing about the site, which may be tried again as soon as
 * they are fixed.
 */
const ownFaults = ['proxy_failed', 'external_solver_failed'];

function isFaultOfSite(error: unknown, {hasBegun}: LastSight): error is UpstreamFailed {
	const isOurs = error instanceof UpstreamFailed && (ownFaults.includes(error.code) || (error.code === 'timed_out' && !hasBegun));
	return error instanceof UpstreamFailed && !isOurs;
}
