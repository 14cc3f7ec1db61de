import type {LibraryFields} from '#shared/domain/media/title.ts';
import {type AuditChange, longestChange, maxChanges} from '#shared/store/accounts/audit.ts';
import type {Stores} from '#shared/store/database.ts';
import type {AuditRule, ShownValues} from './route.ts';

/** What differs between a record before and after a request. */
export function changesBetween(before: ShownValues, after: ShownValues): AuditChange[] {
	const textOf = (value: ShownValues[string] | undefined) =>
		value === null || value === undefined || value === '' ? null : String(value).slice(0, longestChange);
	return Object.keys(after)
		.filter(field => (before[field] ?? null) !== (after[field] ?? null))
		.slice(0, maxChanges)
		.map(field => ({field, before: textOf(before[field]), after: textOf(after[field])}));
}

type EditedTitle = Pick<
	LibraryFields,
	'libraryId' | 'monitored' | 'path' | 'qualityProfileId' | 'rootFolderPath' | 'tags' | 'languageProfileId'
> & {title: string} & Record<(typeof plainFields)[number], unknown>;

/** Fields of one kind of titles that people set. */
const plainFields = [
	'minimumAvailability',
	'availabilityDelayDays',
	'chosenType',
	'seasonFolder',
	'monitorNewSeasons',
	'releaseNumbering',
	'episodeOrder',
] as const;

type Deps = Pick<Stores, 'languageProfiles' | 'libraries' | 'movies' | 'qualityProfiles' | 'series'>;

/** How edits of a title appear in the audit trail: with its name, and what was changed from what to what. */
export function titleAudit(kind: 'movies' | 'series', deps: Deps): AuditRule {
	const find = async (id = '') => (await deps[kind].find(id)) as EditedTitle | null;
	return {
		action: `${kind}.changed`,
		nameOf: async ({id}) => (await find(id))?.title ?? null,
		async valuesOf({id}) {
			const title = await find(id);
			return title && shownTitle(title, deps);
		},
	};
}

/** How a new title appears in the audit trail. */
export const addedTitleAudit = (kind: 'movies' | 'series', deps: Pick<Stores, 'movies' | 'series'>): AuditRule => ({
	action: `${kind}.added`,
	nameOfNew: async id => (await deps[kind].find(id))?.title ?? null,
});

async function shownTitle(title: EditedTitle, {languageProfiles, libraries, qualityProfiles}: Deps): Promise<ShownValues> {
	const {monitored, rootFolderPath, path, tags, libraryId, languageProfileId} = title;
	const [profile, language, library] = await Promise.all([
		qualityProfiles.find(title.qualityProfileId),
		languageProfiles.find(languageProfileId ?? ''),
		libraries.find(libraryId ?? ''),
	]);
	const own = plainFields.flatMap(field => {
		const value = title[field];
		return value === undefined || typeof value === 'object' ? [] : [[field, value as ShownValues[string]] as const];
	});
	return {
		...{monitored, qualityProfile: profile?.name ?? null, languageProfile: language?.name ?? null, library: library?.name ?? null},
		...{rootFolder: rootFolderPath, folder: path, tags: tags.join(', ')},
		...Object.fromEntries(own),
	};
}
