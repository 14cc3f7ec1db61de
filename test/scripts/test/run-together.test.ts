import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {fileURLToPath} from 'node:url';
import type {ExecutionContext} from 'ava';
import test from 'ava';
import {lanesVariable} from '#scripts/test/plan-run.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const ava = fileURLToPath(new URL('../../../node_modules/ava/entrypoints/cli.js', import.meta.url));
const good = "import test from 'ava'; test('good', t => t.pass());";

/** Runs files with these texts as one lane; after them comes a good file. */
async function ran(t: ExecutionContext, texts: Record<string, string>) {
	const folder = tempFolder(t);
	const files = Object.entries({...texts, last: good}).map(([name, content]) => {
		const file = join(folder, `${name}.test.ts`);
		writeFileSync(file, content);
		return file;
	});
	const child = spawn(process.execPath, [ava, '--config', 'test/together.config.js', '--tap', 'test/together/1.ts'], {
		cwd: root,
		env: {...process.env, ...lanesVariable([files])},
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [output, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
	const passed = output.split('\n').filter(line => line.startsWith('ok ')).length;
	return {passed, output, exitCode: exitCode as number};
}

test('a file without tests fails the run, and the others run', async t => {
	const {passed, output, exitCode} = await ran(t, {first: good, empty: "import 'ava'; export {};"});
	t.is(exitCode, 1);
	t.is(passed, 2);
	t.regex(output, /not ok .*empty › the file holds tests/);
});

test('a file that cannot be loaded fails the run, and the others run', async t => {
	const {passed, output, exitCode} = await ran(t, {
		first: good,
		broken: "import './nowhere.ts';",
		only: "import test from 'ava'; test.only('x', t => t.pass());",
	});
	t.is(exitCode, 1);
	t.is(passed, 2);
	t.regex(output, /not ok .*broken › the file is loaded/);
	t.regex(output, /not ok .*only › the file is loaded/);
});

test('a test that is declared when the run has begun fails the run', async t => {
	const late = "import test from 'ava'; test('good', async t => { test('late', u => u.fail()); t.pass(); });";
	t.is((await ran(t, {late})).exitCode, 1);
});
