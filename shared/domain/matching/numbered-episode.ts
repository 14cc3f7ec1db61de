/** What of an episode tells whether a release holds it. */
export interface NumberedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	/** `YYYY-MM-DD`. */
	airDate: string | null;
	/** By which specials are found; without it they are found by number only. */
	title?: string;
}
