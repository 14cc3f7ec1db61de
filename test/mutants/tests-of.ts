import {existsSync, globSync, readFileSync} from 'node:fs';
import {dirname, join, normalize} from 'node:path';

/** Run first: the tests that name the file most directly. */
const firstFiles = 2;
/** Run only if the first ones pass. */
const nextFiles = 5;
const steps = 2;
/** Others need browsers, whole processes or minutes. */
const leftOut = /^test\/(?:line|peers|chaos|bench|simulate|challenge-sites|api\/ui|scripts)\/|\/(?:killed?[.-]|loop-budget|hostile-input)/;

/** The tests that belong to a file, in two groups. */
export type TestsOf = (file: string) => string[][];

/** Reads the imports of the whole repository once. */
export function readTestsOf(repo: string): TestsOf {
	const files = globSync('{shared,workers,api,config,scripts,test}/**/*.ts', {cwd: repo}).filter(file => !file.startsWith('api/ui/'));
	const texts = new Map(files.map(file => [file, readFileSync(join(repo, file), 'utf8')]));
	const importers = new Map<string, string[]>();
	for (const [file, text] of texts) {
		for (const to of importsOf(repo, file, text)) {
			importers.set(to, [...(importers.get(to) ?? []), file]);
		}
	}
	const isTest = (file: string) => /\.(?:test|sweep)\.ts$/.test(file) && !leftOut.test(file);
	const tests = files.filter(isTest);
	return file => {
		const found = new Map(tests.filter(test => isOfSubject(file, texts.get(test) ?? '')).map(test => [test, 1]));
		const seen = new Set([file]);
		let reached = [file];
		for (let step = 1; reached.length > 0 && (step <= steps || found.size === 0); step += 1) {
			reached = [...new Set(reached.flatMap(each => importers.get(each) ?? []))].filter(each => !seen.has(each));
			for (const each of reached) {
				seen.add(each);
				if (isTest(each)) {
					found.set(each, Math.min(step, found.get(each) ?? step));
				}
			}
		}
		const order = ([test, step]: [string, number]) => step * 1_000_000 - nearness(file, test) * 100_000 + (texts.get(test)?.length ?? 0);
		const sorted = [...found].sort((a, b) => order(a) - order(b)).map(([test]) => test);
		return [sorted.slice(0, firstFiles), sorted.slice(firstFiles, firstFiles + nextFiles)].filter(group => group.length > 0);
	};
}

function importsOf(repo: string, file: string, text: string): string[] {
	const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'|new URL\('([^']+\.ts)'/g)].map(match => match[1] ?? match[2] ?? '');
	const paths = named.flatMap(name => {
		if (name.startsWith('.') || /^[a-z-]+\.ts$/.test(name)) {
			return [normalize(join(dirname(file), name))];
		}
		return name.startsWith('#') ? [name.slice(1)] : [];
	});
	return [...new Set(paths)].filter(path => existsSync(join(repo, path)));
}

/** Routes are tested through the whole application, so no import leads from the test to the route. */
function isOfSubject(file: string, test: string): boolean {
	const [pool, subject = '', name] = file.split('/');
	return pool === 'api' && name !== undefined && subject !== 'http' && test.includes(`/api/${subject}`);
}

/** How many folders of its path a test shares with the file, and ten more for its own test. */
function nearness(file: string, test: string): number {
	const path = file.replace(/\.ts$/, '');
	const mirrored = test.replace(/^test\//, '').replace(/\.(?:test|sweep)\.ts$/, '');
	const parts = mirrored.split('/');
	const shared = path.split('/').findIndex((part, index) => part !== parts[index]);
	return mirrored === path || mirrored === dirname(path) ? 30 : shared;
}
