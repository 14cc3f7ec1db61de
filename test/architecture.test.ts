import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {pools} from '#shared/jobs/queues.ts';
import {circles} from './helpers/architecture/circles.ts';
import {longFunctions} from './helpers/architecture/long-functions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['api', 'workers', 'shared', 'config', 'scripts'];

interface Import {
	from: string;
	/** A path below the root, `node:…`, or the name of a package. */
	to: string;
	typesOnly: boolean;
}

const statement = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;
const lazy = /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g;

function files(folder: string): string[] {
	return readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile() && /\.[jt]s$/.test(entry.name))
		.map(entry => relative(root, join(entry.parentPath, entry.name)));
}

function resolveImport(from: string, to: string): string {
	if (to.startsWith('.')) {
		return join(dirname(from), to);
	}
	return to.startsWith('#') ? to.slice(1) : to;
}

function importsOf(from: string): Import[] {
	const text = readFileSync(join(root, from), 'utf8');
	const plain = [...text.matchAll(statement)].map(([, type, to = '']) => ({
		from,
		to: resolveImport(from, to),
		typesOnly: type !== undefined,
	}));
	const dynamic = [...text.matchAll(lazy)].map(([, to = '']) => ({from, to: resolveImport(from, to), typesOnly: false}));
	return [...plain, ...dynamic];
}

