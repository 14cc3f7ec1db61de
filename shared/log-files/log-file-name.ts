import {hourMs} from '../domain/durations.ts';

/** Which process wrote a log file, and when in its life. */
export interface LogFileName {
	name: string;
	/** The same for all files of one process. */
	writer: string;
	/** Milliseconds since 1970 at which the process began. */
	startedAt: number;
	/** Rises with each file of the process. */
	number: number;
}

const named = /^kinoteka\.((\d{1,15})\.[\w-]{1,150})\.(\d{1,9})\.log$/;
/** Earlier versions numbered the files of all processes together. */
const anyLog = /^kinoteka[\w.-]*\.log$/;

/** Hosts and processes share a folder, so a name says both; in containers, process ids alone are all the same. */
export function logWriter({startedAt, source, host, pid}: {startedAt: number; source: string; host: string; pid: number}): string {
	const plain = (text: string) => text.replaceAll(/[^\w-]/g, '-').slice(0, 60);
	return `${startedAt}.${plain(source)}-${plain(host)}-${pid}`;
}

export function logFileName(writer: string, number: number): string {
	return `kinoteka.${writer}.${number}.log`;
}

/** Null for any other file. */
export function parseLogFileName(name: string): LogFileName | null {
	const [, writer, startedAt, number] = named.exec(name) ?? [];
	if (writer !== undefined) {
		return {name, writer, startedAt: Number(startedAt), number: Number(number)};
	}
	return anyLog.test(name) ? {name, writer: name, startedAt: 0, number: 0} : null;
}

/**
 * Milliseconds without a change after which a log file counts as abandoned. A living process touches its file more
 * often, so this works for processes on other hosts too.
 */
export const abandonedMs = 2 * hourMs;
