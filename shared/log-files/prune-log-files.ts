import {readdir, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {abandonedMs, type LogFileName, parseLogFileName} from './log-file-name.ts';

export interface Retention {
	/** Milliseconds since the last change. */
	ageMs: number;
	/** Of all files together. */
	bytes: number;
	files: number;
}

interface LogFile extends LogFileName {
	size: number;
	changedAt: number;
}

/**
 * Removes the oldest log files of a folder until what is left is within the limits. The file that a living process
 * writes to always stays. Any number of processes may do this at once. Returns the names of the removed files.
 */
export async function pruneLogFiles(directory: string, {ageMs, bytes, files}: Retention, now: number): Promise<string[]> {
	const found = await findFiles(directory);
	const last = new Map<string, number>();
	for (const {writer, number} of found) {
		last.set(writer, Math.max(last.get(writer) ?? 0, number));
	}
	const isWrittenTo = ({writer, number, changedAt}: LogFile) => number === last.get(writer) && now - changedAt < abandonedMs;
	const removed: string[] = [];
	let leftBytes = found.reduce((sum, {size}) => sum + size, 0);
	let leftFiles = found.length;
	for (const file of found.filter(each => !isWrittenTo(each)).toSorted((a, b) => a.changedAt - b.changedAt)) {
		if (now - file.changedAt <= ageMs && leftBytes <= bytes && leftFiles <= files) {
			break;
		}
		await rm(join(directory, file.name), {force: true}).catch(() => {});
		removed.push(file.name);
		leftBytes -= file.size;
		leftFiles -= 1;
	}
	return removed;
}

async function findFiles(directory: string): Promise<LogFile[]> {
	const names = await readdir(directory).catch(() => []);
	const found = await Promise.all(
		names.map(async name => {
			const parsed = parseLogFileName(name);
			const facts = parsed && (await stat(join(directory, name)).catch(() => null));
			return parsed && facts ? {...parsed, size: facts.size, changedAt: facts.mtimeMs} : null;
		}),
	);
	return found.filter(file => file !== null);
}
