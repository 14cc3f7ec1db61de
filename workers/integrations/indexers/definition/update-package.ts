import type {Leases} from '#shared/coordination/lease.ts';
import type {DefinitionThread} from '#shared/definitions/definition-thread.ts';
import {Unusable} from '#shared/domain/definitions/definition.ts';
import type {Settings} from '#shared/settings/settings.ts';
import type {PackagedDefinition, PackagedDefinitionStore} from '#shared/store/definitions/packaged-definitions.ts';
import type {Http} from '../../http/http.ts';
import {isEnough, type PackageUpdate, shrunk, updatePackage} from '../../packages/update-package.ts';
import {hashOf} from './definition-source.ts';
import {type DefinitionSet, packageName, readPackage} from './read-package.ts';

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
	let most = 0;
	for (const set of sets.slice(0, maxSets)) {
		const checked = await checkSet(set, deps, signal);
		const usable = checked.filter(isUsable).length;
		// Little can be used of a version of the format that this program cannot read yet.
		if (isEnough(usable, usableBefore) && (set.version === null || usable * 2 >= checked.length)) {
			return checked;
		}
		most = Math.max(most, usable);
	}
	throw shrunk(packageName, most, usableBefore);
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
		checked.push({key, text, hash: hashOf(text), entry, faults});
	}
	return checked;
}
