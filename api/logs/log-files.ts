import {createReadStream} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {abandonedMs, type LogFileName, parseLogFileName} from '#shared/log-files/log-file-name.ts';

export interface LogFile extends LogFileName {
	/** Bytes at the time of listing; anything written later is left for the next download. */
	size: number;
	changedAt: number;
	/** The content, in chunks. A file that is removed before its turn is empty. */
	read(): AsyncIterable<Buffer>;
}

/** The stored log files of all processes that share the folder. */
export async function listLogFiles(directory: string): Promise<LogFile[]> {
	const names = await readdir(directory).catch(() => []);
	const files = await Promise.all(names.map(name => look(directory, name)));
	return files.filter(file => file !== null);
}

/** The newest file of each process that lives; of the last one that lived, if none does. */
export function currentLogFiles(files: readonly LogFile[], now: number): LogFile[] {
	const newest = new Map<string, LogFile>();
	for (const file of files) {
		if (file.number >= (newest.get(file.writer)?.number ?? 0)) {
			newest.set(file.writer, file);
		}
	}
	const byChange = [...newest.values()].toSorted((a, b) => a.changedAt - b.changedAt || a.name.localeCompare(b.name));
	const living = byChange.filter(({changedAt}) => now - changedAt < abandonedMs);
	return living.length > 0 ? living : byChange.slice(-1);
}

async function look(directory: string, name: string): Promise<LogFile | null> {
	const parsed = parseLogFileName(name);
	const path = join(directory, name);
	const facts = parsed && (await stat(path).catch(() => null));
	if (!parsed || !facts) {
		return null;
	}
	const {size, mtimeMs} = facts;
	return {...parsed, size, changedAt: mtimeMs, read: () => readFrom(path, size)};
}

async function* readFrom(path: string, size: number): AsyncGenerator<Buffer> {
	if (size === 0) {
		return;
	}
	try {
		yield* createReadStream(path, {end: size - 1});
	} catch {
		// It was removed, or its disk fails; the other files are worth more than an error.
	}
}
