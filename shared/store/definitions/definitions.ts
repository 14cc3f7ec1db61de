import {readdir, readFile, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {shareReads} from '../../coordination/cache.ts';
import {maxDefinitionBytes} from '../../domain/definitions/definition.ts';
import {hashOfText, type OwnDefinitionStore} from './own-definitions.ts';

/** Files of the folder that are looked at. All known sites together are 600. */
const maxFiles = 5000;
export const definitionKeys = /^[\w-][\w.-]*$/;

/** Why `text` has nothing for the name of a file that is there. */
export const unreadReason = (key: string) =>
	definitionKeys.test(key)
		? `is no file that can be read, or larger than ${maxDefinitionBytes / 1024} KiB`
		: 'does not have the name of a definition, which may contain letters, digits, dots, - and _';

/** Definitions of the operator. */
export interface DefinitionStore {
	/** The names of all of them, without `.yml`, also of files that cannot be read. */
	keys(): Promise<string[]>;
	/** The text as it is now, and its SHA-256; null when there is none that can be read. */
	text(key: string): Promise<{text: string; hash: string} | null>;
}

interface FoundFile {
	key: string;
	changedAt: Date;
	size: number;
}

type DefinitionFolder = ReturnType<typeof createDefinitionFolder>;

/** The definitions in the folder `definitions` of the data folder. */
export function createDefinitionFolder({dataDir}: {dataDir: string}) {
	const folder = join(dataDir, 'definitions');
	const pathOf = (key: string) => join(folder, `${key}.yml`);
	const statOf = async (key: string) => (definitionKeys.test(key) ? stat(pathOf(key)).catch(() => null) : null);
	async function keys(): Promise<string[]> {
		const names = await readdir(folder).catch(() => []);
		const own = names.filter(name => name.endsWith('.yml')).map(name => name.slice(0, -'.yml'.length));
		return own.toSorted().slice(0, maxFiles);
	}
	return {
		folder,
		keys,
		async files(): Promise<FoundFile[]> {
			const found = await Promise.all(
				(await keys()).map(async key => {
					const facts = await statOf(key);
					return facts ? [{key, changedAt: facts.mtime, size: facts.size}] : [];
				}),
			);
			return found.flat();
		},
		async text(key: string): Promise<{text: string; hash: string} | null> {
			const found = await statOf(key);
			if (!found?.isFile() || found.size > maxDefinitionBytes) {
				return null;
			}
			const text = await readFile(pathOf(key), 'utf8');
			return {text, hash: hashOfText(text)};
		},
		async remove(key: string): Promise<void> {
			await rm(pathOf(key), {force: true}).catch(() => {});
		},
	};
}

interface Options {
	folder: DefinitionFolder;
	own: Pick<OwnDefinitionStore, 'find' | 'keys' | 'known' | 'put' | 'remove'>;
	/** Of the data folder as it is now; see `machineOf`. */
	machineId(): Promise<string>;
	now(): Date;
}

/**
 * The operator's own definitions in the database. The folder of each machine is a way in: a new or changed file is
 * taken over, and one that is removed there is removed.
 */
export function createOwnDefinitions({folder, own, machineId, now}: Options): DefinitionStore {
	let seen = '';

	async function takeIn(): Promise<void> {
		const files = await folder.files();
		const state = JSON.stringify(files);
		if (state === seen) {
			return;
		}
		// Not kept: where the data folder is not mounted any more there is another one.
		const here = await machineId();
		const known = new Map((await own.known()).map(each => [each.key, each]));
		for (const {key, changedAt} of files) {
			const file = await folder.text(key);
			const before = known.get(key);
			const isOld = before && file && (file.hash === before.hash || (before.had.includes(file.hash) && changedAt <= before.updatedAt));
			if (file && !isOld) {
				await own.put(key, file.text, {from: here, at: now()});
			}
		}
		const there = new Set(files.map(({key}) => key));
		for (const {key, from, hash} of known.values()) {
			if (from === here && hash !== null && !there.has(key)) {
				await own.remove(key, now());
			}
		}
		seen = state;
	}
	const upToDate = shareReads(takeIn);

	return {
		async keys() {
			await upToDate();
			const [stored, files] = await Promise.all([own.keys(), folder.keys()]);
			const isUnreadable = await Promise.all(files.map(async key => !stored.includes(key) && (await folder.text(key)) === null));
			return [...stored, ...files.filter((_key, index) => isUnreadable[index])].toSorted();
		},
		async text(key) {
			await upToDate();
			return own.find(key);
		},
	};
}
