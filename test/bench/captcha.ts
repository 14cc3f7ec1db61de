import {setTimeout as pause} from 'node:timers/promises';
import {createReporter} from '#scripts/processes/reporter.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {serveChallengeSites} from '#test/challenge-sites/serve-challenge-sites.ts';
import {browserProcesses} from '../chaos/captcha/browser-processes.ts';
import {openSolverWorld} from '../chaos/captcha/solver-world.ts';
import {openPlainBrowser} from './captcha/plain-browser.ts';
import {proportionalMiB} from './captcha/proportional-memory.ts';

const {values} = readCommandLine({
	usage: 'npm run bench:captcha [-- --runs N]',
	about: 'Measures solves of the built-in solver against a plain browser.',
	options: {runs: {type: 'string', default: '30'}},
});
const runs = Number(values.runs);
const warmUps = 3;
const limitMs = 60_000;
const idleSeconds = 5;
const max = {overPage: 1000, timesPlain: 1.5, cached: 20, idleMiB: 120};

const median = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
const verdict = (isReached: boolean) => (isReached ? 'reached' : 'MISSED');

async function timed(work: () => Promise<unknown>): Promise<number> {
	const begun = performance.now();
	await work();
	return performance.now() - begun;
}

const reporter = createReporter(process.stderr);
const world = await openSolverWorld({workers: 1, parallelSolves: 2, reporter});
const {sites, close} = await serveChallengeSites({plain: {}, script: {workMs: 300}});
const plain = await openPlainBrowser();
try {
	await pause(idleSeconds * 1000);
	const idle = world.pids().reduce((sum, pid) => sum + proportionalMiB(pid), 0);
	console.log(
		`idle pool: ${Math.round(idle)} MiB, ${browserProcesses(world.allPids()).length} browser processes (at most ${max.idleMiB} MiB without a browser: ${verdict(idle <= max.idleMiB)})`,
	);
	console.log(
		`first solve, with the start of the browser: ${Math.round(await timed(() => world.solve(`${sites.plain.origin}/`, limitMs)))} ms`,
	);

	const ours: number[] = [];
	const theirs: number[] = [];
	const page: number[] = [];
	for (let run = -warmUps; run < runs; run += 1) {
		const [our, their, own] = [
			await timed(() => world.solve(`${sites.plain.origin}/`, limitMs)),
			await timed(() => plain.visit(`${sites.plain.origin}/`)),
			await timed(async () => (await fetch(`${sites.plain.origin}/`)).text()),
		];
		if (run >= 0) {
			ours.push(our);
			theirs.push(their);
			page.push(own);
		}
	}
	const over = median(ours) - median(page);
	const times = median(ours.map((our, index) => our / theirs[index]!)); // they were measured in pairs
	console.log(
		`warm solve of a page without a challenge: ${Math.round(median(ours))} ms, plain puppeteer ${Math.round(median(theirs))} ms, the page itself ${median(page).toFixed(1)} ms`,
	);
	console.log(`  over the page's own time: ${Math.round(over)} ms (at most ${max.overPage}: ${verdict(over <= max.overPage)})`);
	console.log(`  times plain puppeteer, in pairs: ${times.toFixed(2)} (at most ${max.timesPlain}: ${verdict(times <= max.timesPlain)})`);

	await world.solve(`${sites.script.origin}/`, limitMs, {useCache: true});
	const cached: number[] = [];
	for (let run = 0; run < runs; run += 1) {
		cached.push(await timed(() => world.solve(`${sites.script.origin}/`, limitMs, {useCache: true})));
	}
	console.log(`cached answer: ${median(cached).toFixed(1)} ms (at most ${max.cached}: ${verdict(median(cached) <= max.cached)})`);
} finally {
	await plain.close();
	await close();
	await world.close();
}
