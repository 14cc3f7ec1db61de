import type {Leases} from '#shared/coordination/lease.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {maxDefinitionBytes, Unusable} from '#shared/domain/definitions/definition.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {hashOfText} from '#shared/store/definitions/own-definitions.ts';
import type {PackagedDefinition, PackagedDefinitionStore} from '#shared/store/definitions/packaged-definitions.ts';
import type {Http} from '../../http/http.ts';
import {readZip} from '../../packages/read-zip.ts';
import {isEnough, type PackageUpdate, shrunk, unusable, updatePackage} from '../../packages/update-package.ts';

interface Deps {
	http: Http;
	thread: Pick<DefinitionThread, 'ask'>;
	packaged: Pick<PackagedDefinitionStore, 'state' | 'note' | 'write' | 'take' | 'removeOthers'>;
	leases: Pick<Leases, 'with'>;
	settings: Pick<Settings, 'get'>;
	now(): Date;
}

const maxBytes = 30 * 1024 * 1024;
/** Sets of one package that are tried: the newest version of the format may not be readable yet. */
const maxSets = 3;

/** Updates the package of definitions; see `updatePackage`. `before` runs before another set counts. */
export function updateDefinitionPackage(deps: Deps, signal: AbortSignal, before: () => Promise<void>): Promise<PackageUpdate | null> {
	const {packaged, settings} = deps;
	return updatePackage<PackagedDefinition>(
		{
			name: packageName,
			lease: 'definition-package',
			address: settings.get('definitions.packageUrl'),
			pinned: {sha256: settings.get('definitions.packageSha256'), setting: 'definitions.packageSha256'},
			maxBytes,
			sets: packaged,
			read: async (body, usableBefore, limit) => chooseSet(await readPackage(body), usableBefore, deps, limit),
			isUsable,
			before,
		},
		deps,
		signal,
	);
}

const isUsable = ({entry}: PackagedDefinition) => entry !== null;

/** The best set that can be used. Throws Invalid `package_shrunk` when all have fewer usable files than before. */
async function chooseSet(
	sets: readonly DefinitionSet[],
	usableBefore: number,
	deps: Deps,
	signal: AbortSignal,
): Promise<PackagedDefinition[]> {
	let largest = 0;
	for (const set of sets.slice(0, maxSets)) {
		const checked = await checkSet(set, deps, signal);
		const usable = checked.filter(isUsable).length;
		// Little can be used of a version of the format that this program cannot read yet.
		if (isEnough(usable, usableBefore) && (set.version === null || usable * 2 >= checked.length)) {
			return checked;
		}
		largest = Math.max(largest, usable);
	}
	throw shrunk(packageName, largest, usableBefore);
}

async function checkSet({texts, tooLarge}: DefinitionSet, {thread}: Deps, signal: AbortSignal): Promise<PackagedDefinition[]> {
	const checked: PackagedDefinition[] = tooLarge.map(key => ({
		key,
		text: '',
		hash: '',
		entry: null,
		faults: [{place: 'file', reason: 'is too large', isFatal: true}],
	}));
	for (const [key, text] of texts) {
		signal.throwIfAborted();
		const {entry, faults} = await thread.ask('entry', {file: {key, text}}).catch(error => {
			if (error instanceof Unusable) {
				return {entry: null, faults: [{place: 'file', reason: error.message, isFatal: true}]};
			}
			throw error;
		});
		checked.push({key, text, hash: hashOfText(text), entry, faults});
	}
	return checked;
}

/** Definitions that belong together, by key. */
interface DefinitionSet {
	/** Of the format, by its folder `v11`; null for a folder of another name. */
	version: number | null;
	texts: Map<string, string>;
	/** Keys of files that are too large to be read. */
	tooLarge: string[];
}

/** In messages. */
const packageName = 'package of definitions';
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
		const {folder, key} = splitPath(path);
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

function splitPath(path: string): {folder: string; key: string} {
	const at = path.lastIndexOf('/');
	return {folder: path.slice(0, Math.max(at, 0)), key: path.slice(at + 1, -extension.length)};
}

const isDefinition = (path: string) => path.endsWith(extension) && keys.test(splitPath(path).key);

function versionOf(folder: string): number | null {
	const found = /(?:^|\/)v(\d{1,3})$/.exec(folder)?.[1];
	return found === undefined ? null : Number(found);
}
