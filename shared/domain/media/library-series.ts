import type {Counts} from './episode-counts.ts';
import type {ReleaseNumbering, SceneTitle} from './other-numbers.ts';
import type {SeriesDetails, SeriesType} from './series.ts';
import type {Image, LibraryFields} from './title.ts';

/** A season of a library series; its counts come from its episodes. */
export interface Season extends Counts {
	id: string;
	seasonNumber: number;
	monitored: boolean;
	overview: string | null;
	airDate: string | null;
	images: Image[];
}

/** A series in the library: the provider's data, our own, and its episode counts. */
export interface Series extends Omit<SeriesDetails, 'seasons'>, LibraryFields, Counts {
	seasonFolder: boolean;
	/** The type that its owner has chosen; then `type` is that. Null or missing for that of the provider. */
	chosenType?: SeriesType | null;
	/** The type by the provider, to which it returns. */
	providerType?: SeriesType;
	/** Whether seasons that appear later are monitored; missing counts as true. */
	monitorNewSeasons?: boolean;
	/** The numbering in which its releases are read and searched; missing for `auto`. */
	releaseNumbering?: ReleaseNumbering;
	/** The order in which its episodes are shown, see `episodeOrderForm`; null or missing for the provider's. */
	episodeOrder?: string | null;
	/** Names under which the scene numbers it. */
	sceneTitles?: SceneTitle[];
	seasons: Season[];
	/** Without specials. */
	seasonCount: number;
	/** Every monitored aired episode has a file, and there is at least one. */
	downloaded: boolean;
	nextAiring: Date | null;
	previousAiring: Date | null;
	/** When time alone will change the counts: the next airing of any episode. */
	countsUntil: Date | null;
}

/** The season that a new episode belongs to, if we have it. */
export function seasonOf({seasons}: Pick<Series, 'seasons'>, seasonNumber: number): Season | null {
	return seasons.find(season => season.seasonNumber === seasonNumber) ?? null;
}
