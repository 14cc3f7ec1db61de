import {fine, type StartReport, warning} from './start-problem.ts';

/** Seconds. Jobs are planned and leases end by the clocks of several machines. */
const tolerable = 10;

/** A server whose clock shows another time than ours. */
export function clockWarning(name: string, serverTime: unknown, now = Date.now()): StartReport {
	const seconds = serverTime instanceof Date ? Math.round((serverTime.getTime() - now) / 1000) : 0;
	return Math.abs(seconds) <= tolerable
		? fine
		: warning(
				`The clock of ${name} is ${Math.abs(seconds)} s ${seconds > 0 ? 'ahead of' : 'behind'} ours. Let both machines set theirs by NTP.`,
			);
}
