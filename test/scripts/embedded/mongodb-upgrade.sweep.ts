import {existsSync, mkdirSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {MongoClient, MongoServerError} from 'mongodb';
import mongoose from 'mongoose';
import {noteVersion, seriesOf} from '#scripts/embedded/data-files.ts';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {startMongodb} from '#scripts/embedded/mongodb.ts';
import {cachedProgram, cacheFolder, programEnvironment} from '#scripts/embedded/program-cache.ts';
import {olderMongodbFromWheel, wantedMongodb} from '#scripts/embedded/programs.ts';
import {runProgram} from '#scripts/embedded/run-program.ts';
import {startServices} from '#scripts/embedded/services.ts';
import {createInstallation} from '#shared/store/system/installation.ts';
import {listeningReporter} from '#test/helpers/reporter.ts';
import {tempFolder} from '#test/helpers/temp-folder.ts';

const {env} = process;
const notAllowed = 13;

async function currentProgram(): Promise<string> {
	const wanted = wantedMongodb(env['MONGOD_BINARY'] ?? null);
	return (await findProgram(wanted, {prefersCached: true, cache: cacheFolder(env), env, reporter: listeningReporter()})).path;
}

interface Server {
	program: string;
	folder: string;
	mayEverything?: boolean;
}

/** Runs a server while `use` works with it. */
async function withServer(t: ExecutionContext, options: Server, use: (client: MongoClient) => Promise<void>) {
	const server = await startMongodb({...options, database: 'kinoteka'});
	t.teardown(() => server.kill());
	const client = new MongoClient(server.url);
	try {
		await use(client);
	} finally {
		await client.close();
		await server.stop(20_000);
	}
}

test('data of an earlier version are opened, its user loses the rights that it does not need, no script runs, and the way back is open', async t => {
	const folder = join(tempFolder(t), 'mongodb');
	const newer = await currentProgram();
	const older = (await cachedProgram(cacheFolder(env), olderMongodbFromWheel)) ?? newer;
	await withServer(t, {program: older, folder, mayEverything: true}, async client => {
		const films = Array.from({length: 2000}, (_, year) => ({year, title: `Film ${year}`}));
		await client.db('kinoteka').collection('films').insertMany(films);
		await client.db('kinoteka').collection('films').createIndex({title: 1});
	});
	await withServer(t, {program: newer, folder}, async client => {
		const db = client.db('kinoteka');
		const films = db.collection('films');
		t.is(await films.countDocuments(), 2000);
		await films.createIndex({year: 1}, {partialFilterExpression: {year: {$gt: 5}}});
		await films.dropIndex('title_1');
		await db.createCollection('made');
		await client.withSession(session => session.withTransaction(() => films.insertOne({year: 3000}, {session})));
		await films.watch().close();
		await db.dropCollection('made');
		await t.throwsAsync(client.db('other').collection('x').insertOne({}), {code: notAllowed});
		await t.throwsAsync(client.db('admin').command({createUser: 'me', pwd: 'x', roles: []}), {code: notAllowed});
		await t.throwsAsync(client.db('admin').command({shutdown: 1}), {code: notAllowed});
		const body = 'function () { return true; }';
		await t.throwsAsync(films.findOne({$where: 'true'}), {instanceOf: MongoServerError});
		await t.throwsAsync(films.findOne({$expr: {$function: {body, args: [], lang: 'js'}}}), {instanceOf: MongoServerError});
		await t.throwsAsync(db.command({mapReduce: 'films', map: body, reduce: body, out: {inline: 1}}), {instanceOf: MongoServerError});
	});
	await withServer(t, {program: older, folder}, async client => {
		t.is(await client.db('kinoteka').collection('films').countDocuments(), 2001);
	});
});

test('the series of data is known once it was noted', t => {
	const folder = join(tempFolder(t), 'mongodb');
	mkdirSync(join(folder, 'db'), {recursive: true});
	t.is(seriesOf(folder), null);
	noteVersion(folder, '5.0.32');
	t.is(seriesOf(folder), null, 'there are no data yet');
	writeFileSync(join(folder, 'db', 'WiredTiger'), '');
	t.is(seriesOf(folder), '5.0');
});

test('a program of another series is passed over, and refused where a person named it', async t => {
	const bin = tempFolder(t);
	const program = join(bin, 'mongod');
	writeFileSync(program, '#!/bin/sh\necho "db version v8.0.17"\n', {mode: 0o755});
	const place = {prefersCached: true, cache: cacheFolder(env), env: {PATH: bin}, reporter: listeningReporter()};
	t.like(await findProgram({...wantedMongodb(null), sources: []}, place), {version: '8.0.17'});
	await t.throwsAsync(findProgram({...wantedMongodb(null, '6.0'), sources: []}, place), {
		message: /8\.0\.17, but the data were written by MongoDB 6\.0/,
	});
	await t.throwsAsync(findProgram(wantedMongodb(program, '6.0'), place), {
		message: /^MONGOD_BINARY: .*only 6\.0 can read them\. Name a program of version 6\.0.*npm run move-mongodb/,
	});
});

/** What calls itself 8.0.99 and is the MongoDB of this machine; `then` is a line before that runs. */
async function nextSeries(t: ExecutionContext, then = ''): Promise<string> {
	const bin = tempFolder(t);
	const real = await currentProgram();
	const version = 'if [ "$1" = --version ]; then echo "db version v8.0.99"; exit; fi';
	const libraries = programEnvironment(real, {})['LD_LIBRARY_PATH'] ?? '';
	const script = ['#!/bin/sh', version, then, `LD_LIBRARY_PATH="${libraries}" exec "${real}" "$@"`];
	writeFileSync(join(bin, 'mongod'), script.join('\n'), {mode: 0o755});
	return bin;
}

/** A service that has run on the MongoDB of this machine, and its data folder. */
async function usedService(t: ExecutionContext): Promise<string> {
	const folder = join(tempFolder(t), 'data');
	const given = {mongodbUri: null, redisUrl: '', mongodBinary: await currentProgram(), redisBinary: null};
	const services = await startServices({folder, database: 'kinoteka', ...given, env, reporter: listeningReporter()});
	const client = new MongoClient(services.mongodbUri);
	const connection = await mongoose.createConnection(services.mongodbUri).asPromise();
	await createInstallation(connection).findStartFault('ab'.repeat(32));
	await connection.close();
	await client
		.db()
		.collection('tags')
		.insertMany([{label: 'one'}, {label: 'two'}]);
	await client.close();
	await services.stop();
	return folder;
}

function move(folder: string, bin: string) {
	const {PATH = ''} = env;
	return runProgram(process.execPath, ['scripts/move-mongodb.ts'], {
		timeoutMs: 600_000,
		env: {...env, DATA_DIR: folder, SECRET_KEY: 'ab'.repeat(32), PATH: `${bin}:${PATH}`},
	});
}

test('data are moved to the newer series, with a backup and the old files as the way back', async t => {
	const folder = await usedService(t);
	const series = seriesOf(join(folder, 'mongodb'));
	const {ok, output} = await move(folder, await nextSeries(t));
	t.true(ok, output);
	t.regex(output, /MongoDB 8\.0\.99 has the data now/);
	t.is(seriesOf(join(folder, 'mongodb')), '8.0');
	t.is(seriesOf(join(folder, `mongodb-${series}`)), series);
	t.is(readdirSync(join(folder, 'backups')).length, 1);
	await withServer(t, {program: await currentProgram(), folder: join(folder, 'mongodb')}, async client => {
		t.is(await client.db('kinoteka').collection('tags').countDocuments(), 2);
	});
	const again = await move(folder, await nextSeries(t));
	t.true(again.ok);
	t.regex(again.output, /are of MongoDB 8\.0 already/);
});

test('a newer program that does not run leaves everything as it was', async t => {
	const folder = await usedService(t);
	const series = seriesOf(join(folder, 'mongodb'));
	const {ok, output} = await move(folder, await nextSeries(t, 'exit 1'));
	t.false(ok);
	t.regex(output, /MongoDB/);
	t.is(seriesOf(join(folder, 'mongodb')), series);
	t.false(existsSync(join(folder, `mongodb-${series}`)));
});
