import {readFileSync, statSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {startMongodb} from '#scripts/embedded/mongodb.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {startRedis} from '#scripts/embedded/redis.ts';
import {openProducer} from '#shared/redis.ts';
import {listeningTeller} from '#test/helpers/teller.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const {env} = process;
const place = {cache: cacheFolder(env), env, tell: listeningTeller()};

async function mongodbIn(t: ExecutionContext, folder: string) {
	const {path} = await findProgram(wantedMongodb(env['MONGOD_BINARY'] ?? null), place);
	const server = await startMongodb({program: path, folder, database: 'library'});
	t.teardown(() => server.stop(5_000));
	return server;
}

async function redisIn(t: ExecutionContext, folder: string) {
	const {path} = await findProgram(wantedRedis(env['REDIS_BINARY'] ?? null), place);
	const server = await startRedis({program: path, folder});
	t.teardown(() => server.stop(5_000));
	return server;
}

async function withMovies<R>(
	url: string,
	act: (movies: ReturnType<ReturnType<MongoClient['db']>['collection']>) => Promise<R>,
): Promise<R> {
	const client = new MongoClient(url, {serverSelectionTimeoutMS: 10_000});
	try {
		return await act(client.db().collection('movies'));
	} finally {
		await client.close();
	}
}

test('MongoDB keeps acknowledged writes and its address over a kill', async t => {
	const folder = tempFolder(t);
	const first = await mongodbIn(t, folder);
	await withMovies(first.url, movies => movies.insertOne({title: 'Paper Harbour'}, {writeConcern: {w: 'majority', journal: true}}));
	first.kill();
	await first.exited;

	const second = await mongodbIn(t, folder);
	t.is(second.url, first.url);
	t.is(await withMovies(second.url, movies => movies.countDocuments({title: 'Paper Harbour'})), 1);
	t.is(statSync(join(folder, 'key')).mode & 0o777, 0o600);
});

test('MongoDB left running by an earlier start is ended, and a port taken since is replaced', async t => {
	const folder = tempFolder(t);
	const leftover = await mongodbIn(t, folder);
	await withMovies(leftover.url, movies => movies.insertOne({title: 'The Quiet Lighthouse'}));
	const port = Number(readFileSync(join(folder, 'port'), 'utf8'));
	// Somebody else gets the port while we are away.
	const other = createServer();
	void leftover.exited.then(() => other.listen(port, '127.0.0.1'));
	t.teardown(() => other.close());
	await leftover.stop(5_000);
	await new Promise(resolve => (other.listening ? resolve(null) : other.once('listening', resolve)));

	const next = await mongodbIn(t, folder);
	t.not(next.url, leftover.url);
	t.is(await withMovies(next.url, movies => movies.countDocuments()), 1);
});

test('Redis keeps its keys over a kill, and one left running is ended first', async t => {
	const folder = tempFolder(t);
	const first = await redisIn(t, folder);
	const redis = openProducer(first.url);
	// It complains while the server is away, as it should.
	redis.on('error', () => undefined);
	t.teardown(() => redis.disconnect());
	await redis.set('greeting', 'hello');

	const second = await redisIn(t, folder);
	await first.exited;
	t.is(second.url, first.url);
	t.is(await redis.get('greeting'), 'hello');
	t.is(statSync(join(folder, 'redis.sock')).mode & 0o077, 0);

	second.kill();
	await second.exited;
	await redisIn(t, folder);
	t.is(await redis.get('greeting'), 'hello');
});

test('Redis in a folder with a long name gets a short private socket', async t => {
	const server = await redisIn(t, join(tempFolder(t), 'x'.repeat(120)));
	const socket = decodeURI(server.url.slice('unix://'.length));
	t.true(Buffer.byteLength(socket) <= 100);
	t.is(statSync(join(socket, '..')).mode & 0o777, 0o700);
	await server.stop(5_000);
	t.is(statSync(join(socket, '..'), {throwIfNoEntry: false}), undefined);
});
