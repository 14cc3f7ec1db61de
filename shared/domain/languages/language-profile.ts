export interface LanguageStep {
	/** ISO 639-1, or `original` for whatever the title was made in. */
	code: string;
	allowed: boolean;
}

export interface WantedSubtitle {
	/** ISO 639-1. */
	code: string;
	/** Only what is foreign to the film's own language. */
	forced: boolean;
	hearingImpaired: boolean;
}

/** Which languages a library wants to hear and to read, best first. */
export interface LanguageProfile {
	id: string;
	name: string;
	languages: LanguageStep[];
	/** The language at which upgrading ends. */
	cutoff: string;
	upgradeAllowed: boolean;
	subtitles: WantedSubtitle[];
	/** 0 to 100; a subtitle below it is not taken. */
	minimumSubtitleScore: number;
}

export type NewLanguageProfile = Omit<LanguageProfile, 'id'>;

/** The profile of a first start. */
export const defaultLanguageProfile: NewLanguageProfile = {
	name: 'Original',
	languages: [{code: 'original', allowed: true}],
	cutoff: 'original',
	upgradeAllowed: false,
	subtitles: [],
	minimumSubtitleScore: 70,
};
