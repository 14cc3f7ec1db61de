import {AsyncLocalStorage} from 'node:async_hooks';
import {tracingChannel} from 'node:diagnostics_channel';
import type {Writable} from 'node:stream';
import {type Logger, multistream, pino, stdSerializers, stdTimeFunctions} from 'pino';
import {maskSecrets} from '../mask-secrets.ts';
import {openRollingFile} from './log-files.ts';
import {printable} from './printable.ts';

export type Log = Logger;

interface LogOptions {
	level: 'debug' | 'info' | 'warn' | 'error';
	/** The process that writes: `api`, `workers:search`. */
	source: string;
	/** Folder for the log files; without it no files are written. */
	directory?: string;
	/** Additional outputs, such as the log stream. */
	outputs?: Writable[];
}

const secretNames = [
	'apiKey',
	'api_key',
	'apikey',
	'password',
	'currentPassword',
	'newPassword',
	'secret',
	'cookie',
	'authorization',
	'x-api-key',
	'value',
	'token',
];

// Output that goes to a full disk, or to a reader that ended, must not end the process.
process.stdout.on('error', () => {});

/** A structured logger: one JSON object per line, secrets masked, request and job ids from the current trace. */
export function createLog({level, source, directory, outputs = []}: LogOptions): Log {
	const streams = [process.stdout, ...outputs].map(stream => ({level, stream: escaping(stream)}));
	const options = {
		level,
		base: {source, pid: process.pid},
		timestamp: stdTimeFunctions.isoTime,
		redact: {paths: secretNames.flatMap(name => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]), censor: '********'},
		mixin: idsOfTrace,
		formatters: {log: (fields: Record<string, unknown>) => masked(fields)},
		serializers: {err: (error: Error) => maskedError(stdSerializers.err(error))},
		hooks: {
			logMethod(this: Logger, args: Parameters<Logger['info']>, method: (...rest: Parameters<Logger['info']>) => void) {
				method.apply(this, args.map(part => (typeof part === 'string' ? maskSecrets(part) : part)) as Parameters<Logger['info']>);
			},
		},
	};
	if (!directory) {
		return pino(options, multistream(streams));
	}
	const file = openRollingFile({directory, source});
	return pino(options, multistream([...streams, {level, stream: escaping(file)}]));
}

/** JSON leaves some characters as they are that a terminal obeys, and people read logs there. */
function escaping(output: {write(line: string): unknown}): {write(line: string): void} {
	return {write: line => void output.write(`${printable(line.trimEnd())}\n`)};
}

function masked(fields: Record<string, unknown>): Record<string, unknown> {
	const strings = Object.entries(fields).filter(([, value]) => typeof value === 'string');
	return {...fields, ...Object.fromEntries(strings.map(([name, value]) => [name, maskSecrets(String(value))]))};
}

function maskedError(error: ReturnType<typeof stdSerializers.err>) {
	return {
		type: error.type,
		message: maskSecrets(error.message),
		stack: maskSecrets(error.stack ?? ''),
		code: 'code' in error ? error['code'] : undefined,
	};
}

interface Trace {
	requestId?: string;
	jobId?: string;
	/** While traces are sent: the current span, in the form of the header of this name. */
	traceparent?: string;
}

const storage = new AsyncLocalStorage<Trace>();

/** Runs `work` so that its log lines and the jobs it enqueues carry `trace`. */
export function traced<T>(trace: Trace, work: () => T): T {
	return storage.run({...storage.getStore(), ...trace}, work);
}

export function currentTrace(): Trace {
	return storage.getStore() ?? {};
}

function idsOfTrace() {
	const {traceparent, ...ids} = currentTrace();
	return traceparent === undefined ? ids : {...ids, traceId: traceparent.split('-')[1]};
}

/** A piece of work as a trace shows it. Nothing of it may be a title, a path, an address or a key. */
export interface Span {
	/** Such as `job grab-release`. */
	name: string;
	kind: 'server' | 'consumer' | 'client' | 'internal';
	/** The work may add to them. */
	attributes: Record<string, string | number>;
	/** What another process caused it with, in the form of the header `traceparent`. */
	parent?: string | undefined;
	/** How the work failed. */
	error?: unknown;
}

/** What listens to spans, and gives each one its `traceparent`. */
export interface SpanListener {
	begin(span: Span, parent: string | undefined): string;
	end(span: Span): void;
}

const channel = tracingChannel<unknown, Span>('kinoteka:span');

/** Nobody listens unless traces are sent somewhere; then spans cost nothing. */
export const isTraced = (): boolean => channel.start.hasSubscribers;

/** Runs `work` as a part of the current trace; what it causes, also in other processes, belongs to it. */
export function spanned<T>(span: Span, work: () => Promise<T>): Promise<T> {
	return isTraced() ? channel.tracePromise(work, span) : work();
}

/** Returns what ends listening. */
export function listenToSpans({begin, end}: SpanListener): () => void {
	const {start} = channel;
	start.bindStore(storage, span => ({...currentTrace(), traceparent: begin(span, span.parent ?? currentTrace().traceparent)}));
	channel.asyncEnd.subscribe(end as (span: unknown) => void);
	return () => {
		start.unbindStore(storage);
		channel.asyncEnd.unsubscribe(end as (span: unknown) => void);
	};
}
