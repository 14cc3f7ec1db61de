export const libraryTypes = ['movies', 'tv'] as const;
export type LibraryType = (typeof libraryTypes)[number];

export const backfillStatuses = ['idle', 'running', 'completed', 'failed'] as const;
export type BackfillStatus = (typeof backfillStatuses)[number];

/** A collection of titles with a root folder and profiles of its own. */
export interface Library {
	id: string;
	name: string;
	type: LibraryType;
	rootFolderId: string;
	qualityProfileId: string;
	languageProfileId: string;
	/** A disabled one is not looked through by the periodic scan. */
	enabled: boolean;
	/** Whether titles that a backfill adds are monitored. */
	monitored: boolean;
	/** The periodic scan takes in new files by itself. */
	backfillEnabled: boolean;
	backfillStatus: BackfillStatus;
	lastScanAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}
