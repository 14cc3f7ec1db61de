import {registerHooks} from 'node:module';
import {resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import test from 'ava';
import {filesOfLane, slotsOf} from '#scripts/test/plan-run.ts';
import {createCollector, type Declared} from './collect.ts';
import {collectors} from './collectors.ts';
import {createTurns} from './turns.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const substitute = new URL('substitute.ts', import.meta.url).href;

/**
 * Declares the tests of all files of a lane to AVA, each under the name of its file. One worker thread loads the
 * modules once for all of them, which is most of what a test file costs. Tests begin in the order of their files, some
 * of them concurrently, as they do in a file run alone.
 */
export async function runTogether(lane: number): Promise<void> {
	const files = filesOfLane(lane);
	const declared = await collect(files);
	const turns = createTurns(slotsOf(files));
	const fileOf = new Map<string, string>();
	for (const [file, tests] of declared) {
		for (const {title, skipped, run} of tests) {
			const whole = `${nameOf(file)} › ${title}`.trim().replaceAll(/\s+/g, ' '); // as AVA writes it
			if (skipped) {
				test.skip(whole, run);
			} else {
				test(whole, run);
				turns.expect(file);
				fileOf.set(whole, file);
			}
		}
	}
	// AVA does not count time spent waiting in a hook towards the time of a test.
	const ofHook = ({title}: {title: string}) => fileOf.get(title.slice(title.indexOf(' hook for ') + ' hook for '.length)) ?? '';
	test.beforeEach(t => turns.begin(ofHook(t)));
	test.afterEach.always(() => turns.end());
}

function nameOf(file: string): string {
	return file
		.replace(/^test\//, '')
		.replace(/\.test\.ts$/, '')
		.replaceAll('/', ' › ');
}

/**
 * Loads the files with the substitute for AVA, and returns what each declared. A file that fails to load, or declares
 * nothing, counts as a test that fails.
 */
async function collect(files: readonly string[]): Promise<Map<string, Declared[]>> {
	const byUrl = new Map(files.map(file => [pathToFileURL(resolve(root, file)).href, file]));
	const hooks = registerHooks({
		resolve: (specifier, context, next) => {
			const file = specifier === 'ava' && byUrl.get(context.parentURL ?? '');
			return file
				? {url: `${substitute}?${encodeURIComponent(file)}`, format: 'module-typescript', shortCircuit: true}
				: next(specifier, context);
		},
	});
	const declared = new Map<string, Declared[]>();
	for (const [url, file] of byUrl) {
		const tests: Declared[] = [];
		declared.set(file, tests);
		collectors.set(file, createCollector(tests));
		await load(url, tests);
	}
	collectors.clear();
	hooks.deregister();
	for (const tests of declared.values()) {
		Object.freeze(tests); // what is declared later on would not run: now it throws
	}
	return declared;
}

/** The tests of the other files run all the same. */
async function load(url: string, tests: Declared[]): Promise<void> {
	const failing = (title: string, run: Declared['run']) => tests.push({title, skipped: false, run});
	try {
		await import(url);
	} catch (error) {
		failing('the file is loaded', () => {
			throw error;
		});
		return;
	}
	if (tests.length === 0) {
		failing('the file holds tests', t => t.fail('It declares none.'));
	}
}
