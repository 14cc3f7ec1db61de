import {chooseDelayProfile, firstDelayProfile, toDelay} from '#shared/domain/decisions/delay-profile.ts';
import type {Facts} from '#shared/domain/decisions/facts.ts';
import {isForLibrary, type NamedLibrary} from '#shared/domain/media/library-tags.ts';
import {defaultDelay} from '#shared/settings/delay-default.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** The rules of a title's library for releases, and the delay of the title. */
export interface LibraryFacts extends Pick<Facts, 'library' | 'languageProfile' | 'releaseProfiles'> {
	delay: Pick<Facts['settings'], 'delay' | 'preferredProtocol'>;
}

type Deps = Pick<WorkerDeps, 'libraries' | 'languageProfiles' | 'releaseProfiles' | 'delayProfiles' | 'settings'>;

/** Reads these few records once, for all titles that are judged together. */
export async function readLibraryFacts(deps: Deps): Promise<(libraryId: string | null) => LibraryFacts> {
	const libraries = await deps.libraries.list();
	const languageProfiles = await deps.languageProfiles.list();
	const releaseProfiles = await deps.releaseProfiles.list();
	const delayProfiles = await deps.delayProfiles.list();
	return libraryId => {
		const library = libraries.find(({id}) => id === libraryId) ?? null;
		const chosen = chooseDelayProfile(delayProfiles, library) ?? firstDelayProfile;
		const profile = chosen.isDefault ? {...chosen, ...defaultDelay(deps.settings)} : chosen;
		return {
			library,
			languageProfile: languageProfiles.find(({id}) => id === library?.languageProfileId) ?? null,
			releaseProfiles: releaseProfiles.filter(({tags}) => isForLibrary(tags, library)),
			delay: {delay: toDelay(profile), preferredProtocol: profile.preferredProtocol === 'any' ? null : profile.preferredProtocol},
		};
	};
}

/** The library of a title, which determines the indexers to ask; null outside all libraries. */
export async function libraryOf(
	{libraryId}: {libraryId: string | null},
	{libraries}: Pick<WorkerDeps, 'libraries'>,
): Promise<NamedLibrary | null> {
	return libraryId === null ? null : await libraries.find(libraryId);
}
