import {fine, type StartReport, warning} from './start-problem.ts';

/** The oldest MongoDB with reliable transactions on one node, which the driver supports: [major, minor]. */
export const oldestMongodb = [5, 0] as const;
/** The series of MongoDB that a start fetches, because it is cared for the longest: until October 2029. */
export const ownSeries = '8.0';
/** The oldest Redis that BullMQ fully supports: [major, minor]. */
export const oldestRedis = [6, 2] as const;

/** What is wrong with versions before those in `fixed`, the gravest first. Other series up to the first have no fix. */
const advisories = [
	{
		id: 'CVE-2025-14847',
		means: 'lets strangers read its memory',
		fixed: [
			[8, 2, 3],
			[8, 0, 17],
			[7, 0, 28],
			[6, 0, 27],
			[5, 0, 32],
			[4, 4, 30],
		],
	},
	{
		id: 'CVE-2026-8053',
		means: 'lets everybody who may write in it run programs of their own',
		fixed: [
			[8, 3, 2],
			[8, 2, 9],
			[8, 0, 23],
			[7, 0, 34],
			[6, 0, 28],
			[5, 0, 33],
		],
	},
	{
		id: 'CVE-2026-9740',
		means: 'can be stopped by strangers',
		fixed: [
			[8, 3, 3],
			[8, 2, 10],
			[8, 0, 24],
			[7, 0, 35],
			[6, 0, 28],
			[5, 0, 33],
		],
	},
] as const;

/** The month after which a series gets no more fixes. */
const ends: Readonly<Record<string, string>> = {
	'4.4': '2024-02',
	'5.0': '2024-10',
	'6.0': '2025-07',
	'7.0': '2027-08',
	'8.0': '2029-10',
	'8.2': '2026-07',
};

/** The last month with fixes for the series of a version, or null if we do not know it. */
export const endOfLifeOf = (version: string): string | null => ends[/^\d+\.\d+/.exec(version)?.[0] ?? ''] ?? null;

/** The month in which a series got its last fixes, if that is over. */
export function endedIn(version: string, now: Date): string | null {
	const month = endOfLifeOf(version);
	return month !== null && month < now.toISOString().slice(0, 7) ? month : null;
}

/** One line about a MongoDB with a known hole, or null. `where` says where it was found. */
export function vulnerabilityOf(version: string, where: string): string | null {
	const open = advisories.find(({fixed}) => !isFixed(version, fixed));
	return open ? `${where}: MongoDB ${version} ${open.means} (${open.id}). Update it to ${remedyOf(version)} or newer.` : null;
}

type Fixes = readonly (readonly [number, number, number])[];

function isFixed(version: string, fixed: Fixes): boolean {
	const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
	const own = fixed.find(([first, second]) => first === major && second === minor);
	const [newest = [0, 0, 0]] = fixed;
	return own ? patch >= own[2] : major > newest[0] || (major === newest[0] && minor > newest[1]);
}

/** The version of the same series that has all fixes, if it is still cared for; else one of the series that we use. */
function remedyOf(version: string): string {
	const fixes: Fixes = advisories.at(-1)?.fixed ?? [];
	const series = /^\d+\.\d+/.exec(version)?.[0] ?? '';
	const own = fixes.find(fix => fix.slice(0, 2).join('.') === series);
	return own && !['5.0', '6.0'].includes(series) ? own.join('.') : '8.0.24';
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
