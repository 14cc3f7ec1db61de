import {setTimeout as pause} from 'node:timers/promises';
import {memoryOf} from '#scripts/memory-of.ts';
import {serveChallengeSites} from '#test/challenge-sites/serve-challenge-sites.ts';
import {type BrowserProcess, browserProcesses} from './captcha/browser-processes.ts';
import {openSolverWorld, type SolverWorld} from './captcha/solver-world.ts';
import type {Chaos} from './chaos.ts';

const usualSolves = 200;
const lanes = 4;
const workers = 2;
/** Every tenth solve loses its worker; every fifth page never answers. */
const killEvery = 10;
const hangEvery = 5;
/** Milliseconds. When a worker dies, another takes up to 20 s to start its solve again. */
const limitMs = 60_000;
const hangLimitMs = 5000;
const killAfterMs = 400;
/** Seconds. A visit ends at its limit, and its processes soon after. */
const oldestRenderer = limitMs / 1000 + 10;
const longestOrphan = 5;
/** Allowed memory of a worker, as a multiple of that after its first solves. */
const maxGrowth = 1.3;
const firstShare = 0.15;
const pollMs = 500;
const goneMs = 10_000;

interface Tally {
	solved: number;
	failed: number;
	/** Its worker was killed, and its limit passed before another could start it again. */
	unanswered: number;
	faults: string[];
	kills: number;
}

/**
 * 200 solves, four at a time on two workers that get killed and meet hanging pages. Nothing may be lost, counted twice
 * or left behind.
 */
export const chaosCaptcha: Chaos = async ({reporter, rounds}) => {
	const total = rounds ?? usualSolves;
	const tally: Tally = {solved: 0, failed: 0, unanswered: 0, faults: [], kills: 0};
	const world = await openSolverWorld({workers, parallelSolves: lanes, reporter});
	const watch = watchProcesses(world, tally);
	const begun = performance.now();
	try {
		const next = Array.from({length: total}, (_none, index) => index).values();
		await Promise.all(Array.from({length: lanes}, () => lane(next, {world, tally, reporter, total})));
		const {totalSolves, successfulSolves, failedSolves} = await world.stores.captchaStatistics.read();
		if (totalSolves !== total - tally.unanswered || successfulSolves !== tally.solved || failedSolves !== tally.failed) {
			tally.faults.push(
				`statistics say ${successfulSolves} + ${failedSolves} of ${totalSolves}, callers saw ${tally.solved} + ${tally.failed}`,
			);
		}
		watch.judge();
	} finally {
		watch.stop();
		await world.close();
	}
	await noneLeft(world.allPids(), tally);
	const seconds = Math.round((performance.now() - begun) / 1000);
	const figures = `${tally.solved} solved, ${tally.failed} failed as they should, ${tally.unanswered} hung in a killed worker, ${tally.kills} workers killed, ${watch.figures()}, ${seconds} s`;
	return {faults: tally.faults, figures};
};

interface Lane {
	world: SolverWorld;
	tally: Tally;
	reporter: {progress(text: string): void};
	total: number;
}

/** Each lane has its own sites, because a site is solved only once at a time. */
async function lane(numbers: IterableIterator<number>, {world, tally, reporter, total}: Lane): Promise<void> {
	const {sites, close} = await serveChallengeSites({script: {workMs: 500}, plain: {}, widget: {}, hangs: {}});
	const open = [sites.script, sites.plain, sites.widget];
	try {
		for (const number of numbers) {
			const hangs = number % hangEvery === 0;
			const kill = number % killEvery === 3 ? killOne(world, tally) : Promise.resolve();
			const site = hangs ? sites.hangs : open[number % open.length]!; // the remainder is always a place of the list
			await note(world.solve(`${site.origin}/`, hangs ? hangLimitMs : limitMs), {hangs, tally, number});
			await kill;
			reporter.progress(
				`captcha: ${tally.solved + tally.failed} of ${total}, ${tally.kills} workers killed, ${tally.faults.length} faults`,
			);
		}
	} finally {
		await close();
	}
}

async function note(
	solve: ReturnType<SolverWorld['solve']>,
	{hangs, tally, number}: {hangs: boolean; tally: Tally; number: number},
): Promise<void> {
	try {
		const {open, failure} = await solve;
		tally[open ? 'solved' : 'failed'] += 1;
		if (open === hangs) {
			tally.faults.push(`solve ${number} ${hangs ? 'did not hang' : `failed: ${failure?.message}`}`);
		}
	} catch (error) {
		// A hanging page has a shorter limit than the takeover by another worker needs.
		if (hangs && tally.kills > 0) {
			tally.unanswered += 1;
			return;
		}
		tally.faults.push(`solve ${number} was lost: ${error instanceof Error ? error.message : String(error)}`);
	}
}

async function killOne(world: SolverWorld, tally: Tally): Promise<void> {
	await pause(killAfterMs);
	// The oldest worker is never killed, so that its memory can be watched.
	const pid = world.pids().slice(1).at(-1);
	if (pid !== undefined) {
		tally.kills += 1;
		process.kill(pid, 'SIGKILL');
	}
}

interface Watch {
	stop(): void;
	/** Adds the memory growth of a worker to the faults if it is too large. */
	judge(): void;
	figures(): string;
}

/**
 * Checks twice a second for browsers without a worker and for pages that outlive their solve, and records the memory of
 * the oldest worker.
 */
function watchProcesses(world: SolverWorld, tally: Tally): Watch {
	const orphanedSince = new Map<number, number>();
	const memory: number[] = [];
	let maxBrowser = 0;
	const timer = setInterval(() => {
		const alive = world.pids();
		const processes = browserProcesses(world.allPids());
		maxBrowser = Math.max(maxBrowser, processes.length);
		for (const each of processes) {
			const since = alive.includes(each.worker) ? Date.now() : (orphanedSince.get(each.pid) ?? Date.now());
			orphanedSince.set(each.pid, since);
			const fault = faultOf(each, Date.now() - since);
			if (fault && !tally.faults.includes(fault)) {
				tally.faults.push(fault);
			}
		}
		memory.push(alive[0] === undefined ? 0 : (memoryOf(alive[0]) ?? 0));
	}, pollMs);
	const share = () => Math.ceil(memory.length * firstShare);
	const early = () => Math.max(...memory.slice(0, share()));
	const late = () => Math.max(...memory.slice(-share()));
	return {
		stop: () => clearInterval(timer),
		judge() {
			if (late() > early() * maxGrowth) {
				tally.faults.push(`the memory of a worker grew from ${early()} to ${late()} MiB`);
			}
		},
		figures: () => `a worker ${early()} MiB early and ${late()} MiB late, ${maxBrowser} browser processes at most`,
	};
}

function faultOf({pid, worker, isRenderer, age}: BrowserProcess, orphanedMs: number): string | null {
	if (orphanedMs > longestOrphan * 1000) {
		return `browser process ${pid} outlived its worker ${worker}`;
	}
	return isRenderer && age > oldestRenderer ? `page process ${pid} outlived its solve` : null;
}

async function noneLeft(workers: ReadonlySet<number>, tally: Tally): Promise<void> {
	const end = Date.now() + goneMs;
	while (browserProcesses(workers).length > 0 && Date.now() < end) {
		await pause(200);
	}
	const left = browserProcesses(workers).length;
	if (left > 0) {
		tally.faults.push(`${left} browser processes were left`);
	}
}
