import {type ChildProcess, spawn} from 'node:child_process';
import type {Readable} from 'node:stream';
import {compileCache} from '#scripts/embedded/program-cache.ts';
import {guardProcess} from '#scripts/processes/guard-process.ts';
import {Unavailable} from '#shared/errors.ts';
import type {Running} from '../processes/keep-running.ts';
import type {Reporter} from '../processes/reporter.ts';
import {createWatchdog, inWords, type Watchdog, workedMs} from '../processes/watchdog.ts';
import {forwardLines} from './forward-lines.ts';

/** A program of ours that runs as a separate process. `env` is added to our own environment. */
export interface NodeProgram {
	name: string;
	script: string;
	env: Record<string, string>;
}

/** A child that has reported that it is ready. */
export interface NodeChild extends Running, ReadyMessage {
	pid: number;
}

interface ChildOptions {
	/** Ends a child that is not ready yet. */
	signal: AbortSignal;
	reporter: Reporter;
	/** Called with each of its messages. */
	onMessage?: ((message: unknown) => void) | undefined;
	/** Milliseconds that a child may show no sign of life before it is ready: no word, no message, no work. */
	readyLimitMs?: number;
	/** The same after it is ready, for its messages alone. Longer than anything that we do without a break. */
	hungLimitMs?: number;
}

/**
 * A busy Node process grows its heap in large steps. Collecting garbage earlier more than halves the memory of nine
 * processes and costs a busy one up to a tenth of its time.
 */
export const leanHeap = ['--max-semi-space-size=2', '--heap-growing-percent=25'];
/** Makes glibc use a single arena, and return its free memory once it exceeds a quarter of a megabyte. */
export const leanMalloc = {MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '262144'};
const usualLimitMs = 60_000;
const lastWordsLimitMs = 500;

/**
 * Starts a child in its own session, so that Ctrl-C in the terminal reaches only us, and waits for its message `{ready:
 * true, detail?, firstKey?, firstPassword?}`. It is asked to end when this process dies, even by SIGKILL.
 * @throws Unavailable `process_not_started` with its last output
 */
export async function startNodeChild(program: NodeProgram, options: ChildOptions): Promise<NodeChild> {
	const {signal, reporter, readyLimitMs = usualLimitMs, hungLimitMs = usualLimitMs} = options;
	signal.throwIfAborted();
	const child = spawn(process.execPath, [...leanHeap, program.script], {
		detached: true,
		env: {...leanMalloc, ...process.env, ...compileCache(process.env), ...program.env},
		stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
	});
	const {pid} = child;
	// The next line tells the caller.
	child.on('error', () => undefined);
	if (pid === undefined) {
		throw new Unavailable('process_not_started', `${program.name} could not be started`);
	}
	const lastWords = forwardLines([child.stdout as Readable, child.stderr as Readable], {name: program.name, reporter});
	const exited = ending(child, lastWords);
	void exited.then(guardProcess(pid));
	if (options.onMessage) {
		child.on('message', options.onMessage);
	}
	const running = {pid, exited, kill: () => killGroup(pid), stop: (limitMs: number) => stopChild(child, exited, limitMs)};
	const onHung = () => {
		reporter.step(`${program.name} has not responded for a minute and is being ended`);
		running.kill();
	};
	endHungChild(child, {onHung, limitMs: hungLimitMs});
	const message = await awaitReady(child, {
		signal,
		limitMs: readyLimitMs,
		onBusy: what => reporter.step(`${program.name} | ${what}`),
		onSlow: waitedMs => reporter.progress(`${program.name} is not ready after ${inWords(waitedMs)}, but works on`),
	});
	if (message === null) {
		const late = child.exitCode === null && child.signalCode === null;
		running.kill();
		const {reason} = await exited;
		throw new Unavailable(
			'process_not_started',
			`${program.name} ${late ? `did nothing for ${inWords(readyLimitMs)} and was not ready` : `ended: ${reason}`}`,
		);
	}
	return {...running, ...message};
}

