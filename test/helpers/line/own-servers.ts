import {join} from 'node:path';
import type {ExecutionContext} from 'ava';
import {findProgram, type WantedProgram} from '#scripts/embedded/find-program.ts';
import {type OwnServer, startMongodb} from '#scripts/embedded/mongodb.ts';
import {cacheFolder} from '#scripts/embedded/program-cache.ts';
import {wantedMongodb, wantedRedis} from '#scripts/embedded/programs.ts';
import {startRedis} from '#scripts/embedded/redis.ts';
import {tempFolder} from '../temp-folder.ts';

/** A server of one test alone, which may be harmed. */
export interface HarmableServer {
	url: string;
	/** It stays, but answers nobody. */
	freeze(): void;
	thaw(): void;
	/** SIGKILL. */
	kill(): Promise<void>;
	/** At the same address, with the same data. */
	startAgain(): Promise<void>;
}

const {env} = process;
const stopLimitMs = 5_000;

export function ownMongodb(t: ExecutionContext): Promise<HarmableServer> {
	return own(t, wantedMongodb(env['MONGOD_BINARY'] || null), (program, folder) => startMongodb({program, folder, database: 'kinoteka'}));
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
	const {path} = await findProgram(wanted, {cache: cacheFolder(env), env, tell: silent});
	const folder = join(tempFolder(t), 'server');
	let server = await start(path, folder);
	const {url} = server;
	t.teardown(() => {
		process.kill(server.pid, 'SIGCONT');
		return server.stop(stopLimitMs);
	});
	return {
		url,
		freeze: () => void process.kill(server.pid, 'SIGSTOP'),
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
