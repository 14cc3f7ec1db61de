import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A clone with a lock file that wants one package. */
function clone(t: ExecutionContext, installed: string | null): string {
	const folder = tempFolder(t);
	mkdirSync(join(folder, 'scripts'));
	cpSync(join(root, 'scripts/check-install.cjs'), join(folder, 'scripts/check-install.cjs'));
	const packages = {'': {dependencies: {joi: '1'}}, 'node_modules/joi': {version: '1.2.3'}};
	writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({packages}));
	if (installed !== null) {
		mkdirSync(join(folder, 'node_modules/joi'), {recursive: true});
		writeFileSync(join(folder, 'node_modules/joi/package.json'), JSON.stringify({version: installed}));
	}
	writeFileSync(join(folder, 'old.cjs'), "Object.defineProperty(process, 'versions', {value: {...process.versions, node: '20.19.2'}});");
	return folder;
}

function start(folder: string, ...before: string[]) {
	const args = [
		...before.flatMap(each => ['--require', each]),
		'--require',
		'./scripts/check-install.cjs',
		'--eval',
		'console.log("started")',
	];
	const {status, stdout, stderr} = spawnSync(process.execPath, args, {cwd: folder, encoding: 'utf8'});
	return {status, said: stdout + stderr};
}

test('a start without packages, or with those of another version, says what to run', t => {
	for (const installed of [null, '1.2.2']) {
		const {status, said} = start(clone(t, installed));
		t.is(status, 2);
		t.regex(said, /^The packages of this version are not installed \(joi is the first\).*npm ci\n$/);
	}
	t.deepEqual(start(clone(t, '1.2.3')), {status: 0, said: 'started\n'});
});

test('an old Node says which one is needed', t => {
	const {status, said} = start(clone(t, '1.2.3'), './old.cjs');
	t.is(status, 2);
	t.regex(said, /^Kinoteka runs on Node 24 or newer, and this is Node 20\.19\.2\..*npm ci.*\n$/);
});

test('every command for people looks first', t => {
	const {scripts} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {scripts: Record<string, string>};
	for (const name of ['start', 'api', 'worker', 'demo', 'backup', 'restore', 'move-mongodb', 'reset-password', 'rotate-key']) {
		t.true(scripts[name]?.startsWith('node --require ./scripts/check-install.cjs '), name);
	}
});
