import {hostname} from 'node:os';
import {type SolverReport, solverReports} from '#shared/captcha/solver-reports.ts';
import {createCache} from '#shared/coordination/cache.ts';
import {every} from '#shared/coordination/wait.ts';
import {isExpected} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Milliseconds between two reports, and between two searches for a browser. */
const reportMs = 5000;
const searchMs = 60_000;

type Found = Pick<SolverReport, 'browserPath' | 'userAgent' | 'fault'>;

/** Reports every few seconds which browser this process would use, or why it has none. Returns a way to stop. */
export function reportBrowser({
	pageOpener,
	settings,
	producer,
	prefix,
	log,
}: Pick<WorkerDeps, 'log' | 'pageOpener' | 'prefix' | 'producer' | 'settings'>): {stop(): Promise<void>} {
	const instance = `${hostname()}-${process.pid}`;
	const reports = solverReports(producer, prefix);
	const found = createCache<Promise<Found>>({max: 1, ttlMs: searchMs});

	async function search(): Promise<Found> {
		try {
			const {path, userAgent} = await pageOpener.find();
			return {browserPath: path, userAgent, fault: null};
		} catch (error) {
			return {browserPath: null, userAgent: null, fault: isExpected(error) ? error.message : 'The search for a browser failed.'};
		}
	}

	async function report(): Promise<void> {
		await reports.put({[instance]: {instance, ...(await found.get(settings.get('captcha.browserPath'), search))}});
	}
	const quietly = () => void report().catch(error => log.debug({err: error}, 'The browser could not be reported'));
	quietly();
	const endReports = every(reportMs, quietly);
	return {
		async stop() {
			endReports();
			await reports.drop(instance).catch(() => {});
		},
	};
}
