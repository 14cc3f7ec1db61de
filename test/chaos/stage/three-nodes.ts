import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {MongoClient} from 'mongodb';
import {findProgram} from '#scripts/embedded/find-program.ts';
import {freePort} from '#scripts/embedded/free-port.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb} from '#scripts/embedded/programs.ts';
import {type ServerProcess, spawnServer} from '#scripts/embedded/server-process.ts';
import type {Reporter} from '#scripts/processes/reporter.ts';

/** MongoDB as a replica set of three on the loopback address, without a password. */
export interface ThreeNodes {
	uri: string;
	/** Makes another node the primary. False if none could take over. */
	stepDown(): Promise<boolean>;
	/** Kills the primary and starts it again once the others had time to choose another one. False if there was none. */
	killPrimary(): Promise<boolean>;
	close(): Promise<void>;
}

const setName = 'chaos';
const nodes = 3;
const database = 'chaos';
const stopLimitMs = 20_000;
const readyLimitMs = 60_000;
/** Seconds for which the old primary does not stand again. */
const stepDownSeconds = 20;
/** Milliseconds that a killed primary is away; the others need up to ten seconds for an election. */
const awayMs = 12_000;

export async function startThreeNodes(folder: string, reporter: Reporter): Promise<ThreeNodes> {
	const wanted = wantedMongodb(process.env['MONGOD_BINARY'] || null);
	const {path} = await findProgram(wanted, {prefersCached: true, cache: cacheFolder(process.env), env: process.env, reporter});
	const running: ServerProcess[] = [];
	const start = (node: number, port: number) => startNode(path, {folder: join(folder, `node-${node}`), port});
	const ports: number[] = [];
	for (let node = 1; node <= nodes; node += 1) {
		const port = await freePort();
		ports.push(port);
		running.push(start(node, port));
	}
	const hosts = ports.map(port => `127.0.0.1:${port}`);
	await initiate(hosts);
	const uri = `mongodb://${hosts.join(',')}/${database}?replicaSet=${setName}`;
	const client = await new MongoClient(uri, {serverSelectionTimeoutMS: readyLimitMs}).connect();
	await client
		.db(database)
		.collection('ready')
		.insertOne({}, {writeConcern: {w: nodes}});
	return {
		uri,
		async stepDown() {
			try {
				await client.db('admin').command({replSetStepDown: stepDownSeconds, secondaryCatchUpPeriodSecs: 5});
				return true;
			} catch {
				return false;
			}
		},
		async killPrimary() {
			const hello = await client
				.db('admin')
				.command({hello: 1})
				.catch(() => null);
			const index = hosts.indexOf(String(hello?.['primary']));
			const primary = running[index];
			const port = ports[index];
			if (primary === undefined || port === undefined) {
				return false;
			}
			primary.kill();
			await primary.exited;
			await pause(awayMs);
			running[index] = start(index + 1, port);
			return true;
		},
		async close() {
			await client.close();
			await Promise.all(running.map(server => server.stop(stopLimitMs)));
		},
	};
}

function startNode(program: string, {folder, port}: {folder: string; port: number}): ServerProcess {
	mkdirSync(join(folder, 'db'), {recursive: true});
	return spawnServer(
		program,
		[
			...['--dbpath', join(folder, 'db'), '--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket', '--replSet', setName],
			...['--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.25', '--logpath', join(folder, 'mongod.log'), '--quiet'],
			...['--setParameter', 'diagnosticDataCollectionEnabled=false', '--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
		],
		folder,
	);
}

async function initiate(hosts: readonly string[]): Promise<void> {
	const clients = hosts.map(host => new MongoClient(`mongodb://${host}/?directConnection=true`, {serverSelectionTimeoutMS: readyLimitMs}));
	try {
		// A node that does not listen yet would make the others refuse the set.
		await Promise.all(clients.map(each => each.connect()));
		const admin = clients[0]!.db('admin'); // there are three
		const members = hosts.map((host, _id) => ({_id, host}));
		await admin.command({replSetInitiate: {_id: setName, members}});
		while ((await admin.command({hello: 1}))['isWritablePrimary'] !== true) {
			await pause(100);
		}
	} finally {
		await Promise.all(clients.map(client => client.close()));
	}
}
