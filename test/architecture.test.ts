import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';

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
		.filter(entry => entry.isFile() && entry.name.endsWith('.ts'))
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
		(within('api')(from) || within('workers')(from)) && within('config')(to) && !/\/(main|deps|create-deps)\.ts$/.test(from),
	'nothing imports test': ({to}) => within('test')(to),
	'resources of the api share through api/http and shared only': ({from, to}) =>
		within('api')(from) &&
		within('api')(to) &&
		from.split('/').length > 2 &&
		to.split('/').length > 2 &&
		second(to) !== 'http' &&
		second(from) !== second(to),
	'a pool never imports another pool': ({from, to}) =>
		within('workers')(from) &&
		within('workers')(to) &&
		from.split('/').length > 2 &&
		to.split('/').length > 2 &&
		second(from) !== 'integrations' &&
		second(to) !== 'integrations' &&
		second(from) !== second(to),
	'integrations import no pool': ({from, to}) =>
		within('workers/integrations')(from) && within('workers')(to) && !within('workers/integrations')(to),
	'the browser is loaded lazily': ({from, to, typesOnly}) =>
		to === 'puppeteer' && !typesOnly && !within('workers/integrations/browser')(from) && !within('scripts')(from),
	'only the pool knows the BullMQ worker; the API and the workers share the client': ({from, to}) =>
		to === 'bullmq' && !['workers/pool.ts', 'shared/jobs/client.ts', 'api/dashboard.ts'].includes(from) && !within('scripts')(from),
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

test('no source file is longer than 200 lines', t => {
	const long = folders.flatMap(files).filter(file => readFileSync(join(root, file), 'utf8').split('\n').length > 201);
	t.deepEqual(long, []);
});
