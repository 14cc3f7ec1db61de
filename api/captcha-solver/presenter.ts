import {pick} from '#api/http/replies/pick.ts';
import type {CachedSite} from '#shared/captcha/clearances.ts';
import type {SolverReport} from '#shared/captcha/solver-reports.ts';
import type {ChallengeOutcome} from '#shared/jobs/captcha/solve-challenge.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {CaptchaStatistics} from '#shared/store/system/captcha-statistics.ts';
import {shownProxy} from './proxy.ts';

export function presentSettings(settings: Settings) {
	return {
		enabled: settings.get('captcha.enabled'),
		timeout: settings.get('captcha.timeout'),
		cacheTtl: settings.get('captcha.cacheTtl'),
		headless: settings.get('captcha.headless'),
		proxy: shownProxy(settings),
		maxRetries: settings.get('captcha.maxRetries'),
		parallelSolves: settings.get('captcha.parallelSolves'),
	};
}

/** What a live worker found goes before what is only set. */
export function presentBrowserPath(reports: readonly SolverReport[], settings: Settings): string | null {
	const found = reports.find(({browserPath}) => browserPath !== null)?.browserPath;
	return found ?? (settings.get('captcha.browserPath') || null);
}

const figures = ['totalSolves', 'successfulSolves', 'failedSolves', 'successRate', 'averageSolveTime'] as const;

export function presentStats(statistics: CaptchaStatistics) {
	return pick(statistics, figures);
}

/** Addresses of indexers carry keys, and whoever may only read sees this. */
export function presentError(lastError: CaptchaStatistics['lastError']) {
	return lastError && {message: maskSecrets(lastError.message), timestamp: lastError.timestamp.toISOString()};
}

export function presentSite(site: CachedSite) {
	return pick(site, ['domain', 'cachedAt', 'expiresAt', 'solveCount']);
}

export function presentOutcome(url: string, {solveTime, usedCache, kind, open, failure}: ChallengeOutcome) {
	const challengeDetected = kind !== 'none';
	return {
		success: open,
		url,
		solveTime,
		usedCache,
		challengeDetected,
		challengeType: kind,
		solved: challengeDetected && open,
		error: failure && maskSecrets(failure.message),
	};
}

/** Nothing was opened. */
export function presentRefusal(url: string, error: string) {
	return {
		success: false,
		url,
		solveTime: 0,
		usedCache: false,
		challengeDetected: false,
		challengeType: null,
		solved: false,
		error,
	};
}
