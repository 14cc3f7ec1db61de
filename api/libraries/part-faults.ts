import type {RouteDeps} from '#api/services.ts';
import type {Library} from '#shared/domain/media/library.ts';
import type {Fault} from '#shared/errors.ts';
import type {EditLibraryBody} from './schema.ts';

export interface NamedParts {
	rootFolderId?: string;
	qualityProfileId?: string;
	languageProfileId?: string;
}

/** Reports each field that refers to a record that does not exist. */
export async function partFaults({rootFolderId, qualityProfileId, languageProfileId}: NamedParts, deps: RouteDeps): Promise<Fault[]> {
	const faults: Fault[] = [];
	const missing = (path: string, list: string) => faults.push({path, message: `${path} must be the id of a record in ${list}`});
	if (rootFolderId !== undefined && !(await deps.rootFolders.find(rootFolderId))) {
		missing('rootFolderId', '/api/root-folders');
	}
	if (qualityProfileId !== undefined && !(await deps.qualityProfiles.find(qualityProfileId))) {
		missing('qualityProfileId', '/api/quality-profiles');
	}
	if (languageProfileId !== undefined && !(await deps.languageProfiles.find(languageProfileId))) {
		missing('languageProfileId', '/api/language-profiles');
	}
	return faults;
}

/** What decides where titles of a library lie stays as it was made; the same value may come back. */
export function fixedFaults(body: EditLibraryBody, library: Library): Fault[] {
	const differing = (['type', 'rootFolderId'] as const).filter(name => body[name] !== undefined && body[name] !== library[name]);
	return differing.map(path => ({path, message: `${path} cannot be changed; make another library`}));
}
