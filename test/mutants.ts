import {execFileSync, spawn} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {stripVTControlCharacters} from 'node:util';
import {createReporter} from '#scripts/processes/reporter.ts';
import {openTestServices} from '#scripts/test/services.ts';
import {readCommandLine} from '#shared/start/command-line.ts';
import {allSites, chooseSites} from './mutants/choose.ts';
import {type MutationSite, mutated} from './mutants/sites.ts';
import {readTestsOf} from './mutants/tests-of.ts';

/**
 * Changes one operator, constant or condition at a time, and runs the tests that belong to its file: what no test
 * notices survives. `--repo DIR` mutates another checkout, `--like FILE` the same places as an earlier run. A run that
 * was broken off goes on where it was.
 */
const {values} = readCommandLine({
	usage: 'npm run test:mutants [-- --repo DIR --like FILE --count N --seed N --jobs N --out FILE --list]',
	about:
		'Changes one operator, constant or condition at a time, and says which changes no test notices.\n  --repo DIR   another checkout\n  --like FILE  the same places as an earlier run\n  --list       only names the places',
	options: {
		repo: {type: 'string', default: '.'},
		count: {type: 'string', default: '200'},
		seed: {type: 'string', default: '20261123'},
		out: {type: 'string', default: 'mutants.json'},
		like: {type: 'string'},
		jobs: {type: 'string', default: '2'},
		list: {type: 'boolean', default: false},
	},
});

type Outcome = 'caught' | 'timeout' | 'survived' | 'untested';

interface Result extends MutationSite {
	outcome: Outcome;
	tests: string[];
	/** The first test that failed. */
	by: string | null;
	seconds: number;
}

/** For the tests of one place, on a machine that has other work. */
const limitMs = 240_000;
/** Milliseconds for the rest of the output. */
const outputMs = 200;
const repo = resolve(values.repo);
const earlier = values.like ? (JSON.parse(readFileSync(values.like, 'utf8')) as {results: Result[]}).results : [];
const places = chooseSites(allSites(repo), {count: Number(values.count), seed: Number(values.seed), earlier});
const testsOf = readTestsOf(repo);
if (values.list) {
	for (const {file, line, from, to} of places) {
		console.log(`${file}:${line} ${from} -> ${to}   ${testsOf(file).flat().join(' ')}`);
	}
	process.exit(0);
}

const services = await openTestServices(process.env, createReporter(process.stderr));
const copies = Array.from({length: Number(values.jobs)}, copyOfRepo);
try {
	const results = await runAll();
	const unreliable = await failingUnchanged(results);
	const kept = results.filter(({by}) => by === null || !unreliable.has(by));
	writeFileSync(values.out, JSON.stringify({figures: figuresOf(kept), unreliable: [...unreliable], results}, null, '\t'));
	for (const {file, line, from, to} of kept.filter(({outcome}) => outcome === 'survived' || outcome === 'untested')) {
		console.log(`survived: ${file}:${line} ${from} -> ${to}`);
	}
	console.log(JSON.stringify(figuresOf(kept)));
} finally {
	for (const copy of copies) {
		rmSync(copy, {recursive: true, force: true});
	}
	await services.close();
}

function copyOfRepo(): string {
	const folder = mkdtempSync(join(tmpdir(), 'kinoteka-mutants-'));
	execFileSync('tar', ['-x', '-C', folder], {input: execFileSync('git', ['archive', 'HEAD'], {cwd: repo, maxBuffer: 1024 ** 3})});
	symlinkSync(join(repo, 'node_modules'), join(folder, 'node_modules'));
	return folder;
}

