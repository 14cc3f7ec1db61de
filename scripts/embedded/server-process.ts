import {type ChildProcess, spawn} from 'node:child_process';
import {renameSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import type {Reporter} from '#scripts/processes/reporter.ts';
import {createWatchdog, inWords, workedMs} from '#scripts/processes/watchdog.ts';
import {Unavailable} from '#shared/errors.ts';
import {identityOf, isRunning} from '#shared/process-identity.ts';
import {guardProcess} from '../processes/guard-process.ts';
import {folderIdentity, isDiskFull, readText, writeWhole} from './data-files.ts';
import {programEnvironment} from './program-cache.ts';

/** A database server that we run. */
export interface ServerProcess {
	pid: number;
	/** Resolves when the server has ended, with the reason as text. */
	exited: Promise<Ending>;
	/** Asks it to end, and kills it after `limitMs`. */
	stop(limitMs: number): Promise<void>;
	kill(): void;
}

export interface Ending {
	code: number | null;
	reason: string;
}

/** The server that was started last in a folder. */
interface ServerRecord {
	pid: number;
	identity: string;
	/** The folder whose files it uses: a copy of the folder has the record, too, but not the server. */
	folder: string;
}

const errorTailLength = 2_000;
/**
 * Only this user may read what a server writes. The shell becomes the server, so both have one pid, but only after it
 * got a line from us. So no server runs that is not recorded, whenever we die.
 */
const waitThenRun = 'umask 077; read -r _ && exec "$0" "$@" </dev/null';
const logLimitBytes = 20_000_000;
/** Milliseconds that the system has to end a killed process, which a disk may hold. */
const killLimitMs = 10_000;

/**
 * Starts a server in its own session, so that Ctrl-C in the terminal reaches only us, and records it in `folder` before
 * it touches a file. It is asked to end when this process dies, even by SIGKILL.
 * @throws Unavailable `server_not_started`, `disk_full`; nothing runs then
 */
export function spawnServer(program: string, args: readonly string[], folder: string): ServerProcess {
	const child = spawn('/bin/sh', ['-c', waitThenRun, program, ...args], {
		cwd: folder,
		env: programEnvironment(program, process.env),
		detached: true,
		stdio: ['pipe', 'ignore', 'pipe'],
	});
	// It ended before it read the line; `exited` reports that.
	child.stdin.on('error', () => undefined);
	const exited = endingOf(child);
	const {pid} = child;
	if (pid === undefined) {
		throw new Unavailable('server_not_started', `${program} could not be started`);
	}
	const record = JSON.stringify({pid, identity: identityOf(pid) ?? '', folder: folderIdentity(folder)} satisfies ServerRecord);
	try {
		writeWhole(recordPath(folder), record);
	} catch (error) {
		child.kill('SIGKILL');
		throw unrecorded(folder, error);
	}
	const dismissGuard = guardProcess(pid);
	void exited.then(dismissGuard);
	child.stdin.end('\n');
	const kill = () => void child.kill('SIGKILL');
	const stop = async (limitMs: number) => {
		child.kill('SIGTERM');
		const timer = setTimeout(kill, limitMs);
		await exited;
		clearTimeout(timer);
		if (readText(recordPath(folder)) === record) {
			rmSync(recordPath(folder), {force: true});
		}
	};
	return {pid, exited, stop, kill};
}

interface Answering {
	/** What people call it: `MongoDB`. */
	name: string;
	/** Resolves when the server can be used. Must end soon after the signal aborts. */
	prepare(signal: AbortSignal): Promise<void>;
	reporter?: Pick<Reporter, 'progress'> | undefined;
	/** Milliseconds that the server may do nothing. */
	limitMs?: number;
}

const idleLimitMs = 60_000;
const stopLimitMs = 20_000;

/**
 * Null when `prepare` succeeded; otherwise how the server ended. A server that is slow but works is waited for.
 * @throws Unavailable `mongodb_not_started` or `redis_not_started` when it does nothing any more, or `prepare` failed
 */
export async function untilAnswering(
	server: ServerProcess,
	{name, prepare, reporter, limitMs = idleLimitMs}: Answering,
): Promise<Ending | null> {
	const given = new AbortController();
	const watchdog = createWatchdog({
		limitMs,
		worked: () => workedMs(server.pid),
		onSilent: () => given.abort(),
		onSlow: waitedMs => reporter?.progress(`${name} is not ready after ${inWords(waitedMs)}, but works on`),
	});
	const ready = prepare(given.signal).then(() => null);
	try {
		return await Promise.race([ready, server.exited]);
	} catch (cause) {
		await server.stop(stopLimitMs);
		const why = given.signal.aborted ? `it did nothing for ${inWords(limitMs)}` : (cause as Error).message;
		throw new Unavailable(`${name.toLowerCase()}_not_started`, `${name} did not become ready: ${why}.`, {cause});
	} finally {
		watchdog.end();
		given.abort();
		await ready.catch(() => undefined);
	}
}

function endingOf(child: ChildProcess): Promise<Ending> {
	let errors = '';
	child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
		errors = (errors + chunk).slice(-errorTailLength);
	});
	return new Promise<Ending>(resolve => {
		child.once('error', error => resolve({code: null, reason: error.message}));
		child.once('exit', (code, signal) => resolve({code, reason: `${signal ?? `exit code ${code}`} ${errors}`.trim()}));
	});
}

function unrecorded(folder: string, cause: unknown): Unavailable {
	return isDiskFull(folder)
		? new Unavailable('disk_full', `The disk of ${folder} is full. Make room; its server starts again by itself.`, {cause})
		: new Unavailable('server_not_started', `${recordPath(folder)} cannot be written: ${(cause as Error).message}`, {cause});
}

/** Stops a server that an earlier start left running in this folder. Returns its pid, or null if there was none. */
export async function stopLeftover(folder: string, limitMs: number): Promise<number | null> {
	const record = readRecord(folder);
	if (!record || record.folder !== folderIdentity(folder) || !isRunning(record)) {
		return null;
	}
	process.kill(record.pid, 'SIGTERM');
	const deadline = Date.now() + limitMs;
	while (isRunning(record)) {
		if (Date.now() > deadline + killLimitMs) {
			throw new Unavailable(
				'server_not_stopped',
				`Process ${record.pid} of an earlier start does not end. Its disk may hang; end it first.`,
			);
		}
		if (Date.now() > deadline) {
			process.kill(record.pid, 'SIGKILL');
		}
		await pause(50);
	}
	return record.pid;
}

/** Starts a new log if the old one is large; keeps one old log. */
export function rotateLog(path: string): void {
	const size = statSync(path, {throwIfNoEntry: false})?.size ?? 0;
	if (size > logLimitBytes) {
		renameSync(path, `${path}.1`);
	}
}

function readRecord(folder: string): ServerRecord | null {
	try {
		const {pid, identity, folder: of} = JSON.parse(readText(recordPath(folder)) ?? '') as Partial<Record<keyof ServerRecord, unknown>>;
		const isWhole = typeof pid === 'number' && typeof identity === 'string' && typeof of === 'string';
		return isWhole ? {pid, identity, folder: of} : null;
	} catch {
		return null;
	}
}

function recordPath(folder: string): string {
	return join(folder, 'server.json');
}
