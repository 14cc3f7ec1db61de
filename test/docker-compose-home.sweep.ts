import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {cacheFolder, compileCache, programEnvironment} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {homeComposition, interpolate} from '#test/helpers/home-composition.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const {kinoteka, mongodb, redis} = homeComposition().services;
const {env} = process;
const place = {prefersCached: true, cache: cacheFolder(env), env, reporter: listeningReporter()};
const entry = fileURLToPath(new URL('../scripts/container.sh', import.meta.url));

function run(
	t: ExecutionContext,
	[program = '', ...args]: readonly string[],
	environment: NodeJS.ProcessEnv,
): ChildProcess & {text(): string} {
	const child = spawn(program, args, {env: environment, stdio: ['ignore', 'pipe', 'pipe']});
	let said = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', chunk => {
			said += String(chunk);
		});
	}
	t.teardown(async () => {
		if (child.exitCode === null) {
			const ended = once(child, 'exit');
			child.kill('SIGKILL');
			await ended;
		}
	});
	return Object.assign(child, {text: () => said});
}

/** MongoDB with the command of its service, and the replica set that its health check makes. */
async function runMongodb(t: ExecutionContext): Promise<number> {
	const [{path}, port] = await Promise.all([findProgram(wantedMongodb(env['MONGOD_BINARY'] ?? null), place), freePort()]);
	const own = mongodb.command.filter(each => each !== '--bind_ip_all');
	run(t, [path, ...own, '--bind_ip=127.0.0.1', `--port=${port}`, `--dbpath=${tempFolder(t)}`], programEnvironment(path, env));
	const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
	t.teardown(() => client.close());
	const admin = client.db('admin');
	const member = {_id: 0, host: `127.0.0.1:${port}`};
	t.regex(mongodb.healthcheck.test.join(' '), /rs\.initiate\(\{_id: 'rs0', members: \[\{_id: 0, host: 'mongodb:27017'\}\]\}\)/);
	await admin.command({replSetInitiate: {_id: 'rs0', members: [member]}});
	await until(async () => (await admin.command({hello: 1}))['isWritablePrimary'] === true);
	return port;
}

async function runRedis(t: ExecutionContext): Promise<number> {
	const [{path}, port] = await Promise.all([findProgram(wantedRedis(env['REDIS_BINARY'] ?? null), place), freePort()]);
	const [, ...own] = redis.command;
	run(t, [path, ...own, '--port', String(port), '--bind', '127.0.0.1', '--dir', tempFolder(t)], env);
	return port;
}

test('the three services of the small composition run as processes with its variables, and stop when asked', async t => {
	const [mongodbPort, redisPort, port] = await Promise.all([runMongodb(t), runRedis(t), freePort()]);
	const data = tempFolder(t);
	const given = Object.fromEntries(
		Object.entries(kinoteka.environment).map(([name, value]) => [name, interpolate(String(value), {PUID: '0', PGID: '0'})]),
	);
	const service = run(t, ['sh', entry, process.execPath, ...kinoteka.command], {
		PATH: env['PATH'],
		...compileCache(env),
		...given,
		// Names and ports that only the composition has.
		MONGODB_URI: given['MONGODB_URI']?.replace('mongodb:27017', `127.0.0.1:${mongodbPort}`),
		REDIS_URL: given['REDIS_URL']?.replace('redis:6379', `127.0.0.1:${redisPort}`),
		HOST: '127.0.0.1',
		PORT: String(port),
		TORRENT_PORT: '0',
		DATA_DIR: join(data, 'kinoteka'),
	});
	await until(async () => {
		const answer = await fetch(`http://127.0.0.1:${port}/api/ready`).catch(() => null);
		return answer?.status === 200 || service.exitCode !== null;
	});
	t.is(service.exitCode, null, service.text());
	await until(() => /everything runs/.test(service.text()));
	t.regex(service.text(), /administrator|password/i);
	const ended = once(service, 'exit');
	service.kill('SIGTERM');
	t.deepEqual(await ended, [0, null]);
	t.regex(service.text(), /all stopped/);
});
