import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, symlinkSync, writeFileSync} from 'node:fs';
import {type AddressInfo, createServer} from 'node:net';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {freePort} from '#scripts/embedded/free-port.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {runEntry} from '#test/helpers/run-entry.ts';
import {tcpProxy} from '#test/helpers/tcp-proxy.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const deadServers = {MONGODB_URI: 'mongodb://me:tell-nobody@127.0.0.1:1/x', REDIS_URL: 'redis://:tell-nobody@127.0.0.1:2'};
const root = fileURLToPath(new URL('../../..', import.meta.url));
const stack = /^\s+at \S+.*:\d+:\d+\)?$/m;

/** A server that accepts connections and says nothing. */
async function silentServer(t: ExecutionContext): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	t.teardown(() => void server.close());
	return (server.address() as AddressInfo).port;
}

async function environment(t: ExecutionContext) {
	const [{uri}, {url, prefix}] = await Promise.all([withDatabase(t), withRedis(t)]);
	return {MONGODB_URI: uri, REDIS_URL: url, REDIS_PREFIX: prefix, DATA_DIR: tempFolder(t), LOG_LEVEL: 'error'};
}

for (const entry of ['scripts/start.ts', 'api/main.ts', 'workers/main.ts']) {
	test(`${entry} tells all problems at once, one line each, without a stack`, async t => {
		const folder = tempFolder(t);
		const file = join(folder, 'file');
		writeFileSync(file, '');
		const port = String(await silentServer(t));
		const env = {
			...deadServers,
			DATA_DIR: file,
			PORT: port,
			TORRENT_HOST: '127.0.0.1',
			TORRENT_PORT: String(await silentServer(t)),
			LOG_LEVEL: 'loud',
			SECRET_KEY: 'x',
		};
		const {ended, output} = runEntry(t, [entry], env);
		t.is(await ended, entry === 'scripts/start.ts' ? 1 : 2);
		const expected = [
			/LOG_LEVEL.*must be one of/,
			/SECRET_KEY/,
			/DATA_DIR.*is a file/,
			/MongoDB at 127.0.0.1:1 .*nothing listens/,
			/Redis at 127.0.0.1:2 .*nothing listens/,
		];
		const ports = [/PORT: 127.0.0.1:\d+ is already in use/, /TORRENT_PORT: 127.0.0.1:\d+ is already in use/];
		const own = ports.slice(0, {'scripts/start.ts': 2, 'api/main.ts': 1}[entry] ?? 0);
		for (const words of [...expected, ...own]) {
			t.regex(output(), words);
		}
		t.notRegex(output(), stack);
		t.false(output().includes('tell-nobody'));
	});
}

test('a start below /proc ends at once', async t => {
	const {ended, output} = runEntry(t, ['scripts/start.ts'], {DATA_DIR: '/proc/kinoteka', PORT: String(await freePort())});
	t.is(await ended, 1);
	t.regex(output(), /DATA_DIR: \/proc\/kinoteka is below \/proc/);
});

test('servers that accept connections and say nothing are reported too', async t => {
	const port = await silentServer(t);
	const env = {
		MONGODB_URI: `mongodb://127.0.0.1:${port}/x`,
		REDIS_URL: `redis://127.0.0.1:${port}`,
		DATA_DIR: tempFolder(t),
		PORT: String(await freePort()),
	};
	const {ended, output} = runEntry(t, ['scripts/start.ts'], env);
	t.is(await ended, 1);
	t.regex(output(), /MongoDB.*does not answer/);
	t.regex(output(), /Redis.*does not answer/);
});

test('a worker waits for a server that is away, says so, and goes on when it is back', async t => {
	const env = await environment(t);
	const address = new URL(env.MONGODB_URI);
	const proxy = await tcpProxy(t, {host: address.hostname, port: Number(address.port)});
	await proxy.cut();
	address.host = `127.0.0.1:${proxy.port}`;
	address.searchParams.delete('replicaSet');
	address.searchParams.set('directConnection', 'true');
	const worker = runEntry(t, ['workers/main.ts', '--pools', 'search,grab'], {...env, MONGODB_URI: String(address)});
	await worker.says(/Worker search,grab waits \(\d+ s\): MongoDB at/);
	await proxy.mend();
	await worker.says(/Worker search,grab is ready/);
	worker.child.kill('SIGTERM');
	t.is(await worker.ended, 0);
	t.regex(worker.output(), /Worker search,grab stops \(SIGTERM\)[\s\S]*has stopped/);
	t.notRegex(worker.output(), stack);
});

test('an API that waits for its servers says so and can be stopped', async t => {
	const {says, child, ended, output} = runEntry(t, ['api/main.ts'], {...deadServers, DATA_DIR: tempFolder(t), PORT: '0'});
	await says(/API waits \(\d+ s\): MongoDB at[\s\S]*API waits \(\d+ s\): Redis at/);
	child.kill('SIGTERM');
	t.is(await ended, 0);
	t.notRegex(output(), stack);
});

test('npm run worker works from a fresh clone: with its Node, the pools of the command and the file .env', async t => {
	const clone = tempFolder(t);
	for (const name of ['node_modules', 'workers', 'shared', 'config', 'scripts']) {
		symlinkSync(join(root, name), join(clone, name));
	}
	cpSync(join(root, 'package.json'), join(clone, 'package.json'));
	const lines = Object.entries(await environment(t)).map(([name, value]) => `${name}=${value}\n`);
	writeFileSync(join(clone, '.env'), `${lines.join('')}WORKER_POOLS=captcha\n`);
	// Not in place, where knip would look for the files of the script in this folder.
	const args = ['run', 'worker', '--', '--pools', 'search,import'];
	const npm = spawn('npm', args, {
		cwd: clone,
		env: {PATH: process.env['PATH'], HOME: clone},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	t.teardown(() => void npm.kill('SIGKILL'));
	let said = '';
	const ended = once(npm, 'close');
	const ready = new Promise<void>(resolve => {
		for (const stream of [npm.stdout, npm.stderr]) {
			stream.on('data', chunk => {
				said += String(chunk);
				if (said.includes('Worker search,import is ready')) {
					resolve();
				}
			});
		}
	});
	await Promise.race([ready, ended]);
	npm.kill('SIGTERM');
	await ended;
	t.regex(said, /Worker search,import is ready[\s\S]*Worker search,import has stopped/);
});
