import assert from 'node:assert/strict';
import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {findProgram, type WantedProgram} from '#scripts/embedded/find-program.ts';
import {type OwnServer, startMongodb} from '#scripts/embedded/mongodb.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {startRedis} from '#scripts/embedded/redis.ts';
import {tempFolder} from '../temp-folder.ts';
import {until} from './steps.ts';

/** A server for a single test, which may damage it. */
export interface HarmableServer {
	url: string;
	/** The server keeps running but answers nobody; resolves once it has stopped responding. */
	freeze(): Promise<void>;
	thaw(): void;
	/** Kills the server with SIGKILL. */
	kill(): Promise<void>;
	/** Starts it again at the same address with the same data. */
	startAgain(): Promise<void>;
}

const {env} = process;
const stopLimitMs = 5_000;

export function ownMongodb(t: ExecutionContext): Promise<HarmableServer> {
	return own(t, wantedMongodb(env['MONGOD_BINARY'] || null), (program, folder) =>
		startMongodb({program, folder, database: 'kinoteka', mayEverything: true}),
	);
}

export function ownRedis(t: ExecutionContext): Promise<HarmableServer> {
	return own(t, wantedRedis(env['REDIS_BINARY'] || null), (program, folder) => startRedis({program, folder}));
}

async function own(
	t: ExecutionContext,
	wanted: WantedProgram,
	start: (program: string, folder: string) => Promise<OwnServer>,
): Promise<HarmableServer> {
	const silent = {step: () => undefined, progress: () => undefined};
	const {path} = await findProgram(wanted, {prefersCached: true, cache: cacheFolder(env), env, reporter: silent});
	const folder = join(tempFolder(t), 'server');
	let server = await start(path, folder);
	const {url} = server;
	t.teardown(() => {
		process.kill(server.pid, 'SIGCONT');
		return server.stop(stopLimitMs);
	});
	return {
		url,
		freeze: async () => {
			process.kill(server.pid, 'SIGSTOP');
			await until(async () => assert.ok(await standsStill(server.pid)));
		},
		thaw: () => void process.kill(server.pid, 'SIGCONT'),
		kill: async () => {
			server.kill();
			await server.exited;
		},
		startAgain: async () => {
			server = await start(path, folder);
		},
	};
}

/**
 * On a busy machine the threads of a process stop one after another. On systems other than Linux
 * the signal alone must do.
 */
async function standsStill(pid: number): Promise<boolean> {
	const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
	const states = await Promise.all(tasks.map(task => readFile(`/proc/${pid}/task/${task}/stat`, 'utf8').catch(() => '')));
	return states.every(stat => stat === '' || stat.slice(stat.lastIndexOf(')') + 2).startsWith('T'));
}
