import {globSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import process from 'node:process';
import {Invalid} from '#shared/errors.ts';

/** How the test files of a run are divided. Paths are relative to the root of the repository. */
interface RunPlan {
	/** Each lane is one worker thread that runs its files one after another. */
	lanes: string[][];
	/**
	 * One more lane, which begins once the others have ended: its processes could not be ready in time
	 * beside all of them.
	 */
	processes: string[];
	/** One more lane, which runs beside the one of processes: files that open the page in a browser. */
	pages: string[];
	/** Each file in a worker thread of its own, once one of those two lanes has ended. */
	alone: string[];
}

/** `files` are all test files of the run, `lanes` is how many worker threads may share those that need a server. */
interface Wanted {
	files: readonly string[];
	lanes: number;
	/** Skips files that need MongoDB or Redis, or start processes or browsers. */
	quick: boolean;
}

const openingPages = /'#test\/helpers\/ui\/open-ui\.ts'/;
/** The browser of the solver needs a processor; called files, processor time and spans are those of a whole thread. */
const ownThread =
	/'#test\/helpers\/browser\.ts'|process\.threadCpuUsage\(|'#test\/tools\/called-files\.ts'|'#shared\/log\/open-telemetry\.ts'|'node:inspector\/promises'/;
/** Imports of files that start whole processes, or that cut off a server and measure how soon that is noticed. */
const startingProcesses =
	/'node:child_process'|'#test\/helpers\/(?:line|peers)\/|'#test\/helpers\/(?:api-process|browser|proxied|standalone-mongodb|worker-process)\.ts'|'#scripts\/(?:embedded|processes|start)\//;
/** A test that imports one of these uses the servers of the run. */
const servers = /'(?:#test\/helpers|\.|\.\.)\/(?:database|redis)\.ts'/;
/** These files only compute, as sweeps without servers do: sharing a lane, they would delay tests that wait. */
const pure = /^test\/shared\/domain\//;
const isSweep = (file: string) => file.endsWith('.sweep.ts');

/**
 * How many tests of these files run at a time. Each has a database of hundreds of files, and MongoDB walks through all
 * open files again and again: with eight, 555 tests took 213 processor seconds instead of 187, and a fifth more time.
 */
const usualSlots = 3;
/** The same where each test starts processes: more of them would keep each other from being ready in time. */
const slotsWithProcesses = 3;
const slotsWithPages = 2;

/** How many tests of a lane with these files run at a time. */
export function slotsOf(files: readonly string[]): number {
	const has = (what: RegExp) => files.some(file => what.test(readFileSync(file, 'utf8')));
	if (has(openingPages)) {
		return slotsWithPages;
	}
	return has(startingProcesses) ? slotsWithProcesses : usualSlots;
}

/**
 * Files that start whole processes have a lane for themselves, pure files share another; the
 * rest is distributed evenly.
 */
export function planRun({files, lanes, quick}: Wanted): RunPlan {
	const texts = new Map(files.map(file => [file, readFileSync(file, 'utf8')]));
	const importing = (what: string | RegExp) => files.filter(file => texts.get(file)!.match(what) !== null); // every file was read
	const pages = importing(openingPages);
	const alone = importing(ownThread).filter(file => !pages.includes(file));
	const whole = importing(startingProcesses).filter(file => !pages.includes(file) && !alone.includes(file));
	const apart = new Set([...pages, ...alone, ...whole]);
	const rest = files.filter(file => !apart.has(file) && !(quick && needsServers(file)));
	const isPure = (file: string) => pure.test(file) || (isSweep(file) && !needsServers(file));
	const served = rest.filter(file => !isPure(file));
	const dealt = Array.from({length: lanes}, (_, lane) => served.filter((_file, index) => index % lanes === lane));
	const planned = [...dealt, rest.filter(isPure)];
	const others = quick ? {processes: [], pages: [], alone: []} : {processes: whole, pages, alone};
	return {lanes: planned.filter(lane => lane.length > 0), ...others};
}

/** Whether a file uses MongoDB or Redis, itself or by the helpers that it imports. */
function needsServers(file: string, seen = new Set<string>()): boolean {
	if (seen.has(file)) {
		return false;
	}
	seen.add(file);
	const text = readFileSync(file, 'utf8');
	const helpers = [...text.matchAll(/from '(#test\/helpers\/|\.\.?\/)([^']+\.ts)'/g)].map(([, from = '', path = '']) =>
		from.startsWith('#') ? join('test/helpers', path) : join(dirname(file), from, path),
	);
	return servers.test(text) || helpers.some(helper => helper.includes('test/helpers/') && needsServers(helper, seen));
}

/**
 * The test files in these folders, files and patterns, without those against programs of others. An empty list means
 * all files. A name that finds nothing is an error, so that a typo does not look like tests that pass. Sweeps are
 * what takes long, `*.sweep.ts`; they are run by a run of their own, or when a file is named.
 */
export function testFiles(named: readonly string[], {sweeps = false} = {}): string[] {
	const found = (named.length > 0 ? named : ['test']).flatMap(name => {
		const isFolder = statSync(name, {throwIfNoEntry: false})?.isDirectory() === true;
		const wanted = sweeps ? '.sweep.ts' : isFolder ? '.test.ts' : /\.(?:test|sweep)\.ts$/;
		const files = globSync(isFolder ? `${name}/**/*.ts` : name)
			.map(fromHere)
			.filter(file => (typeof wanted === 'string' ? file.endsWith(wanted) : wanted.test(file)) && !file.startsWith('test/peers/'));
		if (files.length === 0) {
			throw new Invalid('no_test_file', `No test file of this run is called ${name} or lies there.`);
		}
		return files;
	});
	return [...new Set(found)].sort();
}

/** `test/…` however the file was named, as the plan knows the folders by. */
function fromHere(file: string): string {
	const path = relative('', file);
	return path.startsWith('..') ? file : path;
}

/** Passes the lanes of a run from `scripts/test.ts` to the entries in `test/together/`. */
const variable = 'TEST_LANES';

/**
 * The environment in which entry 1 runs the files of the first lane, entry 2 those of the second, and so on. Paths are
 * relative to the root of the repository.
 */
export function lanesVariable(lanes: readonly (readonly string[])[]): Record<string, string> {
	return {[variable]: JSON.stringify(lanes)};
}

/** The files of the lane with this number; the first is 1. */
export function filesOfLane(lane: number): string[] {
	const lanes = JSON.parse(process.env[variable] ?? '[]') as string[][];
	return lanes[lane - 1] ?? [];
}
