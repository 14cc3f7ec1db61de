import {Session} from 'node:inspector/promises';
import {dirname, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import type {ExecutionContext} from 'ava';
import {createTeller} from '#scripts/teller/console.ts';
import {openTestServices} from '#scripts/test/services.ts';

/**
 * Counts the own files that a story walks through: those with a function that is called from its beginning to its end.
 * `node test/walk.ts` prints the counts of all stories, `node test/walk.ts grab --files` the files of one.
 */
const stories = {
	grab: {title: 'from POST /api/download/grab to the imported file', max: 110},
	list: {title: 'GET /api/library/movies', max: 25},
} as const;
type Name = keyof typeof stories;

const {values, positionals} = parseArgs({options: {files: {type: 'boolean', default: false}}, allowPositionals: true});
const names = (Object.keys(stories) as Name[]).filter(name => positionals.length === 0 || positionals.includes(name));
const root = dirname(import.meta.dirname);
const source = /^(api|workers|shared|config)\//;

/** Own files with a called function. Evaluating a module calls none. */
async function filesOf(story: () => Promise<void>): Promise<string[]> {
	const session = new Session();
	session.connect();
	await session.post('Profiler.enable');
	await session.post('Profiler.startPreciseCoverage', {callCount: true, detailed: false});
	// Taking the counts sets them back.
	await session.post('Profiler.takePreciseCoverage');
	await story();
	const {result} = await session.post('Profiler.takePreciseCoverage');
	session.disconnect();
	const called = result.filter(({url, functions}) => url.startsWith('file:') && functions.some(isCalled));
	return [...new Set(called.map(({url}) => relative(root, fileURLToPath(url))))].filter(path => source.test(path)).sort();
}

/** The function without a name at the beginning of a file is its module. */
function isCalled({functionName, ranges}: {functionName: string; ranges: {startOffset: number; count: number}[]}): boolean {
	const [range] = ranges;
	return range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0);
}

const services = await openTestServices(process.env, createTeller(process.stderr));
Object.assign(process.env, services.env);
const endings: (() => unknown)[] = [];
const t = {
	teardown: (end: () => unknown) => endings.push(end),
	fail(message: string): never {
		throw new Error(message);
	},
} as unknown as ExecutionContext; // the helpers use no more of it

try {
	for (const name of names) {
		const {prepare} = (await import(`./walk/${name}.ts`)) as {prepare(t: ExecutionContext): Promise<() => Promise<void>>};
		const files = await filesOf(await prepare(t));
		const {title, max} = stories[name];
		console.log(`${name}: ${files.length} own files, ${title} (at most ${max}: ${files.length <= max ? 'reached' : 'MISSED'})`);
		if (values.files) {
			console.log(files.join('\n'));
		}
	}
} finally {
	for (const end of endings.reverse()) {
		await end();
	}
	await services.close();
}
process.exit();
