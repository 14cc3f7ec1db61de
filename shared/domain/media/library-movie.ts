import type {MediaFile} from './media-file.ts';
import type {MinimumAvailability, MovieDetails} from './movie.ts';

/** A movie of the library: what the provider knows of it, and what we do with it. */
export interface Movie extends MovieDetails {
	id: string;
	sortTitle: string;
	titleSlug: string;
	monitored: boolean;
	minimumAvailability: MinimumAvailability;
	rootFolderPath: string;
	qualityProfileId: string;
	libraryId: string | null;
	searchOnAdd: boolean;
	lastSearchTime: Date | null;
	lastRefreshTime: Date | null;
	file: MediaFile | null;
	addedAt: Date;
	createdAt: Date;
	updatedAt: Date;
}
