import type {Readable} from 'node:stream';
import {type Entry, fromBufferPromise, type ZipFile} from 'yauzl';
import {maxDefinitionBytes} from '#shared/definitions/parse-definition.ts';
import {Invalid, isExpected} from '#shared/errors.ts';

/** Definitions that belong together, by key. */
export interface DefinitionSet {
	/** Of the format, by its folder `v11`; null for a folder of another name. */
	version: number | null;
	texts: Map<string, string>;
	/** Keys of files that are too large to be read. */
	tooLarge: string[];
}

const maxEntries = 5000;
/** Bytes of all definitions together. All known sites have less than a tenth of it. */
const maxTotalBytes = 64 * 1024 * 1024;
const extension = '.yml';
const keys = /^[\w-][\w.-]{0,99}$/;

/**
 * The sets of definitions in a zip, the best first: newer versions of the format before older ones, these before other
 * folders, and of those the largest. Only names of files count, never their paths. Throws Invalid `package_unusable`
 * for one that is not harmless.
 */
export async function readPackage(bytes: Buffer): Promise<DefinitionSet[]> {
	const folders = new Map<string, DefinitionSet>();
	await guarded(async () => {
		const zip = await fromBufferPromise(bytes, {lazyEntries: true, validateEntrySizes: true, decodeStrings: true, strictFileNames: true});
		if (zip.entryCount > maxEntries) {
			throw fault(`it has ${zip.entryCount} entries, and ${maxEntries} are allowed`);
		}
		let [count, total] = [0, 0];
		for await (const entry of zip.eachEntry()) {
			count += 1;
			throwIfHarmful(entry);
			const {folder, key} = placeOf(entry.fileName);
			if (count > maxEntries) {
				throw fault(`it has more than ${maxEntries} entries`);
			}
			if (key === null) {
				continue;
			}
			const set: DefinitionSet = folders.get(folder) ?? {version: versionOf(folder), texts: new Map(), tooLarge: []};
			folders.set(folder, set);
			if (set.texts.has(key) || set.tooLarge.includes(key)) {
				throw fault(`it has ${key} twice`);
			}
			if (entry.uncompressedSize > maxDefinitionBytes) {
				set.tooLarge.push(key);
				continue;
			}
			total += entry.uncompressedSize;
			if (total > maxTotalBytes) {
				throw fault(`its definitions have more than ${maxTotalBytes / 1024 / 1024} MiB`);
			}
			set.texts.set(key, await inflate(zip, entry));
		}
	});
	if (folders.size === 0) {
		throw fault('there is no definition in it');
	}
	const sizeOf = ({texts, tooLarge}: DefinitionSet) => texts.size + tooLarge.length;
	return [...folders.values()].toSorted((a, b) => (b.version ?? 0) - (a.version ?? 0) || sizeOf(b) - sizeOf(a));
}

function placeOf(name: string): {folder: string; key: string | null} {
	const at = name.lastIndexOf('/');
	const key = name.endsWith(extension) ? name.slice(at + 1, -extension.length) : '';
	return {folder: name.slice(0, Math.max(at, 0)), key: keys.test(key) ? key : null};
}

function versionOf(folder: string): number | null {
	const found = /(?:^|\/)v(\d{1,3})$/.exec(folder)?.[1];
	return found === undefined ? null : Number(found);
}

function throwIfHarmful(entry: Entry): void {
	const {fileName: name} = entry;
	if (name.split('/').includes('..') || name.startsWith('/') || /^[a-z]:/i.test(name) || /[\\\0]/.test(name)) {
		throw fault('an entry leads out of its folder');
	}
	if (name.endsWith(extension) && entry.isEncrypted()) {
		throw fault('it needs a password');
	}
}

/** Counts what really comes, because the sizes in a zip may be wrong. */
async function inflate(zip: ZipFile, entry: Entry): Promise<string> {
	const stream: Readable = await zip.openReadStreamPromise(entry);
	const chunks: Buffer[] = [];
	let size = 0;
	for await (const chunk of stream) {
		size += (chunk as Buffer).length; // a stream of bytes
		if (size > maxDefinitionBytes) {
			stream.destroy();
			throw fault(`a file is larger than it says`);
		}
		chunks.push(chunk as Buffer);
	}
	return Buffer.concat(chunks).toString('utf8');
}

const fault = (reason: string) => new Invalid('package_unusable', `The package of definitions is not taken: ${reason}.`);

/** Whatever the reader complains about is a fault of the package. */
async function guarded(work: () => Promise<void>): Promise<void> {
	try {
		await work();
	} catch (error) {
		throw isExpected(error) ? error : fault(error instanceof Error ? error.message.slice(0, 200) : String(error));
	}
}
