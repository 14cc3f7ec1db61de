import {maxDefinitionBytes} from '#shared/definitions/parse-definition.ts';
import {readZip} from '../../packages/read-zip.ts';
import {unusable} from '../../packages/update-package.ts';

/** Definitions that belong together, by key. */
export interface DefinitionSet {
	/** Of the format, by its folder `v11`; null for a folder of another name. */
	version: number | null;
	texts: Map<string, string>;
	/** Keys of files that are too large to be read. */
	tooLarge: string[];
}

/** In messages. */
export const packageName = 'package of definitions';
const limits = {
	name: packageName,
	maxEntries: 5000,
	maxFileBytes: maxDefinitionBytes,
	/** All known sites have less than a tenth of it. */
	maxTotalBytes: 64 * 1024 * 1024,
};
const extension = '.yml';
const keys = /^[\w-][\w.-]{0,99}$/;

/**
 * The sets of definitions in a zip, the best first: newer versions of the format before older ones, these before other
 * folders, and of those the largest. Only names of files count, never their paths. Throws Invalid `package_unusable`
 * for one that is not harmless.
 */
export async function readPackage(bytes: Buffer): Promise<DefinitionSet[]> {
	const folders = new Map<string, DefinitionSet>();
	for (const {path, bytes: content} of await readZip(bytes, isDefinition, limits)) {
		const {folder, key} = placeOf(path);
		const set: DefinitionSet = folders.get(folder) ?? {version: versionOf(folder), texts: new Map(), tooLarge: []};
		folders.set(folder, set);
		if (set.texts.has(key) || set.tooLarge.includes(key)) {
			throw unusable(packageName, `it has ${key} twice`);
		}
		if (content === null) {
			set.tooLarge.push(key);
		} else {
			set.texts.set(key, content.toString('utf8'));
		}
	}
	if (folders.size === 0) {
		throw unusable(packageName, 'there is no definition in it');
	}
	const sizeOf = ({texts, tooLarge}: DefinitionSet) => texts.size + tooLarge.length;
	return [...folders.values()].toSorted((a, b) => (b.version ?? 0) - (a.version ?? 0) || sizeOf(b) - sizeOf(a));
}

function placeOf(path: string): {folder: string; key: string} {
	const at = path.lastIndexOf('/');
	return {folder: path.slice(0, Math.max(at, 0)), key: path.slice(at + 1, -extension.length)};
}

const isDefinition = (path: string) => path.endsWith(extension) && keys.test(placeOf(path).key);

function versionOf(folder: string): number | null {
	const found = /(?:^|\/)v(\d{1,3})$/.exec(folder)?.[1];
	return found === undefined ? null : Number(found);
}
