import {wait} from '#shared/coordination/wait.ts';
import {Cancelled, isExpected} from '#shared/errors.ts';
import {isPassing, type PageOpener, type VisitLimits} from '../integrations/browser/page-opener.ts';
import type {PageVisit, VisitedPage} from '../integrations/browser/page-visit.ts';
import type {LastSight} from '../integrations/browser/visit-failure.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

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
	const opener: Pick<PageOpener, 'open'> = settings.get('captcha.externalUrl') === '' ? pageOpener : externalSolver;
	const mostRetries = settings.get('captcha.maxRetries');
	const end = performance.now() + limits.timeoutMs;
	for (let retry = 0; ; retry += 1) {
		const timeLeft = end - performance.now();
		const isShare = retry === 0 && mostRetries > 0 && timeLeft >= longMs;
		// Timers take only whole milliseconds.
		const timeoutMs = Math.max(0, Math.floor(isShare ? timeLeft * firstShare : timeLeft));
		try {
			return await opener.open({...visit, loadEverything: visit.loadEverything || retry > 0}, {...limits, timeoutMs}, sight);
		} catch (error) {
			const mayGoOn = isPassing(error) || (isShare && isExpected(error) && error.code === 'timed_out');
			if (error instanceof Cancelled || !mayGoOn || retry >= mostRetries || end - performance.now() < pauseMs * 2) {
				throw error;
			}
			await wait(pauseMs, limits.signal);
		}
	}
}
