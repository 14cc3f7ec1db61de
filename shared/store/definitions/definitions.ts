import {createHash} from 'node:crypto';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** Files of the folder that are looked at. All known sites together are 600. */
const maxFiles = 5000;
/** Bytes of a file. What is larger cannot be read anyway. */
const maxBytes = 256 * 1024;

const keys = /^[\w-][\w.-]*$/;

/** Why `text` has nothing for the name of a file that is there. */
export const unreadReason = (key: string) =>
	keys.test(key)
		? `is no file that can be read, or larger than ${maxBytes / 1024} KiB`
		: 'does not have the name of a definition, which may contain letters, digits, dots, - and _';

export type DefinitionStore = ReturnType<typeof createDefinitionStore>;

/** The definitions in the folder `definitions` of the data folder. */
export function createDefinitionStore({dataDir}: {dataDir: string}) {
	const folder = join(dataDir, 'definitions');
	return {
		/** The names of all files, without `.yml`, also of those that cannot be read; none when there is no folder. */
		async keys(): Promise<string[]> {
			const names = await readdir(folder).catch(() => []);
			const own = names.filter(name => name.endsWith('.yml')).map(name => name.slice(0, -'.yml'.length));
			return own.toSorted().slice(0, maxFiles);
		},
		/** The file of this key as it is now, and the SHA-256 of its text; null when there is none that can be read. */
		async text(key: string): Promise<{text: string; hash: string} | null> {
			const path = join(folder, `${key}.yml`);
			const found = keys.test(key) ? await stat(path).catch(() => null) : null;
			if (!found?.isFile() || found.size > maxBytes) {
				return null;
			}
			const text = await readFile(path, 'utf8');
			return {text, hash: createHash('sha256').update(text).digest('hex')};
		},
	};
}
