/** The fields of an episode that decide whether a release holds it. */
export interface NumberedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	/** `YYYY-MM-DD`. */
	airDate: string | null;
	/** Specials are found by it; without it they are found by number only. */
	title?: string;
}
