import {hostname} from 'node:os';
import {removeSolverReport, type SolverReport, writeSolverReport} from '#shared/captcha/solver-reports.ts';
import {every} from '#shared/coordination/wait.ts';
import {isExpected} from '#shared/errors.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Milliseconds between two reports, and between two searches for a browser. */
const reportMs = 5000;
const lookMs = 60_000;

type Found = Pick<SolverReport, 'browserPath' | 'userAgent' | 'fault'>;

/** Reports every few seconds which browser this process would use, or why it has none. Returns a way to stop. */
export function reportBrowser({pageOpener, settings, producer, prefix, log}: WorkerDeps): {stop(): Promise<void>} {
	const instance = `${hostname()}-${process.pid}`;
	let known: {found: Promise<Found>; setting: string; at: number} | null = null;

	async function look(): Promise<Found> {
		try {
			const {path, userAgent} = await pageOpener.find();
			return {browserPath: path, userAgent, fault: null};
		} catch (error) {
			return {browserPath: null, userAgent: null, fault: isExpected(error) ? error.message : 'The search for a browser failed.'};
		}
	}

	function find(): Promise<Found> {
		const setting = settings.get('captcha.browserPath');
		if (!known || known.setting !== setting || performance.now() - known.at > lookMs) {
			known = {found: look(), setting, at: performance.now()};
		}
		return known.found;
	}

	async function report(): Promise<void> {
		await writeSolverReport(producer, prefix, {instance, ...(await find())});
	}
	const quietly = () => void report().catch(error => log.debug({err: error}, 'The browser could not be reported'));
	quietly();
	const endReports = every(reportMs, quietly);
	return {
		async stop() {
			endReports();
			await removeSolverReport(producer, prefix, instance).catch(() => {});
		},
	};
}
