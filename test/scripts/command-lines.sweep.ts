import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {Worker} from 'node:worker_threads';
import test, {type ExecutionContext} from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {commands} from '#test/tools/commands.ts';

/** Runs a command in a thread of an empty folder, where nothing is set. Returns what it printed and its exit code. */
async function run(t: ExecutionContext, file: string, args: readonly string[]): Promise<{output: string; code: number; left: string[]}> {
	const folder = tempFolder(t);
	const env = {PATH: process.env['PATH'], HOME: folder, DATA_DIR: join(folder, 'data'), PORT: '0'};
	const thread = new Worker(pathToFileURL(file), {argv: [...args], env, stdout: true, stderr: true, execArgv: []});
	let output = '';
	for (const stream of [thread.stdout, thread.stderr]) {
		stream.setEncoding('utf8').on('data', (chunk: string) => {
			output += chunk;
		});
	}
	const code = await new Promise<number>((resolve, reject) => {
		thread.once('exit', resolve);
		thread.once('error', reject);
	});
	return {output, code, left: readdirSync(folder)};
}

for (const file of commands()) {
	test(`${file} --help prints its usage and does nothing, and an unknown option is named with those that there are`, async t => {
		const help = await run(t, file, ['--help']);
		t.regex(help.output, /^Usage: npm [\s\S]+\n\n\S/, help.output);
		t.is(help.code, 0);
		t.deepEqual(help.left, []);
		t.is((await run(t, file, ['-h'])).output, help.output);
		if (file !== 'scripts/test.ts') {
			const wrong = await run(t, file, ['--no-such-option']);
			t.regex(wrong.output, /^Unknown option '--no-such-option'\. Options: .*--help\.\nUsage: npm /);
			t.is(wrong.code, 2);
			t.deepEqual(wrong.left, []);
		}
	});
}
