export interface LanguageStep {
	/** ISO 639-1, or `original` for the original language of the title. */
	code: string;
	allowed: boolean;
}

export interface WantedSubtitle {
	/** A code of `subtitle-languages.ts`. */
	code: string;
	/** Only subtitles for dialogue that is foreign to the film's own language. */
	forced: boolean;
	hearingImpaired: boolean;
}

/** The audio and subtitle languages that a library wants, best first. */
export interface LanguageProfile {
	id: string;
	name: string;
	languages: LanguageStep[];
	/** The language at which upgrading ends. */
	cutoff: string;
	upgradeAllowed: boolean;
	subtitles: WantedSubtitle[];
	/** Once a file has a subtitle in this language of the list, the others are not missing; null wants all. */
	subtitleCutoff: string | null;
	/** 0 to 100; subtitles with a lower score are not downloaded. */
	minimumSubtitleScore: number;
}

export type NewLanguageProfile = Omit<LanguageProfile, 'id'>;

/** The profile created on first start. */
export const defaultLanguageProfile: NewLanguageProfile = {
	name: 'Original',
	languages: [{code: 'original', allowed: true}],
	cutoff: 'original',
	upgradeAllowed: false,
	subtitles: [],
	subtitleCutoff: null,
	minimumSubtitleScore: 70,
};
