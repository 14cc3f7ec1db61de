import type {MonitorChoice} from '../media/monitor-seasons.ts';
import type {MinimumAvailability} from '../media/movie.ts';
import type {SeriesType} from '../media/series.ts';

export const bulkActions = ['edit', 'search', 'refresh', 'delete', 'undo'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** Titles that one request may name. */
export const maxNamedTitles = 5000;
/** Titles that it may take from a list. */
export const maxListedTitles = 20_000;

/** What is changed of each title; what is left out stays. */
export interface BulkEdit {
	monitored?: boolean;
	qualityProfileId?: string;
	languageProfileId?: string | null;
	libraryId?: string | null;
	rootFolderPath?: string;
	tagChange?: {set?: string[] | undefined; add?: string[] | undefined; remove?: string[] | undefined};
	/** For movies. */
	minimumAvailability?: MinimumAvailability;
	availabilityDelayDays?: number | null;
	/** For series. */
	seasonFolder?: boolean;
	monitorNewSeasons?: boolean;
	type?: SeriesType | null;
	/** Which of their episodes are monitored. */
	monitor?: MonitorChoice;
}

/** Something that is done to many titles by a job. */
export interface BulkChange {
	id: string;
	kind: 'movie' | 'series';
	action: BulkAction;
	titleIds: string[];
	/** Empty unless they are edited. */
	edit: BulkEdit;
	/** Whether their files go to the new root folder, too. */
	moveFiles: boolean;
	deleteFiles: boolean;
	/** Never add deleted ones again automatically. */
	exclude: boolean;
	/** The id of the bulk change that it takes back; null if it is none of these. */
	undoes?: string | null;
	/** Who asked for it; null for the service. */
	requestedBy: string | null;
	createdAt: Date;
	updatedAt: Date;
}

/**
 * Whether it can be taken back. Searches leave nothing to take back, moved files have an undo of their own, and which
 * episodes were monitored before is not kept.
 */
export function isUndoable({action, edit, moveFiles}: Pick<BulkChange, 'action' | 'edit' | 'moveFiles'>): boolean {
	return action === 'delete' || (action === 'edit' && edit.monitor === undefined && !moveFiles);
}

/** What a bulk edit may change of a title, as it is stored. */
export interface EditedFields {
	monitored: boolean;
	qualityProfileId: string;
	languageProfileId?: string | null;
	libraryId: string | null;
	rootFolderPath: string;
	ownTags: readonly string[];
	minimumAvailability?: MinimumAvailability;
	availabilityDelayDays?: number | null;
	seasonFolder?: boolean;
	monitorNewSeasons?: boolean;
	chosenType?: SeriesType | null;
}

const plainFields = [
	'monitored',
	'qualityProfileId',
	'languageProfileId',
	'libraryId',
	'rootFolderPath',
	'minimumAvailability',
	'availabilityDelayDays',
	'seasonFolder',
	'monitorNewSeasons',
] as const;

/** These fields alone. */
export function editedFieldsOf(title: EditedFields): EditedFields {
	const {ownTags, chosenType = null} = title;
	const plain = Object.fromEntries(plainFields.flatMap(name => (title[name] === undefined ? [] : [[name, title[name]]])));
	return {...(plain as Omit<EditedFields, 'ownTags'>), ownTags: [...ownTags], chosenType}; // the title has them
}

/**
 * The edit that gives a title back what another edit took. What somebody has changed again since then stays. Empty if
 * nothing is left to give back.
 */
export function editBack({type, tagChange, ...edit}: BulkEdit, before: EditedFields, now: EditedFields): BulkEdit {
	const plain = plainFields.flatMap(name => {
		const isStill = edit[name] !== undefined && (edit[name] ?? null) === (now[name] ?? null);
		const old = before[name] ?? null;
		return isStill && old !== (now[name] ?? null) ? [[name, old] as const] : [];
	});
	const isOfType = type !== undefined && type === (now.chosenType ?? null) && type !== (before.chosenType ?? null);
	const back = tagChange ? tagsBack(tagChange, before.ownTags, now.ownTags) : {};
	return {
		...(Object.fromEntries(plain) as BulkEdit), // these fields were taken from titles
		...(isOfType && {type: before.chosenType ?? null}),
		...(back.tagChange && {tagChange: back.tagChange}),
	};
}

function tagsBack({set, add = [], remove = []}: NonNullable<BulkEdit['tagChange']>, before: readonly string[], now: readonly string[]) {
	const given = [...(set ?? []), ...add].filter(label => now.includes(label) && !before.includes(label));
	const taken = before.filter(label => !now.includes(label) && (remove.includes(label) || (set !== undefined && !set.includes(label))));
	return given.length + taken.length > 0 ? {tagChange: {add: taken, remove: given}} : {};
}
