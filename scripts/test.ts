import {spawn} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {isExpected} from '#shared/errors.ts';
import {compileCache} from './embedded/program-cache.ts';
import {createTeller} from './teller/console.ts';
import {openTestServices} from './test/services.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const ava = fileURLToPath(new URL('../node_modules/ava/entrypoints/cli.js', import.meta.url));

/** Each test file is a process of its own; many of them wait for leases and time limits most of the time. */
const smallestConcurrency = 3;

/** What AVA is called with, a call at a time. `--peers` runs the tests against real programs of others, which take their time and the whole machine. */
function avaCalls(given: readonly string[]): string[][] {
	const rest = given.filter(argument => argument !== '--peers');
	if (rest.length < given.length) {
		return [['--config', 'test/peers.config.js', '--serial', '--timeout=5m', ...rest]];
	}
	const chosen = rest.some(argument => /^(?:--concurrency|-c)\b/.test(argument));
	const concurrency = chosen ? [] : [`--concurrency=${Math.max(smallestConcurrency, navigator.hardwareConcurrency - 1)}`];
	if (rest.length > 0) {
		return [[...concurrency, ...rest]];
	}
	return [
		['--config', 'test/quick.config.js', ...concurrency],
		['--config', 'test/browser.config.js'],
	];
}

/** Set when a signal asked us to end: what has not begun stays so. */
const stop = new AbortController();

/** Each test file loads the same modules: what one process compiled the next ones take. Answers AVA's exit code; a signal to us is handed on to AVA, and its end is waited for. */
function runAva(args: readonly string[], env: Record<string, string>): Promise<number> {
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

async function main(): Promise<number> {
	const services = await openTestServices(process.env, createTeller(process.stderr));
	try {
		let worst = 0;
		for (const call of avaCalls(process.argv.slice(2))) {
			worst = stop.signal.aborted ? 1 : Math.max(worst, await runAva(call, services.env));
		}
		return worst;
	} finally {
		await services.close();
	}
}

try {
	process.exitCode = await main();
} catch (error) {
	process.exitCode = 1;
	console.error(isExpected(error) ? error.message : error);
}
