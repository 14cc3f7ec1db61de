import {spawn} from 'node:child_process';
import {readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {Unavailable} from '#shared/errors.ts';
import {identityOf, isRunning} from '#shared/process-identity.ts';
import {guardProcess} from '../processes/guard-process.ts';
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

const errorTailLength = 2_000;
/** Only this user may read what a server writes. */
const ownerOnly = 'umask 077; exec "$0" "$@"';
const logLimitBytes = 20_000_000;
/** Milliseconds that the system has to end a killed process, which a disk may hold. */
const killLimitMs = 10_000;

/**
 * Starts a server in its own session, so that Ctrl-C in the terminal reaches only us, and records it in `folder`. It is
 * asked to end when this process dies, even by SIGKILL.
 */
export function spawnServer(program: string, args: readonly string[], folder: string): ServerProcess {
	const env = programEnvironment(program, process.env);
	const child = spawn('/bin/sh', ['-c', ownerOnly, program, ...args], {
		cwd: folder,
		env,
		detached: true,
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const {pid} = child;
	let errors = '';
	child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
		errors = (errors + chunk).slice(-errorTailLength);
	});
	const exited = new Promise<Ending>(resolve => {
		child.once('error', error => resolve({code: null, reason: error.message}));
		child.once('exit', (code, signal) => resolve({code, reason: `${signal ?? `exit code ${code}`} ${errors}`.trim()}));
	});
	if (pid === undefined) {
		throw new Unavailable('server_not_started', `${program} could not be started`);
	}
	writeFileSync(recordPath(folder), JSON.stringify({pid, identity: identityOf(pid)}));
	const dismissGuard = guardProcess(pid);
	void exited.then(dismissGuard);
	const kill = () => void child.kill('SIGKILL');
	const stop = async (limitMs: number) => {
		child.kill('SIGTERM');
		const timer = setTimeout(kill, limitMs);
		await exited;
		clearTimeout(timer);
		rmSync(recordPath(folder), {force: true});
	};
	return {pid, exited, stop, kill};
}

/** Stops a server that an earlier start left running in this folder. Returns its pid, or null if there was none. */
export async function stopLeftover(folder: string, limitMs: number): Promise<number | null> {
	const record = readRecord(folder);
	if (!record || !isRunning(record)) {
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

function readRecord(folder: string): {pid: number; identity: string} | null {
	try {
		const {pid, identity} = JSON.parse(readFileSync(recordPath(folder), 'utf8')) as {pid?: unknown; identity?: unknown};
		return typeof pid === 'number' && typeof identity === 'string' ? {pid, identity} : null;
	} catch {
		return null;
	}
}

function recordPath(folder: string): string {
	return join(folder, 'server.json');
}
