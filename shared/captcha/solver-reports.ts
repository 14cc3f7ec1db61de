import type {Redis} from 'ioredis';
import {type FreshEntries, readFresh, removeFresh, writeFresh} from '../fresh-entries.ts';

/** What a worker of the `captcha` pool reports about its browser. */
export interface SolverReport {
	/** Host and process id. */
	instance: string;
	browserPath: string | null;
	/** The browser's own user agent; null before its first start. */
	userAgent: string | null;
	/** Why there is no browser and how to fix it; null when there is one. */
	fault: string | null;
}

/** Seconds for which a report is valid. */
const freshSeconds = 15;

const reports = (redis: Redis, prefix: string): FreshEntries => ({redis, key: `${prefix}:solvers`, seconds: freshSeconds});

/** Each worker repeats its report every few seconds. */
export async function writeSolverReport(redis: Redis, prefix: string, report: SolverReport): Promise<void> {
	await writeFresh(reports(redis, prefix), {[report.instance]: JSON.stringify(report)});
}

export async function removeSolverReport(redis: Redis, prefix: string, instance: string): Promise<void> {
	await removeFresh(reports(redis, prefix), [instance]);
}

/** The fresh reports of all workers. */
export async function readSolverReports(redis: Redis, prefix: string): Promise<SolverReport[]> {
	return (await readFresh(reports(redis, prefix))).map(text => JSON.parse(text) as SolverReport);
}