async function runAll(): Promise<Result[]> {
	const results = existsSync(values.out) ? (JSON.parse(readFileSync(values.out, 'utf8')) as {results: Result[]}).results : [];
	const done = new Set(results.map(({id}) => id));
	const waiting = places.filter(({id}) => !done.has(id));
	await Promise.all(
		copies.map(async copy => {
			for (let place = waiting.shift(); place; place = waiting.shift()) {
				const result = await runPlace(copy, place);
				results.push(result);
				writeFileSync(values.out, JSON.stringify({figures: figuresOf(results), results}, null, '\t'));
				console.log(
					`${results.length}/${places.length} ${result.outcome} ${place.file}:${place.line} ${place.from} -> ${place.to} (${result.seconds} s)`,
				);
			}
		}),
	);
	return results;
}

async function runPlace(copy: string, place: MutationSite): Promise<Result> {
	const path = join(copy, place.file);
	const text = readFileSync(path, 'utf8');
	const start = Date.now();
	const result = (outcome: Outcome, tests: string[], by: string | null) => ({
		...place,
		outcome,
		tests,
		by,
		seconds: Math.round((Date.now() - start) / 1000),
	});
	writeFileSync(path, mutated(text, place));
	try {
		const ran: string[] = [];
		for (const group of testsOf(place.file)) {
			ran.push(...group);
			const {failed, isLate} = await runTests(copy, group, true);
			if (isLate || failed.length > 0) {
				return result(isLate ? 'timeout' : 'caught', ran, failed[0] ?? null);
			}
		}
		return result(ran.length > 0 ? 'survived' : 'untested', ran, null);
	} finally {
		writeFileSync(path, text);
	}
}

/** The tests that fail without any change prove nothing. */
async function failingUnchanged(results: readonly Result[]): Promise<Set<string>> {
	const files = new Set(
		results.flatMap(({by, tests}) => (by === null ? [] : tests.filter(file => by.startsWith(titleOf(file)) || tests.length <= 2))),
	);
	const failed: string[] = [];
	for (const group of Map.groupBy([...files].entries(), ([index]) => Math.floor(index / 20)).values()) {
		failed.push(
			...(
				await runTests(
					copies[0]!,
					group.map(([, file]) => file),
					false,
				)
			).failed,
		);
	}
	return new Set(failed);
}

/** How the tests of a file are named in a lane. */
function titleOf(file: string): string {
	return file
		.replace(/^test\//, '')
		.replace(/\.(?:test|sweep)\.ts$/, '')
		.replaceAll('/', ' › ');
}

/** The names of the tests that fail; with `first` the run ends at the first of them. */
function runTests(copy: string, files: readonly string[], first: boolean): Promise<{failed: string[]; isLate: boolean}> {
	const child = spawn(process.execPath, ['scripts/test.ts', ...files], {cwd: copy, env: {...process.env, ...services.env}, detached: true});
	const failed: string[] = [];
	let output = '';
	let isLate = false;
	const end = () => {
		try {
			process.kill(-child.pid!, 'SIGKILL');
		} catch {
			// It has ended.
		}
	};
	const timer = setTimeout(
		() => {
			isLate = true;
			end();
		},
		first ? limitMs : limitMs * 10,
	);
	child.stdout.on('data', (chunk: Buffer) => {
		output += chunk.toString();
		const lines = output.split('\n');
		output = lines.pop() ?? '';
		failed.push(
			...lines.flatMap(line => /^\s*[✖✘] (?:\[fail\]: )?(.*?)(?: \([\d.ms ]+\))?(?: .*)?$/.exec(stripVTControlCharacters(line))?.[1] ?? []),
		);
		if (first && failed.length > 0 && child.exitCode === null) {
			end();
		}
	});
	child.stderr.resume();
	return new Promise(done => {
		// Its output may be held open by a process that it has left behind.
		child.once('exit', async code => {
			await pause(outputMs);
			clearTimeout(timer);
			done({failed: failed.length === 0 && code !== 0 && !isLate ? ['it could not be run'] : failed, isLate});
		});
	});
}

function figuresOf(results: readonly Result[]): Record<string, number> {
	const counts = Object.groupBy(results, ({outcome}) => outcome);
	return {places: results.length, ...Object.fromEntries(Object.entries(counts).map(([outcome, found]) => [outcome, found.length]))};
}
