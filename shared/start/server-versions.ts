import {fine, type StartReport, warning} from './start-problem.ts';

/** The oldest MongoDB with reliable transactions on one node, which the driver supports: [major, minor]. */
export const oldestMongodb = [5, 0] as const;
/** The oldest Redis that BullMQ fully supports: [major, minor]. */
export const oldestRedis = [6, 2] as const;

/** The first version of each series in which CVE-2025-14847 is fixed. Other series up to 8.2 have no fix. */
const fixedVersions = [
	[8, 2, 3],
	[8, 0, 17],
	[7, 0, 28],
	[6, 0, 27],
	[5, 0, 32],
	[4, 4, 30],
] as const;

/** One line about a MongoDB whose memory strangers can read, or null. `where` says where it was found. */
export function vulnerabilityOf(version: string, where: string): string | null {
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	const fix = fixedVersions.find(([first, second]) => first === major && second === minor);
	const isFixed = fix ? patch >= fix[2] : major > 8 || (major === 8 && minor > 2);
	if (isFixed) {
		return null;
	}
	const wanted = fix ? fix.join('.') : '8.0.17, 7.0.28 or 6.0.27';
	return `${where}: MongoDB ${version} lets strangers read its memory (CVE-2025-14847). Update it to ${wanted} or newer.`;
}

export function isTooOld(version: string, [major, minor]: readonly [number, number]): boolean {
	const [first = 0, second = 0] = version.split('.').map(Number);
	return first < major || (first === major && second < minor);
}

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
