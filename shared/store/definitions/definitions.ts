import {createHash} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {maxDefinitionBytes} from '../../domain/definitions/definition.ts';

/** Files of the folder that are looked at. All known sites together are 600. */
const maxFiles = 5000;
export const definitionKeys = /^[\w-][\w.-]*$/;

/** Why `text` has nothing for the name of a file that is there. */
export const unreadReason = (key: string) =>
	definitionKeys.test(key)
		? `is no file that can be read, or larger than ${maxDefinitionBytes / 1024} KiB`
		: 'does not have the name of a definition, which may contain letters, digits, dots, - and _';

export type DefinitionStore = ReturnType<typeof createDefinitionStore>;

/** The definitions in the folder `definitions` of the data folder. */
export function createDefinitionStore({dataDir}: {dataDir: string}) {
	const folder = join(dataDir, 'definitions');
	const pathOf = (key: string) => join(folder, `${key}.yml`);
	return {
		folder,
		/** The names of all files, without `.yml`, also of those that cannot be read; none when there is no folder. */
		async keys(): Promise<string[]> {
			const names = await readdir(folder).catch(() => []);
			const own = names.filter(name => name.endsWith('.yml')).map(name => name.slice(0, -'.yml'.length));
			return own.toSorted().slice(0, maxFiles);
		},
		/** The file of this key as it is now, and the SHA-256 of its text; null when there is none that can be read. */
		async text(key: string): Promise<{text: string; hash: string} | null> {
			const path = pathOf(key);
			const found = definitionKeys.test(key) ? await stat(path).catch(() => null) : null;
			if (!found?.isFile() || found.size > maxDefinitionBytes) {
				return null;
			}
			const text = await readFile(path, 'utf8');
			return {text, hash: createHash('sha256').update(text).digest('hex')};
		},
		/** The key must have the form of `definitionKeys`, as for `remove`. */
		async write(key: string, text: string): Promise<void> {
			await mkdir(folder, {recursive: true, mode: 0o700});
			const partial = join(folder, `${key}.part`);
			await writeFile(partial, text, {mode: 0o600});
			await rename(partial, pathOf(key));
		},
		/** False if there was none. */
		async remove(key: string): Promise<boolean> {
			return await rm(pathOf(key)).then(
				() => true,
				() => false,
			);
		},
	};
}
