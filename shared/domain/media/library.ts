export const libraryTypes = ['movies', 'tv'] as const;
export type LibraryType = (typeof libraryTypes)[number];

export const backfillStatuses = ['idle', 'running', 'completed', 'failed'] as const;
export type BackfillStatus = (typeof backfillStatuses)[number];

/** A collection of titles with its own root folder and profiles. */
export interface Library {
	id: string;
	name: string;
	type: LibraryType;
	rootFolderId: string;
	qualityProfileId: string;
	languageProfileId: string;
	/** The periodic scan skips a disabled library. */
	enabled: boolean;
	/** Whether titles that a backfill adds are monitored. */
	monitored: boolean;
	/** The periodic scan adds new files by itself. */
	backfillEnabled: boolean;
	/**
	 * Part of the address at which programs made for Radarr or Sonarr find this library alone. Null or missing: they
	 * find its titles among all others.
	 */
	appSlug?: string | null;
	backfillStatus: BackfillStatus;
	lastScanAt: Date | null;
	createdAt: Date;
	updatedAt: Date;
}
