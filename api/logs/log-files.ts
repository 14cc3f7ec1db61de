import {createReadStream} from 'node:fs';
import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {Readable} from 'node:stream';

export interface LogFile {
	path: string;
	/** Bytes at the time of listing; anything written later is left for the next download. */
	size: number;
	changedAt: number;
}

/** The stored log files, oldest first; the last is the current one. */
export async function listLogFiles(directory: string): Promise<LogFile[]> {
	const names = await readdir(directory).catch(() => []);
	const files = await Promise.all(names.filter(name => /^kinoteka[\w.-]*\.log$/.test(name)).map(name => look(join(directory, name))));
	return files.filter(file => file !== null).toSorted((a, b) => a.changedAt - b.changedAt || a.path.localeCompare(b.path));
}

async function look(path: string): Promise<LogFile | null> {
	try {
		const {size, mtimeMs} = await stat(path);
		return {path, size, changedAt: mtimeMs};
	} catch {
		return null;
	}
}

/** Reads the files one after another. A file that is rotated away before its turn is skipped. */
export function readLogFiles(files: readonly LogFile[]): Readable {
	return Readable.from(chunksOf(files));
}

async function* chunksOf(files: readonly LogFile[]): AsyncGenerator<Buffer> {
	for (const {path, size} of files) {
		if (size > 0) {
			yield* createReadStream(path, {end: size - 1});
		}
	}
}
