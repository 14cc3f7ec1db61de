import {type ChildProcess, spawn} from 'node:child_process';
import type {Readable} from 'node:stream';
import {compileCache} from '#scripts/embedded/program-cache.ts';
import {guardProcess} from '#scripts/processes/guard-process.ts';
import {Unavailable} from '#shared/errors.ts';
import type {Running} from '../processes/keep-running.ts';
import type {Teller} from '../teller/console.ts';
import {forwardLines} from './forward-lines.ts';

/** A program of ours that runs as a process of its own. `env` is added to our own environment. */
export interface NodeProgram {
	name: string;
	script: string;
	env: Record<string, string>;
}

/** What a child says when it is ready. */
export interface ReadyMessage {
	detail: string | null;
	/** Secrets that a first start made; they are shown once and nowhere else. */
	firstKey: string | null;
	firstPassword: string | null;
}

/** A child that has said that it is ready. */
export interface NodeChild extends Running, ReadyMessage {
	pid: number;
}

interface ChildOptions {
	/** Ends a child that is not ready yet. */
	signal: AbortSignal;
	tell: Teller;
	readyLimitMs?: number;
}

/**
 * Node grows its heap by factors while it is busy: nine processes that collect earlier need less than half of the
 * memory, for up to a tenth of the time of a busy one.
 */
export const leanHeap = ['--max-semi-space-size=2', '--heap-growing-percent=25'];
/** Glibc keeps what was freed in one place, and gives it back when it is more than a quarter of a megabyte. */
export const leanMalloc = {MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '262144'};
const usualReadyLimitMs = 60_000;
const lastWordsLimitMs = 500;

/**
 * Spawns a child in a session of its own, so that Ctrl-C in the terminal reaches only us, and waits for its message
 * `{ready: true, detail?, firstKey?, firstPassword?}`.
 * It is asked to end when this process dies, even by SIGKILL.
 * @throws Unavailable `process_not_started` with its last words
 */
export async function startNodeChild(program: NodeProgram, options: ChildOptions): Promise<NodeChild> {
	const {signal, tell, readyLimitMs = usualReadyLimitMs} = options;
	signal.throwIfAborted();
	const child = spawn(process.execPath, [...leanHeap, program.script], {
		detached: true,
		env: {...leanMalloc, ...process.env, ...compileCache(process.env), ...program.env},
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	const {pid} = child;
	if (pid === undefined) {
		throw new Unavailable('process_not_started', `${program.name} could not be started`);
	}
	const lastWords = forwardLines([child.stdout as Readable, child.stderr as Readable], program.name, tell);
	const exited = ending(child, lastWords);
	void exited.then(guardProcess(pid));
	const running = {pid, exited, kill: () => killGroup(pid), stop: (limitMs: number) => stopChild(child, exited, limitMs)};
	const message = await untilReady(child, AbortSignal.any([signal, AbortSignal.timeout(readyLimitMs)]));
	if (message === null) {
		const late = child.exitCode === null && child.signalCode === null;
		running.kill();
		const {reason} = await exited;
		throw new Unavailable(
			'process_not_started',
			`${program.name} ${late ? `was not ready within ${readyLimitMs / 1000} s` : `ended: ${reason}`}`,
		);
	}
	return {...running, ...message};
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

function untilReady(child: ChildProcess, limit: AbortSignal): Promise<ReadyMessage | null> {
	return new Promise(resolve => {
		child.on('message', message => {
			const {ready, detail, firstKey, firstPassword} = message as Record<string, unknown>;
			if (ready === true) {
				resolve({detail: textOrNull(detail), firstKey: textOrNull(firstKey), firstPassword: textOrNull(firstPassword)});
			}
		});
		child.once('exit', () => resolve(null));
		child.once('error', () => resolve(null));
		limit.addEventListener('abort', () => resolve(null), {once: true});
	});
}

/** Its last output comes after its end; what it left behind may hold the pipes open for longer than we want to wait. */
function ending(child: ChildProcess, lastWords: () => string): Promise<{reason: string}> {
	return new Promise(resolve => {
		const tellEnd = (end: string) => {
			const words = lastWords();
			resolve({reason: words === '' ? end : `${end}: ${words}`});
		};
		child.once('error', error => tellEnd(error.message));
		child.once('exit', (code, signal) => {
			killGroup(child.pid);
			const end = signal ?? `exit code ${code}`;
			child.once('close', () => tellEnd(end));
			setTimeout(tellEnd, lastWordsLimitMs, end).unref();
		});
	});
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>, limitMs: number): Promise<void> {
	child.kill('SIGTERM');
	const timer = setTimeout(() => killGroup(child.pid), limitMs);
	await exited;
	clearTimeout(timer);
}

/** Takes what the child itself has spawned along. */
function killGroup(pid: number | undefined): void {
	try {
		process.kill(-(pid ?? Number.NaN), 'SIGKILL');
	} catch {
		// The group is empty already.
	}
}
