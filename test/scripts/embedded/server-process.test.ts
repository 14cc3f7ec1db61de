import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {folderIdentity} from '#scripts/embedded/data-files.ts';
import {spawnServer, stopLeftover} from '#scripts/embedded/server-process.ts';
import {identityOf} from '#shared/process-identity.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A program that leaves a file when it runs, and goes on until somebody ends it. */
function server(t: ExecutionContext, folder: string) {
	const program = join(tempFolder(t), 'server');
	const mark = join(folder, 'touched');
	writeFileSync(program, `#!/bin/sh\ntouch "${mark}"\nexec sleep 300\n`, {mode: 0o755});
	return {program, hasRun: () => existsSync(mark)};
}

/** A process of somebody else. */
function sleeper(t: ExecutionContext): {pid: number; identity: string} {
	const child = spawn('sleep', ['300'], {stdio: 'ignore'});
	t.teardown(() => child.kill('SIGKILL'));
	const pid = child.pid ?? 0;
	return {pid, identity: identityOf(pid) ?? ''};
}

test('a server is recorded with its folder when it begins, and its record goes with it', async t => {
	const folder = tempFolder(t);
	const {program, hasRun} = server(t, folder);
	const running = spawnServer(program, [], folder);
	const record = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
	t.deepEqual(record, {pid: running.pid, identity: identityOf(running.pid), folder: folderIdentity(folder)});
	await until(hasRun);
	await running.stop(5000);
	t.false(existsSync(join(folder, 'server.json')));
});

test('a server that cannot be recorded does not run', async t => {
	const folder = tempFolder(t);
	const {program, hasRun} = server(t, folder);
	mkdirSync(join(folder, 'server.json'));
	t.throws(() => spawnServer(program, [], folder), {code: 'server_not_started', message: /server\.json cannot be written/});
	const {pid} = JSON.parse(readFileSync(join(folder, 'server.json.new'), 'utf8'));
	await until(() => identityOf(pid) === null);
	t.false(hasRun());
});

test('whoever is killed before the server may begin leaves none', async t => {
	const folder = tempFolder(t);
	const {program, hasRun} = server(t, folder);
	// The record is written, and then there is nobody any more.
	const starter = `
		import fs from 'node:fs';
		import {syncBuiltinESMExports} from 'node:module';
		const {renameSync} = fs;
		fs.renameSync = (...names) => {
			renameSync(...names);
			process.kill(process.pid, 'SIGKILL');
		};
		syncBuiltinESMExports();
		const {spawnServer} = await import('#scripts/embedded/server-process.ts');
		spawnServer(${JSON.stringify(program)}, [], ${JSON.stringify(folder)});
	`;
	const child = spawn(process.execPath, ['--input-type=module', '--eval', starter], {cwd: root, stdio: 'ignore'});
	t.deepEqual(await once(child, 'exit'), [null, 'SIGKILL']);
	const {pid} = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'));
	await until(() => identityOf(pid) === null);
	t.false(hasRun());
	t.is(await stopLeftover(folder, 1000), null);
});

test('only the recorded server of this very folder is ended', async t => {
	const folder = tempFolder(t);
	const {pid, identity} = sleeper(t);
	const record = (text: object | string) => writeFileSync(join(folder, 'server.json'), JSON.stringify(text));
	const mine = folderIdentity(folder);
	for (const other of [
		{pid, identity: 'of an earlier process with this pid', folder: mine},
		{pid, identity, folder: folderIdentity(tempFolder(t))},
		{pid, identity},
		'damaged',
	]) {
		record(other);
		t.is(await stopLeftover(folder, 1000), null);
		t.is(identityOf(pid), identity);
	}
	record({pid, identity, folder: mine});
	t.is(await stopLeftover(folder, 1000), pid);
	t.is(identityOf(pid), null);
});