const imports = folders.flatMap(files).flatMap(importsOf);
const isOurs = ({to}: Import) => folders.includes(to.split('/')[0] ?? '') || to.startsWith('test/');
const within = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`);
const second = (path: string) => path.split('/')[1] ?? '';
const isPool = (folder: string) => (pools as readonly string[]).includes(folder);

/** Each rule: which imports are forbidden, and why. */
const rules: Record<string, (each: Import) => boolean> = {
	'config imports nothing of ours': each => within('config')(each.from) && isOurs(each) && !within('config')(each.to),
	'the domain is pure: itself only, no package, no node module': ({from, to}) =>
		within('shared/domain')(from) && !within('shared/domain')(to),
	'shared knows neither api, workers, scripts nor config': ({from, to}) =>
		within('shared')(from) && ['api', 'workers', 'scripts', 'config'].some(each => within(each)(to)),
	'api never imports workers, not even types': ({from, to}) => within('api')(from) && within('workers')(to),
	'workers never import api': ({from, to}) => within('workers')(from) && within('api')(to),
	'only main.ts and what it builds with read config': ({from, to}) =>
		(within('api')(from) || within('workers')(from)) && within('config')(to) && !/\/(main|create-deps)\.ts$/.test(from),
	'nothing imports test': ({to}) => within('test')(to),
	'resources of the api share through api/http and shared only': ({from, to}) =>
		within('api')(from) &&
		within('api')(to) &&
		from.split('/').length > 2 &&
		to.split('/').length > 2 &&
		second(to) !== 'http' &&
		second(from) !== second(to),
	'a pool never imports another pool': ({from, to}) =>
		within('workers')(from) && within('workers')(to) && isPool(second(from)) && isPool(second(to)) && second(from) !== second(to),
	'only the entry of the workers and what it wires up knows the pools': ({from, to}) =>
		within('workers')(from) &&
		within('workers')(to) &&
		isPool(second(to)) &&
		!isPool(second(from)) &&
		!/^workers\/(main\.ts|wiring\/)/.test(from),
	'integrations import no pool': ({from, to}) =>
		within('workers/integrations')(from) && within('workers')(to) && !within('workers/integrations')(to),
	'the browser is loaded lazily': ({from, to, typesOnly}) =>
		to === 'puppeteer' && !typesOnly && !within('workers/integrations/browser')(from) && !within('scripts')(from),
	'only the pool knows the BullMQ worker; the API and the workers share the client': ({from, to}) =>
		to === 'bullmq' && !['workers/runtime/pool.ts', 'shared/jobs/client.ts', 'api/dashboard.ts'].includes(from) && !within('scripts')(from),
};

test('the import rules see the whole source', t => {
	t.true(imports.filter(isOurs).length > 200);
});

for (const [rule, isForbidden] of Object.entries(rules)) {
	test(rule, t => {
		t.deepEqual(
			imports.filter(isForbidden).map(({from, to}) => `${from} -> ${to}`),
			[],
		);
	});
}

/** Written by a script, and read by nobody. */
const generated = 'api/ui/client/schemas.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const sources = folders.flatMap(files);

test('no source file is longer than 400 lines, and those above 300 are named', t => {
	const linesOf = (file: string) => read(file).split('\n').length - 1;
	const written = sources.filter(file => file !== generated);
	const long = written.map(file => ({file, lines: linesOf(file)})).filter(({lines}) => lines > 300);
	for (const {file, lines} of long) {
		t.log(`${file}: ${lines} lines`);
	}
	t.deepEqual(
		long.filter(({lines}) => lines > 400),
		[],
	);
});

/** A factory is as long as the list of what it makes. */
const longByNature = new Set([
	'shared/store/downloads/downloads.ts',
	'shared/store/tasks/task-history.ts',
	'shared/store/libraries/scanned-files.ts',
	'shared/store/series/series.ts',
	'shared/store/series/episodes.ts',
	'shared/store/movies/movies.ts',
	'workers/wiring/assemble-deps.ts',
]);

test('no function has more than 80 lines of its own, those of functions within it not counted', t => {
	const long = sources.flatMap(file => longFunctions(read(file), 80).map(({line, lines}) => ({file, line, lines})));
	t.deepEqual(
		long.filter(({file}) => !longByNature.has(file)),
		[],
	);
});

const ours = imports.filter(isOurs);

test('files import each other in one direction, types too', t => {
	t.deepEqual(circles(ours.map(({from, to}) => [from, to])), []);
});

test('folders import each other in one direction, unless one lies in the other', t => {
	const isWithin = (a: string, b: string) => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
	const arrows = ours.map(({from, to}) => [dirname(from), dirname(to)] as const).filter(([from, to]) => !isWithin(from, to));
	t.deepEqual(circles(arrows), []);
});

test('nothing but its entry lies at the root of workers', t => {
	t.deepEqual(
		sources.filter(file => dirname(file) === 'workers'),
		['workers/main.ts'],
	);
});

/** What the API may do with files: its own logs, pages and data folder. The disks of the library belong to the workers. */
const mayUseDisks = new Set([
	'api/backup-uploads.ts',
	'api/backups.ts',
	'api/images/image-files.ts',
	'api/log-files.ts',
	'api/http/uploads.ts',
	'api/moves/routes.ts',
	'api/openapi/routes.ts',
	'api/page/bundle.ts',
	'api/page/page-files.ts',
	'api/system/checks.ts',
]);

test('the API uses disks only where it is listed', t => {
	const users = imports
		.filter(({from, to}) => within('api')(from) && (/^node:fs/.test(to) || within('shared/files')(to)))
		.map(({from}) => from);
	t.deepEqual(
		[...new Set(users)].filter(file => !mayUseDisks.has(file)),
		[],
	);
});

/** A tab counts as four columns. Types in comments are code, which has 140. */
const mostColumns = 120;
const mostColumnsOfTypes = 140;

test('no comment line is longer than 120 columns', t => {
	const isLong = (line: string) =>
		/^\s*(?:\/\*\*|\*|\/\/)/.test(line) &&
		line.replaceAll('\t', '    ').length > (/@(?:param|typedef|property) \{/.test(line) ? mostColumnsOfTypes : mostColumns);
	t.deepEqual(
		sources.filter(file => read(file).split('\n').some(isLong)),
		[],
	);
});

const decisions = readdirSync(join(root, 'docs/decisions')).flatMap(file =>
	[...read(`docs/decisions/${file}`).matchAll(/^(\d+)\. (\*\*.*)$/gm)].map(([, number, text = '']) => ({
		file,
		number: Number(number),
		text,
	})),
);
const wordsOf = (text: string) => text.split(/\s+/).length;

test('a decision is one thought with a number of its own, and its subject is in the index', t => {
	t.is(new Set(decisions.map(({number}) => number)).size, decisions.length);
	t.deepEqual(
		decisions.filter(({text}) => wordsOf(text) > 150 || text.includes('continued.**')),
		[],
	);
	const index = read('DECISIONS.md');
	t.true(decisions.every(({file}) => index.includes(`docs/decisions/${file}`)));
});

test('all decisions together are short enough to be read', t => {
	t.true(decisions.length <= 200);
	t.true(decisions.reduce((sum, {text}) => sum + wordsOf(text), 0) <= 15_000);
});

/** `test/growth.test.ts`, `site-words.ts`, `joi/`, `search-room`; no path of the API, no variable of a folder. */
const looksLikeFile = /^(?![A-Z]+_DIR)[\w.-]+(?:\/[\w.-]+)+\/?$|^[\w-]+\.(?:ts|js|css|md|yml)$|^[a-z]+(?:-[a-z]+)+$/;
const places = ['api', 'config', 'scripts', 'shared', 'test', 'workers'];

test('decisions name files, and other words of the code, that exist', t => {
	const paths = places.flatMap(place =>
		readdirSync(join(root, place), {recursive: true, encoding: 'utf8'}).map(path => `/${place}/${path}`),
	);
	const texts = [...sources, 'docker-compose.yml', 'package.json'].map(read);
	const exists = (name: string) =>
		paths.some(path => `${path}/`.includes(`/${name.replace(/\/$/, '')}/`) || path.includes(`/${name}.`)) ||
		texts.some(text => text.includes(name));
	const named = decisions.flatMap(({number, text}) => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({number, name})));
	t.deepEqual(
		named.filter(({name}) => looksLikeFile.test(name) && !exists(name)),
		[],
	);
});

test('comments refer to nothing outside the repository, and to decisions that exist', t => {
	const known = new Set(decisions.map(({number}) => String(number)));
	const outside = sources.filter(file => /\b(?:interface|decisions) \d+\.\d+/i.test(read(file)));
	const cited = sources.flatMap(file => [...read(file).matchAll(/DECISIONS(?:\.md)? (\d+)/g)].map(([, number = '']) => ({file, number})));
	t.deepEqual(outside, []);
	t.deepEqual(
		cited.filter(({number}) => !known.has(number)),
		[],
	);
});
