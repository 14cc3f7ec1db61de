import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';
import {startApi} from '#test/helpers/api-process.ts';
import {withDatabase} from '#test/helpers/database.ts';
import {withRedis} from '#test/helpers/redis.ts';
import {standaloneMongodb} from '#test/helpers/standalone-mongodb.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const main = fileURLToPath(new URL('../../../workers/main.ts', import.meta.url));
const key = 'a'.repeat(64);
const otherKey = 'b'.repeat(64);

async function environment(t: ExecutionContext) {
	const [{uri}, {url, prefix}] = await Promise.all([withDatabase(t), withRedis(t)]);
	return {MONGODB_URI: uri, REDIS_URL: url, REDIS_PREFIX: prefix, DATA_DIR: tempFolder(t), SECRET_KEY: key};
}

/** Runs a worker process until it ends by itself. */
async function runWorker(t: ExecutionContext, env: Record<string, string>) {
	const child = spawn(process.execPath, [main], {
		env: {PATH: process.env['PATH'] ?? '', WORKER_POOLS: 'search,grab', ...env},
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	let errors = '';
	child.stderr.on('data', chunk => {
		errors += String(chunk);
	});
	t.teardown(() => void child.kill('SIGKILL'));
	const [code] = await once(child, 'close');
	return {code, lines: errors.split('\n').filter(line => line !== '' && !line.includes('warning: '))};
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks into replies of every shape
type Body = any;

/** Asks again until a reply is as wanted, at most ten minutes. */
async function replyOf(url: string, isWanted: (body: Body) => boolean = () => true): Promise<{status: number; body: Body}> {
	const until = Date.now() + 600_000;
	for (;;) {
		const reply = await fetch(url).catch(() => null);
		const body: Body = await reply?.json();
		if (reply && (isWanted(body) || Date.now() > until)) {
			return {status: reply.status, body};
		}
		await pause(100);
	}
}

test('a worker with another key does not join, says why, and the API shows it', async t => {
	const env = await environment(t);
	const api = startApi(t, env);
	const {detail} = await api.ready;
	const {code, lines} = await runWorker(t, {...env, SECRET_KEY: otherKey});
	t.is(code, 2);
	t.is(lines.length, 1);
	t.regex(lines[0] ?? '', /search, grab.*different SECRET_KEY/);
	const {body: status} = await replyOf(`${detail}/api/system/status`);
	const search = status.services.find(({name}: {name: string}) => name === 'worker:search');
	t.is(search.status, 'error');
	t.regex(search.message, /different SECRET_KEY/);
	const {body: health} = await replyOf(`${detail}/api/health`);
	t.is(health.checks.workers.status, 'degraded');
	t.deepEqual(health.checks.workers.refused.map(({service}: {service: string}) => service).toSorted(), ['worker:grab', 'worker:search']);
});

test('an API with another key answers nothing but its state', async t => {
	const env = await environment(t);
	await startApi(t, env).ready;
	const port = String(20_000 + Math.floor(Math.random() * 10_000));
	const wrong = startApi(t, {...env, SECRET_KEY: otherKey, PORT: port});
	const url = `http://127.0.0.1:${port}`;
	const {body: health} = await replyOf(`${url}/api/health`, body => body.checks.installation.status === 'unhealthy');
	t.is(health.status, 'unhealthy');
	t.like(await replyOf(`${url}/api/indexers`), {status: 503, body: {code: 'unavailable', reason: 'other_secret_key'}});
	const {body: shown} = await replyOf(`${url}/api/system/status`);
	t.like(shown.services[0], {name: 'api', status: 'error'});
	t.regex(shown.services[0].message, /different SECRET_KEY/);
	t.like(await replyOf(`${url}/api/ready`), {status: 503, body: {ready: false}});
	t.is(wrong.output().match(/The API must not start/g)?.length, 1);
});

test('processes stop when a newer version has changed the data, and say why', async t => {
	const env = await environment(t);
	const api = startApi(t, env);
	const {detail} = await api.ready;
	const ended = runWorker(t, env);
	const isThere = (name: string) => (status: Body) => status.services.some((each: Body) => each.name === name && each.status === 'ready');
	await replyOf(`${detail}/api/system/status`, isThere('worker:search'));
	const client = await new MongoClient(env.MONGODB_URI).connect();
	t.teardown(() => client.close());
	const facts = client.db().collection<{_id: string; value: number}>('installation');
	await facts.updateOne({_id: 'dataVersion'}, {$inc: {value: 1}});
	const {code, lines} = await ended;
	t.is(code, 2);
	t.regex(lines.join(), /search, grab.*must not go on.*newer version/);
	await replyOf(`${detail}/api/ready`, body => body.ready === false);
	t.like(await replyOf(`${detail}/api/indexers`), {status: 503, body: {code: 'unavailable', reason: 'newer_data'}});
	await facts.updateOne({_id: 'dataVersion'}, {$inc: {value: -1}});
	t.like(await replyOf(`${detail}/api/ready`, body => body.ready === true), {status: 200});
});

test('no process works with a standalone MongoDB', async t => {
	const env = {...(await environment(t)), MONGODB_URI: await standaloneMongodb(t)};
	const {code, lines} = await runWorker(t, env);
	t.is(code, 2);
	t.regex(lines[0] ?? '', /not a replica set.*--replSet/);
});
