import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {identityOf} from '#shared/process-identity.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const script = fileURLToPath(new URL('../../fixtures/start/service.ts', import.meta.url));

/** A start with the databases of the test run and small children. */
function start(t: ExecutionContext, folder: string) {
	const {TEST_MONGODB_URI = '', TEST_REDIS_URL = ''} = process.env;
	const env = {
		PATH: process.env['PATH'],
		DATA_DIR: folder,
		MONGODB_URI: TEST_MONGODB_URI,
		REDIS_URL: TEST_REDIS_URL,
		NOTES: join(folder, 'notes'),
	};
	const service = spawn(process.execPath, [script], {env, stdio: ['ignore', 'pipe', 'pipe']});
	t.teardown(() => service.kill('SIGKILL'));
	const said: string[] = [];
	const heard = new Set<() => void>();
	const listen = (line: string) => {
		said.push(line);
		for (const act of heard) {
			act();
		}
	};
	createInterface(service.stdout).on('line', listen);
	createInterface(service.stderr).on('line', listen);
	const says = (words: string) =>
		new Promise<void>(resolve => {
			const check = () => {
				if (said.some(line => line.includes(words))) {
					heard.delete(check);
					resolve();
				}
			};
			heard.add(check);
			check();
		});
	return {service, said, says, exited: once(service, 'exit')};
}

const pidsIn = (said: readonly string[]) => said.flatMap(line => / is ready \(process (\d+)\)/.exec(line)?.[1] ?? []).map(Number);

/** The system tells us nothing about processes that are not our children, so we look. */
async function gone(pids: readonly number[]): Promise<void> {
	while (pids.some(pid => identityOf(pid) !== null)) {
		await pause(20);
	}
}

test('Ctrl-C stops everything in order', async t => {
	const {service, said, says, exited} = start(t, tempFolder(t));
	await says('everything runs');
	t.is(pidsIn(said).length, 3);
	service.kill('SIGINT');
	t.deepEqual(await exited, [0, null]);
	t.deepEqual(
		said.slice(-4).map(line => line.replace(/^.* s {2}/, '')),
		['stopping (SIGINT); once more to stop at once', 'API stopped', 'workers stopped', 'all stopped'],
	);
	await gone(pidsIn(said));
});

test('a second start on the same folder is refused with the pid of the first, which runs on', async t => {
	const folder = tempFolder(t);
	const first = start(t, folder);
	await first.says('everything runs');
	const second = start(t, folder);
	t.deepEqual(await second.exited, [1, null]);
	await second.says(`in use by process ${first.service.pid}`);
	first.service.kill('SIGTERM');
	t.deepEqual(await first.exited, [0, null]);
});

test('when the start itself is killed its children go too, and the next start is not blocked', async t => {
	const folder = tempFolder(t);
	const first = start(t, folder);
	await first.says('everything runs');
	first.service.kill('SIGKILL');
	await first.exited;
	await gone(pidsIn(first.said));

	const second = start(t, folder);
	await second.says('everything runs');
	second.service.kill('SIGINT');
	t.deepEqual(await second.exited, [0, null]);
});

test('a child that dies is started again', async t => {
	const {service, said, says, exited} = start(t, tempFolder(t));
	await says('everything runs');
	process.kill(pidsIn(said)[0] ?? 0, 'SIGKILL');
	await says('runs again');
	service.kill('SIGINT');
	t.deepEqual(await exited, [0, null]);
});

test('when the API asks for a restore, everything is stopped for it and started again', async t => {
	const {service, said, says, exited} = start(t, tempFolder(t));
	await says('everything runs');
	const api = said.flatMap(line => /api is ready \(process (\d+)\)/.exec(line)?.[1] ?? [])[0];
	process.kill(Number(api), 'SIGUSR2');
	await says('restored /backups/one');
	t.is(said.filter(line => line.includes('workers stopped')).length, 1, 'before it');
	while (said.filter(line => line.includes('everything runs')).length < 2) {
		await pause(20);
	}
	service.kill('SIGINT');
	t.deepEqual(await exited, [0, null]);
	await gone(pidsIn(said));
});

test('the passwords of databases that were named are not shown', async t => {
	const {service, said, says, exited} = start(t, tempFolder(t));
	await says('everything runs');
	service.kill('SIGINT');
	await exited;
	const {password} = new URL(process.env['TEST_MONGODB_URI'] ?? '');
	t.true(said.some(line => line.includes('as MONGODB_URI says')));
	t.false(said.some(line => password !== '' && line.includes(password)));
});
