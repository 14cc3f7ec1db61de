import type {SubtitleKind} from '../media/subtitle.ts';

export interface WantedEpisode {
	seasonNumber: number;
	episodeNumber: number;
	absoluteEpisodeNumber: number | null;
	title: string;
	/** `YYYY-MM-DD`, by which daily shows are named. */
	airDate?: string | null;
}

/** The search criteria for providers. */
export interface SubtitleCriteria {
	/** A movie, or an episode of a series: then the ids and the title are those of the series. */
	title: string;
	originalTitle: string | null;
	/** Of the movie, or the first year of the series. */
	year: number | null;
	imdbId: string | null;
	/** At the metadata provider (TMDB). */
	metaId: number | null;
	/** Null for a movie. */
	episode: WantedEpisode | null;
	/** Codes of `subtitle-languages.ts`, at least one. */
	languages: string[];
	/** OpenSubtitles' moving hash, 16 hexadecimal digits; null for a file that is too small or cannot be read. */
	movieHash: string | null;
	/** Bytes of the video. */
	size: number;
	/** File name of the video, or the name of its release. */
	releaseName: string | null;
}

/** A subtitle that a provider offers. */
export interface FoundSubtitle extends SubtitleKind {
	providerId: string;
	provider: string;
	/** The provider's id, 1 to 300 characters; unique for the provider. */
	id: string;
	/**
	 * The address that the provider gives for the download. It is never shown, because any address may contain a key.
	 */
	link?: string;
	/** Names of the releases that it was made for, at most 20. */
	releases: string[];
	/** Made for this very file, by its hash. */
	isHashMatch: boolean;
	/** Found by an id of the title, so that its name need not be compared. */
	isIdMatch: boolean;
	/** What the provider says it is for; null when it does not. */
	title: string | null;
	year: number | null;
	seasonNumber: number | null;
	episodeNumber: number | null;
	fps: number | null;
	isMachineTranslated: boolean;
	isTrusted: boolean;
	downloadCount: number;
	/** `srt`, `ass`, `zip`; null when unknown. */
	format: string | null;
	uploadedAt: Date | null;
}

/** How well a found subtitle fits a file. */
export interface RatedSubtitle extends FoundSubtitle {
	/** 0 to 100. */
	score: number;
	/** What the score is made of, for people: `hash +100`, `group +12`, `other edition -30`. */
	reasons: string[];
	/** Why it is not downloaded automatically, such as `score below 70`; empty when it may be. */
	rejections: string[];
}

/** The outcome of asking one provider. */
export interface ProviderResult {
	providerId: string;
	provider: string;
	status: 'ok' | 'error' | 'rate_limited';
	resultCount: number;
	errorMessage: string | null;
}
