import {noSolverWorker, solverIsOff} from '#api/http/asks/solving.ts';
import type {SolverReport} from '#shared/captcha/solver-reports.ts';
import type {CaptchaStatistics} from '#shared/store/system/captcha-statistics.ts';

export interface SolverState {
	isEnabled: boolean;
	/** An external service solves challenges instead of our browser. */
	isExternal: boolean;
	/** Reports of the live workers. */
	reports: readonly SolverReport[];
	lastError: CaptchaStatistics['lastError'];
}

const noBrowserYet =
	'The workers of the captcha pool have not found a browser yet. Try again in a few seconds, or set captcha.browserPath.';

/** A problem that prevents solving now takes precedence over the last failure. */
export function judgeHealth(state: SolverState, now: Date): {healthy: boolean; lastError: CaptchaStatistics['lastError']} {
	const obstacle = findObstacle(state);
	return obstacle ? {healthy: false, lastError: {message: obstacle, timestamp: now}} : {healthy: true, lastError: state.lastError};
}

function findObstacle({isEnabled, isExternal, reports}: SolverState): string | null {
	if (!isEnabled) {
		return solverIsOff;
	}
	if (reports.length === 0) {
		return noSolverWorker;
	}
	const canSolve = isExternal || reports.some(({browserPath, fault}) => browserPath !== null && fault === null);
	return canSolve ? null : (reports.find(({fault}) => fault !== null)?.fault ?? noBrowserYet);
}
