/** What an administrator enters for a Newznab or Torznab site. */
export interface NewznabSettings {
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	/** Categories for anime; derived from `categories` by default. */
	animeCategories?: number[];
	/** Search anime by season and episode too. */
	animeStandardFormatSearch?: boolean;
}
