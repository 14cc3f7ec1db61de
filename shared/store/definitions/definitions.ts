import {createHash} from 'node:crypto';
import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** Bytes of a file. What is larger cannot be read anyway. */
const maxBytes = 256 * 1024;

export type DefinitionStore = ReturnType<typeof createDefinitionStore>;

/** The definitions in the folder `definitions` of the data folder. */
export function createDefinitionStore({dataDir}: {dataDir: string}) {
	const folder = join(dataDir, 'definitions');
	return {
		/** The file of this key as it is now, and the SHA-256 of its text; null when there is none. */
		async text(key: string): Promise<{text: string; hash: string} | null> {
			const path = join(folder, `${key}.yml`);
			const found = /^[\w-][\w.-]*$/.test(key) ? await stat(path).catch(() => null) : null;
			if (!found?.isFile() || found.size > maxBytes) {
				return null;
			}
			const text = await readFile(path, 'utf8');
			return {text, hash: createHash('sha256').update(text).digest('hex')};
		},
	};
}
