import {cpSync, existsSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {MongoClient} from 'mongodb';
import mongoose from 'mongoose';
import {noteVersion, versionOf} from '#scripts/embedded/data-files.ts';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {startMongodb} from '#scripts/embedded/mongodb.ts';
import {mongodbArguments} from '#scripts/embedded/mongodb-arguments.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {startRedis} from '#scripts/embedded/redis.ts';
import {moveReplicaSet} from '#scripts/embedded/replica-set.ts';
import {spawnServer} from '#scripts/embedded/server-process.ts';
import {startServices} from '#scripts/embedded/services.ts';
import {identityOf} from '#shared/process-identity.ts';
import {openProducer} from '#shared/redis.ts';
import {createSnapshots} from '#shared/store/system/snapshots.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';
import {until} from '#test/helpers/until.ts';

const {env} = process;
const place = {prefersCached: true, cache: cacheFolder(env), env, reporter: listeningReporter()};

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
	const client = new MongoClient(url, {serverSelectionTimeoutMS: 300_000});
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

test('a start that was killed while it changed the port of MongoDB is followed by one that works', async t => {
	const folder = tempFolder(t);
	const first = await mongodbIn(t, folder);
	await withMovies(first.url, movies => movies.insertOne({title: 'The Quiet Lighthouse'}, {writeConcern: {w: 'majority', journal: true}}));
	await first.stop(5_000);
	// What a start does that finds the port taken, up to the moment when it is killed.
	const {path} = await findProgram(wantedMongodb(env['MONGOD_BINARY'] ?? null), place);
	const node = {port: await freePort(), key: readFileSync(join(folder, 'key'), 'utf8').trim()};
	const alone = spawnServer(path, mongodbArguments({folder, port: node.port, keepsHistory: false}), folder);
	await moveReplicaSet(node, new AbortController().signal);
	await alone.stop(5_000);
	writeFileSync(join(folder, 'port-moving'), '');

	const next = await mongodbIn(t, folder);
	t.is(await withMovies(next.url, movies => movies.countDocuments()), 1);
	t.false(existsSync(join(folder, 'port-moving')));
	t.is(new URL(next.url).port, readFileSync(join(folder, 'port'), 'utf8'));
});

test('a copy of the folder of MongoDB gets a port and a key of its own, also while the original is away', async t => {
	const [original, copy] = [tempFolder(t), join(tempFolder(t), 'copy')];
	const first = await mongodbIn(t, original);
	await withMovies(first.url, movies => movies.insertOne({title: 'Paper Harbour'}, {writeConcern: {w: 'majority', journal: true}}));
	await first.stop(5_000);
	cpSync(original, copy, {recursive: true});
	const copied = await mongodbIn(t, copy);
	await withMovies(copied.url, movies => movies.insertOne({title: 'Of the copy'}));
	t.not(new URL(copied.url).port, new URL(first.url).port);
	t.not(new URL(copied.url).password, new URL(first.url).password);
	const again = await mongodbIn(t, original);
	t.is(again.url, first.url);
	t.is(await withMovies(again.url, movies => movies.countDocuments()), 1);
	t.is(await withMovies(copied.url, movies => movies.countDocuments()), 2);
	await copied.stop(5_000);
	t.is((await mongodbIn(t, copy)).url, copied.url);
});

test('MongoDB that is restarted waits for its port, and after a while takes another, which is reported', async t => {
	const folder = tempFolder(t);
	const reporter = listeningReporter();
	const moved = Promise.withResolvers<void>();
	const given = {mongodbUri: null, redisUrl: '', mongodBinary: env['MONGOD_BINARY'] ?? null, redisBinary: null};
	const services = await startServices({
		...given,
		folder,
		database: 'library',
		env,
		reporter,
		portPatienceMs: 10_000,
		onMoved: moved.resolve,
	});
	t.teardown(() => services.stop());
	const before = services.mongodbUri;
	const killAndTake = async () => {
		const {pid} = JSON.parse(readFileSync(join(folder, 'mongodb', 'server.json'), 'utf8')) as {pid: number};
		process.kill(pid, 'SIGKILL');
		const other = createServer();
		t.teardown(() => other.close());
		await until(
			() =>
				new Promise<boolean>(resolve => {
					other.once('error', () => resolve(false));
					other.listen(Number(new URL(before).port), '127.0.0.1', () => resolve(true));
				}),
		);
		return other;
	};
	const ping = (uri: string) => withMovies(uri, movies => movies.countDocuments());

	const briefly = await killAndTake();
	briefly.close();
	await until(() => reporter.steps.some(line => line.includes('runs again')));
	t.is(services.mongodbUri, before);
	t.is(await ping(before), 0);

	await killAndTake();
	await moved.promise;
	t.not(services.mongodbUri, before);
	t.is(await ping(services.mongodbUri), 0);
});

test('all of our own MongoDB can be read as it was at one moment, with the rights of the service', async t => {
	const {url} = await mongodbIn(t, tempFolder(t));
	const connection = await mongoose.createConnection(url).asPromise();
	t.teardown(() => connection.close());
	const [films, series] = [connection.collection('films'), connection.collection('series')];
	await films.insertMany(Array.from({length: 1000}, (_, year) => ({year})));
	await series.insertMany(Array.from({length: 1000}, (_, year) => ({year})));
	const read = await createSnapshots(connection).read(async ({consistency, documents}) => {
		const counts: number[] = [];
		for (const name of ['films', 'series']) {
			counts.push((await Array.fromAsync(documents(name))).length);
			for (const collection of [films, series]) {
				await collection.insertOne({later: true}, {writeConcern: {w: 'majority'}});
			}
		}
		return {consistency, counts};
	});
	t.deepEqual(read, {consistency: 'snapshot', counts: [1000, 1000]});
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

test('a Redis that is older than the one that wrote the data is passed over, and refused where a person named it', async t => {
	const folder = tempFolder(t);
	t.is(versionOf(folder), null);
	noteVersion(folder, '9.1.2');
	const [bin, newer] = [tempFolder(t), tempFolder(t)];
	writeFileSync(join(bin, 'redis-server'), '#!/bin/sh\necho "Redis server v=7.0.15"\n', {mode: 0o755});
	writeFileSync(join(newer, 'redis-server'), '#!/bin/sh\necho "Redis server v=9.1.0"\n', {mode: 0o755});
	const machine = {...place, env: {PATH: `${bin}:${newer}`}};
	const wanted = (given: string | null) => ({...wantedRedis(given, versionOf(folder)), sources: []});
	t.like(await findProgram(wanted(null), machine), {version: '9.1.0'});
	t.like(await findProgram({...wantedRedis(null), sources: []}, machine), {version: '7.0.15'});
	await t.throwsAsync(findProgram(wanted(join(bin, 'redis-server')), machine), {
		message: /7\.0\.15, but 9\.1 or newer is needed, because that version wrote the data/,
	});
});

test('a start on a copy of the folder of Redis leaves the original alone', async t => {
	for (const name of ['redis', 'x'.repeat(120)]) {
		const [original, copy] = [join(tempFolder(t), name), join(tempFolder(t), name)];
		const crashed = await redisIn(t, original);
		crashed.kill();
		await crashed.exited;
		const first = await redisIn(t, original);
		t.is(first.url, crashed.url);
		cpSync(original, copy, {recursive: true, filter: source => !source.endsWith('.sock')});
		const redis = openProducer(first.url);
		t.teardown(() => redis.disconnect());
		await redis.set('whose', 'original');
		const second = await redisIn(t, copy);
		t.not(second.url, first.url);
		t.truthy(identityOf(first.pid));
		const later = openProducer(first.url); // a process of the original that is restarted
		t.teardown(() => later.disconnect());
		t.is(await later.get('whose'), 'original');
	}
});

test('Redis in a folder with a long name gets a short private socket', async t => {
	const server = await redisIn(t, join(tempFolder(t), 'x'.repeat(120)));
	const socket = decodeURI(server.url.slice('unix://'.length));
	t.true(Buffer.byteLength(socket) <= 100);
	t.is(statSync(join(socket, '..')).mode & 0o777, 0o700);
	await server.stop(5_000);
	t.is(statSync(join(socket, '..'), {throwIfNoEntry: false}), undefined);
});
