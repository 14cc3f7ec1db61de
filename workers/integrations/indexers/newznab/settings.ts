/** What an administrator enters for a Newznab or Torznab site. */
export interface NewznabSettings {
	url: string;
	apiPath: string;
	apiKey: string | null;
	categories: number[];
	/** Where anime is asked for; worked out from `categories` when not given. */
	animeCategories?: number[];
	/** Ask for anime by season and episode too. */
	animeStandardFormatSearch?: boolean;
}
