import type {Stream} from './stream.ts';

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface LogEntry {
	level: LogLevel;
	message: string;
	timestamp: string;
	/** The process or part that wrote the line. */
	source: string;
}

export interface LogEvents {
	log: LogEntry;
}

export const logsStream: Stream<LogEvents> = {channel: 'logs'};
