import {spawn} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {deliverPage} from '#api/page/page-files.ts';
import {Invalid, isExpected} from '#shared/errors.ts';
import {helpIfAsked} from '#shared/start/command-line.ts';
import {compileCache} from './embedded/program-cache.ts';
import {createReporter} from './processes/reporter.ts';
import {describeChecks, runChecks} from './test/checks.ts';
import {describeLeftOut, leftOut, nothingLeftOut} from './test/left-out.ts';
import {lanesVariable, planRun, testFiles} from './test/plan-run.ts';
import {openTestServices} from './test/services.ts';

helpIfAsked({
	usage: 'npm test [-- FOLDER|FILE|PATTERN …] [OPTIONS]',
	about: `Runs the tests with a MongoDB and a Redis of their own.
  --quick   only what needs no servers, processes or browsers
  --sweeps  what tries every case or kills at every step
  --peers   against real programs of others
  --checks  the linter and the type checker beside them
All other options are those of AVA, such as --match and --update-snapshots.`,
});

const root = fileURLToPath(new URL('..', import.meta.url));
const ava = fileURLToPath(new URL('../node_modules/ava/entrypoints/cli.js', import.meta.url));

/** Minimum number of worker threads that run test files: many tests mostly wait for leases and time limits. */
const smallestConcurrency = 3;

/**
 * Number of entries in `test/together/`, minus the lane for pure files and a spare one.
 */
const maxLanes = 4;

/**
 * The page in a browser is tried beside the lane of started processes, which mostly waits for those: alone, that
 * would leave a processor idle.
 */
const processesAndPages = 2;

/** Up to this many files are run by AVA as they are, each in a worker thread of its own. */
const fewFiles = 2;

/** One call of AVA. */
interface Call {
	args: string[];
	env: Record<string, string>;
}

/**
 * The calls of AVA for these arguments. `--sweeps` runs what tries every case or kills at every step; `--peers` runs
 * the tests against real programs of others. Both take a long time and the whole machine.
 */
function avaCalls(given: readonly string[], without: readonly string[]): Call[] {
	const rest = given.filter(argument => !['--peers', '--quick', '--sweeps'].includes(argument));
	const sweeps = given.includes('--sweeps');
	if (given.includes('--peers')) {
		return [{args: ['--config', 'test/peers.config.js', '--serial', '--timeout=5m', ...rest], env: {}}];
	}
	const concurrency = Math.max(smallestConcurrency, navigator.hardwareConcurrency - 1);
	const quick = given.includes('--quick');
	if (rest.some(isForAva)) {
		if (quick) {
			throw new Invalid('quick_with_options', '--quick goes with folders, files and patterns only.');
		}
		const noSweeps = sweeps || rest.some(argument => argument.includes('.sweep.ts')) ? [] : ['!test/**/*.sweep.ts'];
		return [{args: [`--concurrency=${concurrency}`, ...noSweeps, ...rest], env: {}}];
	}
	const files = testFiles(rest, {sweeps}).filter(file => !without.includes(file));
	if (files.length <= fewFiles && !quick) {
		return [{args: [`--concurrency=${concurrency}`, ...files], env: {}}];
	}
	const {lanes, processes, pages, alone} = planRun({files, lanes: Math.min(concurrency - 1, maxLanes), quick});
	const calls = [
		callOf(concurrency, {lanes}),
		callOf(processesAndPages, {lanes: [processes, pages].filter(lane => lane.length > 0), files: alone}),
	].filter(({args}) => args.some(argument => argument.endsWith('.ts')));
	if (calls.length === 0) {
		throw new Invalid('nothing_left', '--quick leaves out all of these files.');
	}
	return calls;
}

function callOf(concurrency: number, {lanes, files = []}: {lanes: readonly (readonly string[])[]; files?: readonly string[]}): Call {
	const entries = lanes.map((_, index) => `test/together/${index + 1}.ts`);
	return {args: ['--config', 'test/together.config.js', `--concurrency=${concurrency}`, ...entries, ...files], env: lanesVariable(lanes)};
}

/** Options, patterns of what not to run and numbers of lines are understood by AVA alone. */
function isForAva(argument: string): boolean {
	return /^[-!]/.test(argument) || /\.ts:\d/.test(argument);
}

/** Aborted when a signal asks us to end: calls that have not begun are skipped. */
const stop = new AbortController();

/**
 * Runs AVA with a compile cache, because each worker thread loads the same modules. Returns AVA's exit code. A signal
 * to us is forwarded to AVA, and we wait for its end.
 */
function runAva({args, env}: Call): Promise<number> {
	const variables = {...process.env, ...compileCache(process.env), ...env};
	const child = spawn(process.execPath, [ava, ...args], {cwd: root, env: variables, stdio: 'inherit'});
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		process.on(signal, () => {
			stop.abort();
			child.kill(signal);
		});
	}
	return new Promise((resolve, reject) => {
		child.once('error', reject);
		child.once('exit', code => resolve(code ?? 1));
	});
}

async function runTests(given: readonly string[], without: readonly string[]): Promise<number> {
	await deliverPage(); // once, and not by each application that a test opens
	const services = await openTestServices(process.env, createReporter(process.stderr));
	try {
		let worst = 0;
		for (const call of avaCalls(given, without)) {
			worst = stop.signal.aborted ? 1 : Math.max(worst, await runAva({args: call.args, env: {...call.env, ...services.env}}));
		}
		return worst;
	} finally {
		await services.close();
	}
}

/** Linux counts in hundredths of a second. */
const ticksPerSecond = 100;

/** Processor seconds of this process and all that it started, directly or not; null if the system does not tell. */
function processorSeconds(): number | null {
	try {
		const stat = readFileSync('/proc/self/stat', 'utf8');
		const ticks = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 16).map(Number); // user and system, own and of children
		return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond;
	} catch {
		return null;
	}
}

function describeCosts(): string {
	const seconds = processorSeconds();
	return `${Math.round(performance.now() / 1000)} s${seconds === null ? '' : `, ${Math.round(seconds)} processor seconds with all processes`}`;
}

/**
 * `--checks` also runs the linter and the type checker. A whole run with them leaves out what has not changed, unless
 * `--all` is given.
 */
async function main(): Promise<number> {
	const options = process.argv.slice(2);
	const given = options.filter(option => option !== '--checks' && option !== '--all');
	const hasChecks = options.includes('--checks');
	const left = hasChecks && given.length === 0 && !options.includes('--all') ? leftOut(root) : nothingLeftOut;
	const wanted = hasChecks ? runChecks(root, left.unused ? ['unused'] : [], stop.signal) : Promise.resolve([]);
	const tested = await runTests(given, left.files);
	const checks = await wanted;
	const lines = [describeChecks(checks), describeLeftOut(left), describeCosts()].filter(Boolean);
	console.log(lines.join('\n'));
	return checks.every(({passed}) => passed) ? tested : 1;
}

try {
	process.exitCode = await main();
} catch (error) {
	process.exitCode = 1;
	stop.abort();
	console.error(isExpected(error) ? error.message : error);
}
