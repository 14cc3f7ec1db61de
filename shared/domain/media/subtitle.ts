/** Where a subtitle comes from: a track of the video, a file found beside it, or a file that this service put there. */
export const subtitleSources = ['embedded', 'file', 'downloaded', 'uploaded'] as const;
type SubtitleSource = (typeof subtitleSources)[number];

/** What distinguishes two subtitles of one file for a viewer. */
export interface SubtitleKind {
	/** A code of `subtitle-languages.ts`. */
	language: string;
	/** Only for dialogue that is foreign to the film's own language. */
	forced: boolean;
	hearingImpaired: boolean;
}

/** A subtitle that a video has. */
export interface Subtitle extends Omit<SubtitleKind, 'language'> {
	/** Stays the same when the file is read again. */
	id: string;
	/** Null when neither its file name nor its track names one. */
	language: string | null;
	source: SubtitleSource;
	/** Null for a track of the video. */
	path: string | null;
	/** `srt`, `ass`, `vtt`, `sub`, or the format of a track. */
	format: string | null;
	/** 0 to 100 at the time of the download; null for any other source. */
	score: number | null;
	/** Name of the provider; null for any other source. */
	provider: string | null;
	/** The provider's id of a downloaded subtitle, so that it is neither downloaded again nor counted as an upgrade. */
	providerSubtitleId: string | null;
	downloadedAt: Date | null;
	/** Our id of the provider; missing for any other source. */
	providerId?: string | null;
	/** A person has chosen this very one, so it is not upgraded. */
	isChosen?: boolean;
	/** SHA-256 of what we wrote: a file with other content has become a person's. */
	hash?: string | null;
}

/** The subtitles of a library file. A file without this has not been read yet. */
export interface FileSubtitles {
	/** At most `maxSubtitles`. */
	list: Subtitle[];
	/** What the language profile wants and the file lacks, in the profile's order; see `subtitleKindKey`. */
	missing: string[];
	/** When the folder was last read; the beginning of 1970 if it has changed since. */
	readAt: Date;
	/** Changes when the folders change that may hold subtitles of the file. */
	stamp: string;
}

export const maxSubtitles = 200;

/** One text for a kind of subtitle: `en`, `en.forced`, `pt-br.hi`. */
export function subtitleKindKey({language, forced, hearingImpaired}: SubtitleKind): string {
	return `${language}${forced ? '.forced' : ''}${hearingImpaired ? '.hi' : ''}`;
}

/** The opposite of `subtitleKindKey`. */
export function parseSubtitleKindKey(key: string): SubtitleKind {
	const [language = '', ...marks] = key.split('.');
	return {language, forced: marks.includes('forced'), hearingImpaired: marks.includes('hi')};
}

/** The movie or episode whose subtitles are meant. */
export interface SubtitleOwner {
	type: 'movie' | 'episode';
	id: string;
}

export function ownerKey({type, id}: SubtitleOwner): string {
	return `${type}-${id}`;
}
