import {Writable} from 'node:stream';
import type {Redis} from 'ioredis';
import {type LogEntry, type LogLevel, logsStream} from '../events/logs.ts';
import type {EventBus} from '../events/stream.ts';
import {maskSecrets} from '../mask-secrets.ts';

export interface LogRelay {
	/** Pass this to the `outputs` of `createLog`. */
	output: Writable;
	/** The log exists before the connections do: lines written before this call are not relayed. */
	attach(events: EventBus, redis: Redis): void;
}

/**
 * Maximum number of lines being published. Further lines are dropped, because logging must never
 * block the work it reports on.
 */
const maxUnderWay = 200;

/** Publishes log lines to the log stream while Redis is ready. */
export function createLogRelay(): LogRelay {
	let publish: ((entry: LogEntry) => Promise<void>) | null = null;
	let isReady = () => false;
	let underWay = 0;

	function relay(line: string): void {
		const entry = underWay < maxUnderWay && publish && isReady() ? toEntry(line) : null;
		if (!entry || !publish) {
			return;
		}
		underWay += 1;
		publish(entry)
			.catch(() => {})
			.finally(() => {
				underWay -= 1;
			});
	}

	return {
		output: new Writable({
			decodeStrings: false,
			write(chunk: string | Buffer, _encoding, done) {
				relay(String(chunk));
				done();
			},
		}),
		attach(events, redis) {
			publish = entry => events.publish(logsStream, 'log', entry);
			isReady = () => redis.status === 'ready';
		},
	};
}

/** pino's numbers: 10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal. */
function toLevel(level: number): LogLevel {
	if (level >= 50) {
		return 'error';
	}
	if (level >= 40) {
		return 'warn';
	}
	return level >= 30 ? 'info' : 'debug';
}

/** What a line says; null for what is no line of ours. */
export function toEntry(line: string): LogEntry | null {
	try {
		const {level, msg, time, source, err} = JSON.parse(line) as {
			level: number;
			msg?: string;
			time: string;
			source?: string;
			err?: {message?: string};
		};
		const message = [msg, err?.message].filter(Boolean).join(': ');
		return {level: toLevel(level), message: maskSecrets(message), timestamp: new Date(time).toISOString(), source: source ?? 'kinoteka'};
	} catch {
		return null;
	}
}
