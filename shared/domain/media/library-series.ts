import type {Counts} from './episode-counts.ts';
import type {SeriesDetails} from './series.ts';
import type {Image, KeptTitle} from './title.ts';

/** A season of a series of the library; its counts are those of its episodes. */
export interface Season extends Counts {
	id: string;
	seasonNumber: number;
	monitored: boolean;
	overview: string | null;
	airDate: string | null;
	images: Image[];
}

/** A series of the library: what the provider knows of it, what we do with it, and how its episodes stand. */
export interface Series extends Omit<SeriesDetails, 'seasons'>, KeptTitle, Counts {
	seasonFolder: boolean;
	/** Its own folder, absolute; chosen when the series is added, so that a new title moves nothing. */
	path: string;
	seasons: Season[];
	/** Without specials. */
	seasonCount: number;
	/** Every monitored aired episode has a file, and there is one. */
	downloaded: boolean;
	nextAiring: Date | null;
	previousAiring: Date | null;
	/** When the counts change by time alone: the next airing of any episode. */
	countsUntil: Date | null;
}

/** The season that new episodes of the provider go by, where we have it. */
export function seasonOf({seasons}: Pick<Series, 'seasons'>, seasonNumber: number): Season | null {
	return seasons.find(season => season.seasonNumber === seasonNumber) ?? null;
}