/**
 * Output may arrive after the child has ended, and its own children may hold the pipes open for
 * longer than we want to wait.
 */
function ending(child: ChildProcess, lastWords: () => string): Promise<{reason: string}> {
	return new Promise(resolve => {
		const reportEnd = (end: string) => {
			const words = lastWords();
			resolve({reason: words === '' ? end : `${end}: ${words}`});
		};
		child.once('error', error => reportEnd(error.message));
		child.once('exit', (code, signal) => {
			killGroup(child.pid);
			const end = signal ?? `exit code ${code}`;
			child.once('close', () => reportEnd(end));
			setTimeout(reportEnd, lastWordsLimitMs, end).unref();
		});
	});
}

async function stopChild(child: ChildProcess, exited: Promise<unknown>, limitMs: number): Promise<void> {
	child.kill('SIGTERM');
	const timer = setTimeout(() => killGroup(child.pid), limitMs);
	await exited;
	clearTimeout(timer);
}

/** Also kills the processes that the child has started. */
function killGroup(pid: number | undefined): void {
	try {
		process.kill(-(pid ?? Number.NaN), 'SIGKILL');
	} catch {
		// The group is already empty.
	}
}

interface HungOptions {
	limitMs: number;
	onHung(): void;
}

/**
 * Calls `onHung` when a child that has sent `{alive: true}` sends it no more. A loop without end works, too, so work
 * does not count.
 */
function endHungChild(child: ChildProcess, {limitMs, onHung}: HungOptions): void {
	let watchdog: Watchdog | undefined;
	child.on('message', message => {
		if ((message as {alive?: unknown}).alive === true) {
			watchdog ??= createWatchdog({limitMs, onSilent: onHung});
			watchdog.feed();
		}
	});
	child.once('exit', () => watchdog?.end());
}

/** The message of a child that is ready. */
export interface ReadyMessage {
	detail: string | null;
	/** Secrets that a first start generated; they are shown only once. */
	firstKey: string | null;
	firstPassword: string | null;
}

interface Waiting {
	signal: AbortSignal;
	/** Milliseconds without a sign of life from the child. */
	limitMs: number;
	/** Called once with each thing that takes it long. */
	onBusy(what: string): void;
	/** Called now and then, with the milliseconds that were waited. */
	onSlow(waitedMs: number): void;
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null);

/**
 * Waits for `{ready: true, …}` as long as the child speaks, sends messages or works. Null if the child ends, does
 * nothing any more, or `signal` says that it is not wanted any more.
 */
async function awaitReady(child: ChildProcess, {signal, limitMs, onBusy, onSlow}: Waiting): Promise<ReadyMessage | null> {
	const {promise, resolve} = Promise.withResolvers<ReadyMessage | null>();
	const giveUp = () => resolve(null);
	const watchdog = createWatchdog({limitMs, onSilent: giveUp, onSlow, worked: () => workedMs(child.pid ?? Number.NaN)});
	const reported = new Set<string>();
	const listen = (message: unknown) => {
		watchdog.feed();
		const {ready, busy, detail, firstKey, firstPassword} = message as Record<string, unknown>;
		if (typeof busy === 'string' && !reported.has(busy)) {
			reported.add(busy);
			onBusy(busy);
		}
		if (ready === true) {
			resolve({detail: textOrNull(detail), firstKey: textOrNull(firstKey), firstPassword: textOrNull(firstPassword)});
		}
	};
	child.on('message', listen);
	child.stdout?.on('data', watchdog.feed);
	child.stderr?.on('data', watchdog.feed);
	child.once('exit', giveUp);
	child.once('error', giveUp);
	signal.addEventListener('abort', giveUp, {once: true});
	return await promise.finally(() => {
		watchdog.end();
		child.off('message', listen);
		child.stdout?.off('data', watchdog.feed);
		child.stderr?.off('data', watchdog.feed);
	});
}
