import type {MonitorChoice} from '../media/monitor-seasons.ts';
import type {MinimumAvailability} from '../media/movie.ts';
import type {SeriesType} from '../media/series.ts';

export const bulkActions = ['edit', 'search', 'refresh', 'delete'] as const;
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
	/** Who asked for it; null for the service. */
	requestedBy: string | null;
	createdAt: Date;
	updatedAt: Date;
}
