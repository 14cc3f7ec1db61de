import {type LogEntry, type LogLevel, logLevels} from '../events/logs.ts';
import {toEntry} from './log-relay.ts';
import {type LogFile, mergeLogFiles} from './merge-log-files.ts';

export interface WantedLines {
	/** Minimum level. */
	level: LogLevel;
	source?: string;
	/** Part of the message, whatever its case. */
	search?: string;
	limit: number;
}

export interface PastLines {
	/** Newest first. */
	lines: LogEntry[];
	/** Whether all files were looked through. */
	isAll: boolean;
}

/** Bytes that are looked through, those of the newest files. */
const maxBytes = 64 * 1024 * 1024;
/** Milliseconds for all of them. */
const maxMs = 5000;

/** The newest lines that fit, among the newest files. */
export async function findPastLines(files: readonly LogFile[], wanted: WantedLines, limitMs = maxMs): Promise<PastLines> {
	const newest = files.toSorted((a, b) => b.changedAt - a.changedAt);
	let bytes = 0;
	const chosen = newest.filter(({size}, index) => {
		bytes += size;
		return index === 0 || bytes <= maxBytes;
	});
	const until = performance.now() + limitMs;
	const search = wanted.search?.toLowerCase();
	const found: LogEntry[] = [];
	let isAll = chosen.length === files.length;
	for await (const chunk of mergeLogFiles(chosen)) {
		for (const line of chunk.split('\n')) {
			const entry = line === '' ? null : toEntry(line);
			if (entry && fits(entry, wanted, search)) {
				found.push(entry);
			}
		}
		if (found.length > 2 * wanted.limit) {
			found.splice(0, found.length - wanted.limit);
		}
		if (performance.now() > until) {
			isAll = false;
			break;
		}
	}
	return {lines: found.slice(-wanted.limit).reverse(), isAll};
}

function fits({level, source, message}: LogEntry, wanted: WantedLines, search: string | undefined): boolean {
	return (
		logLevels.indexOf(level) >= logLevels.indexOf(wanted.level) &&
		(wanted.source === undefined || source === wanted.source) &&
		(search === undefined || message.toLowerCase().includes(search))
	);
}
