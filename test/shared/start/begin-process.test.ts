import {execFileSync, fork} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const script = fileURLToPath(new URL('../../fixtures/hung-process.ts', import.meta.url));

for (const wanted of [0, 3]) {
	test(`a process whose disk hangs ends with its exit code ${wanted} all the same`, async t => {
		const pipe = join(tempFolder(t), 'pipe');
		execFileSync('sh', ['-c', 'mkfifo "$0"', pipe]);
		const child = fork(script, [pipe, String(wanted)]);
		t.teardown(() => child.kill('SIGKILL'));
		const [code] = await once(child, 'exit');
		t.is(code, wanted);
	});
}
