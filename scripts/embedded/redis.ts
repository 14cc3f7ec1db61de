import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {Redis} from 'ioredis';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {Unavailable} from '#shared/errors.ts';
import {folderIdentity, readText, writeWhole} from './data-files.ts';
import type {OwnServer} from './mongodb.ts';
import {type Ending, rotateLog, spawnServer, stopLeftover, untilAnswering} from './server-process.ts';

interface RedisOptions {
	program: string;
	/** All data of this server is stored below, except the socket if its path would be too long. */
	folder: string;
	/** Says when it takes long. */
	reporter?: Pick<Reporter, 'progress'> | undefined;
}

/** The kernel's limit is 107 bytes on Linux and 103 on macOS. */
const socketPathLimitBytes = 100;
const leftoverLimitMs = 20_000;
/** Last lines of the log that are searched for the reason of a failure. */
const lastLines = 10;

/**
 * Runs Valkey or Redis on a Unix socket that only this user can open, with an append-only file and without eviction.
 * Resolves when its data is loaded; the url is `unix://` and the path of the socket.
 * @throws Unavailable `redis_not_started` with the server's own message
 */
export async function startRedis({program, folder, reporter}: RedisOptions): Promise<OwnServer> {
	mkdirSync(folder, {recursive: true, mode: 0o700});
	await stopLeftover(folder, leftoverLimitMs);
	const socket = chooseSocket(folder);
	const log = join(folder, 'redis.log');
	rotateLog(log);
	const server = spawnServer(
		program,
		[
			...['--port', '0', '--unixsocket', socket, '--unixsocketperm', '700', '--dir', folder],
			...['--appendonly', 'yes', '--save', '', '--maxmemory-policy', 'noeviction', '--logfile', log],
		],
		folder,
	);
	const ending = await untilAnswering(server, {name: 'Redis', reporter, prepare: signal => untilLoaded(socket, signal)});
	if (ending !== null) {
		throw explain(log, ending, folder);
	}
	const stop = async (limitMs: number) => {
		await server.stop(limitMs);
		if (dirname(socket) !== folder) {
			rmSync(dirname(socket), {recursive: true, force: true});
		}
	};
	return {...server, stop, url: `unix://${encodeURI(socket)}`};
}

/**
 * The socket is in the data folder, or, if that path is too long, in a private temporary folder. Its path is remembered
 * in the data folder together with that folder's identity, so that a copy of the data gets a socket of its own.
 */
function chooseSocket(folder: string): string {
	const near = join(folder, 'redis.sock');
	if (Buffer.byteLength(near) <= socketPathLimitBytes) {
		return near;
	}
	const note = join(folder, 'socket-folder');
	const [remembered = '', owner] = (readText(note) ?? '').split('\n');
	if (owner === folderIdentity(folder) && isPrivateFolder(remembered)) {
		return join(remembered, 'redis.sock');
	}
	const root = Buffer.byteLength(tmpdir()) > 60 ? '/tmp' : tmpdir();
	const made = mkdtempSync(join(root, 'kinoteka-'));
	writeWhole(note, `${made}\n${folderIdentity(folder)}\n`);
	return join(made, 'redis.sock');
}

/** The system cleans temporary folders, and another user may have created one of the same name since. */
function isPrivateFolder(path: string): boolean {
	const stat = path === '' ? undefined : statSync(path, {throwIfNoEntry: false});
	return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
}

/** Resolves when a Redis answers at the socket; it refuses until its data is loaded. */
async function untilLoaded(socket: string, signal: AbortSignal): Promise<void> {
	const client = new Redis({path: socket, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0, enableReadyCheck: true});
	client.on('error', () => undefined);
	const close = () => client.disconnect();
	signal.addEventListener('abort', close, {once: true});
	try {
		while (!(await answers(client))) {
			signal.throwIfAborted();
			await pause(20);
		}
	} finally {
		signal.removeEventListener('abort', close);
		client.disconnect();
	}
}

async function answers(client: Redis): Promise<boolean> {
	try {
		if (client.status !== 'ready') {
			await client.connect();
		}
		return (await client.ping()) === 'PONG';
	} catch {
		return false;
	}
}

function explain(log: string, {reason}: Ending, folder: string): Unavailable {
	const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-lastLines) : [];
	const hint = lines.some(line => /RDB format version/.test(line))
		? `Another version wrote its data: name that one in REDIS_BINARY, or move ${folder} away; what is still to be done is in MongoDB.`
		: `See ${log}.`;
	return new Unavailable('redis_not_started', `Redis ended while starting: ${lines.at(-1)?.trim() ?? reason}. ${hint}`);
}
