import {Session} from 'node:inspector/promises';
import {dirname, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {prepareGrab} from './walk/grab.ts';
import {prepareList} from './walk/list.ts';

/** Own files that a story may walk through, and without the parser of releases, which is one call. */
const stories = {
	// First, because the pools of the other one go on until the end.
	'GET /api/library/movies': {prepare: prepareList, max: {all: 29, withoutParser: 29}},
	// An import reads the names of its files with the parser, so that nothing else takes the place of a good file. A
	// fetched file is looked for among those that an earlier try has kept.
	'from POST /api/download/grab to the imported file': {prepare: prepareGrab, max: {all: 139, withoutParser: 123}},
};

const root = dirname(import.meta.dirname);
const source = /^(?:api|workers|shared|config)\//;
const parser = /^shared\/domain\/release\//;

/** Own files with a function that the story calls. Evaluating a module calls none. */
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
function isCalled({functionName, ranges: [range]}: {functionName: string; ranges: {startOffset: number; count: number}[]}): boolean {
	return range !== undefined && range.count > 0 && !(functionName === '' && range.startOffset === 0);
}

// One story after another, because functions are counted for the whole thread.
test('the stories of the service walk through few files', async t => {
	for (const [title, {prepare, max}] of Object.entries(stories)) {
		const files = await filesOf(await prepare(t));
		const withoutParser = files.filter(path => !parser.test(path));
		t.log(`${title}: ${files.length} own files, ${withoutParser.length} without the parser\n${files.join('\n')}`);
		t.true(files.length > 10 && files.length <= max.all, `${title}: ${files.length} files`);
		t.true(withoutParser.length <= max.withoutParser, `${title}: ${withoutParser.length} files without the parser`);
	}
});
