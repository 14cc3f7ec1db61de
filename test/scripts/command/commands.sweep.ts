import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import mongoose from 'mongoose';
import {lockFolder} from '#scripts/embedded/data-lock.ts';
import {startServices} from '#scripts/embedded/services.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const script = (name: string) => fileURLToPath(new URL(`../../../scripts/${name}.ts`, import.meta.url));

/** Runs a command in an empty folder, so that it finds no `.env`. Returns its exit code and what it told. */
function run(
	name: string,
	args: readonly string[],
	env: {DATA_DIR: string} & Record<string, string>,
): Promise<{code: number; output: string}> {
	const {promise, resolve} = Promise.withResolvers<{code: number; output: string}>();
	const options = {cwd: join(env.DATA_DIR, '..'), env: {PATH: process.env['PATH'] ?? '', ...env}};
	const child = execFile(process.execPath, [script(name), ...args], options, (error, stdout, stderr) =>
		resolve({code: Number(error?.code ?? 0), output: stdout + stderr}),
	);
	child.stdin?.end('a-password-long-enough\n');
	return promise;
}

for (const name of ['backup', 'rotate-key', 'reset-password', 'seed']) {
	test(`${name} says at once that a server does not answer`, async t => {
		const servers = {MONGODB_URI: 'mongodb://127.0.0.1:1/kinoteka', REDIS_URL: 'redis://127.0.0.1:1'};
		const {code, output} = await run(name, [], {DATA_DIR: join(tempFolder(t), 'data'), ...servers});
		t.is(code, 1);
		t.regex(output, /MongoDB at 127\.0\.0\.1:1 \(MONGODB_URI\): nothing listens there/);
		t.notRegex(output, /^ +at /m, 'no stack');
	});
}

for (const name of ['backup', 'reset-password', 'rotate-key']) {
	test(`${name} makes no new database where there is none`, async t => {
		const dataDir = join(tempFolder(t), 'data');
		const {code, output} = await run(name, [], {DATA_DIR: dataDir});
		t.is(code, 1);
		t.regex(output, /There is no database in .*\/data\. Set DATA_DIR or MONGODB_URI/);
		t.false(existsSync(join(dataDir, 'mongodb')));
	});
}

test('an unknown option is answered with the usage', async t => {
	const {code, output} = await run('restore', ['--form', 'x'], {DATA_DIR: join(tempFolder(t), 'data')});
	t.is(code, 2);
	t.regex(output, /'--form'.*\nUsage: npm run restore -- --from/);
	t.notRegex(output, /^ +at /m);
});

/** The servers of a service that runs on a data folder, in this process. */
async function runningService(t: ExecutionContext): Promise<string> {
	const folder = join(tempFolder(t), 'data');
	const lock = lockFolder(folder);
	const given = {mongodbUri: null, redisUrl: '', mongodBinary: process.env['MONGOD_BINARY'] ?? null, redisBinary: null};
	const services = await startServices({folder, database: 'kinoteka', ...given, env: process.env, reporter: listeningReporter()});
	t.teardown(async () => {
		await services.stop();
		lock.release();
	});
	const connection = await mongoose.createConnection(services.mongodbUri).asPromise();
	await createInstallation(connection).findStartFault('ab'.repeat(32));
	await connection.close();
	return folder;
}

test('what may be done while the service runs is done in its database, and the rest says who runs', async t => {
	const env = {DATA_DIR: await runningService(t)};
	const reset = await run('reset-password', [], env);
	t.like(reset, {code: 0});
	t.regex(reset.output, /the administrator admin was created/);
	const backup = await run('backup', [], env);
	t.like(backup, {code: 0});
	t.regex(backup.output, /documents in \d+ collections.*read back/);
	t.notRegex(backup.output, /one after another/, 'all collections are of one moment');
	const rotation = await run('rotate-key', [], env);
	t.like(rotation, {code: 1});
	t.regex(rotation.output, new RegExp(`Process ${process.pid} uses .*the service runs. Stop it`));
});
