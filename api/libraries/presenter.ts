import type {Library} from '#shared/domain/media/library.ts';
import type {ScannedFile} from '#shared/store/libraries/scanned-file-schema.ts';

interface Named {
	id: string;
	name: string;
}

/** What a library names, as far as it still exists. */
export interface LibraryParts {
	rootFolder: (Named & {path: string}) | null;
	qualityProfile: Named | null;
	languageProfile: Named | null;
}

export function presentLibrary(library: Library, itemCount: number) {
	return {
		id: library.id,
		name: library.name,
		type: library.type,
		rootFolderId: library.rootFolderId,
		qualityProfileId: library.qualityProfileId,
		languageProfileId: library.languageProfileId,
		enabled: library.enabled,
		monitored: library.monitored,
		itemCount,
		createdAt: library.createdAt.toISOString(),
		updatedAt: library.updatedAt.toISOString(),
	};
}

export function presentLibraryDetail(library: Library, itemCount: number, {rootFolder, qualityProfile, languageProfile}: LibraryParts) {
	return {
		...presentLibrary(library, itemCount),
		rootFolder: rootFolder && {id: rootFolder.id, name: rootFolder.name, path: rootFolder.path},
		qualityProfile: qualityProfile && {id: qualityProfile.id, name: qualityProfile.name},
		languageProfile: languageProfile && {id: languageProfile.id, name: languageProfile.name},
		backfillEnabled: library.backfillEnabled,
		backfillStatus: library.backfillStatus,
		lastScanAt: library.lastScanAt?.toISOString() ?? null,
	};
}

/** As it answers its creation. */
export function presentNewLibrary(library: Library) {
	const {updatedAt: _updatedAt, ...created} = presentLibrary(library, 0);
	return {...created, backfillEnabled: library.backfillEnabled};
}

export function presentUnmatched({id, path, size, reason, candidates}: ScannedFile) {
	return {id, path, size, reason, candidates: candidates.map(({metaId, title, year}) => ({metaId, title, year}))};
}
