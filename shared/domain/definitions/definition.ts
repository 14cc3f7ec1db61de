/** Bytes of a file. The largest definitions known have a tenth of it. */
export const maxDefinitionBytes = 256 * 1024;

/**
 * How one site is searched, as read from its YAML file. Lists of pairs keep the order of the file, which has meaning.
 */
export interface Definition {
	/** Name of its file without `.yml`; not always its `id`. */
	key: string;
	id: string | null;
	name: string | null;
	description: string | null;
	/** `en-US`. */
	language: string | null;
	/** `private`, `semi-private`, `public`; whatever else counts as `semi-private`. */
	type: string | null;
	/** As the file names it; UTF-8 by default. */
	encoding: string;
	/** Base addresses, the first is the default. */
	links: string[];
	legacyLinks: string[];
	/** Older ids whose settings this definition takes over. */
	replaces: string[];
	/** Seconds between two requests; null for the usual. */
	requestDelaySeconds: number | null;
	/** The page of the login may lead elsewhere. */
	followsRedirects: boolean;
	caps: Caps;
	settings: DefinitionSetting[];
	login: Login | null;
	search: Search;
	download: Download | null;
}

export interface Caps {
	mappings: CategoryMapping[];
	/** Mode and the parameters that it takes. */
	modes: Pairs<string[]>;
	allowsRawSearch: boolean;
	/** Series may be searched by their IMDb id. */
	allowsTvSearchImdb: boolean;
}

export interface CategoryMapping {
	/** The id at the site. */
	id: string;
	/** Name of the standard category; null when the file has none. */
	category: string | null;
	description: string | null;
	isDefault: boolean;
}

export type Pairs<Value> = [key: string, value: Value][];

export const settingTypes = [
	'text',
	'password',
	'checkbox',
	'select',
	'multi-select',
	'info',
	'info_cookie',
	'info_useragent',
	'info_flaresolverr',
	'info_category_8000',
] as const;
export type SettingType = (typeof settingTypes)[number];

export interface DefinitionSetting {
	name: string;
	type: SettingType;
	label: string | null;
	default: string | null;
	/** Of a `multi-select`. */
	defaults: string[];
	/** Keys, which are the values, and their labels. */
	options: Pairs<string>;
}

export interface Filter {
	name: string;
	args: string[];
}

/** How one value is found in a row. */
export interface Selector {
	selector: string | null;
	/** Fixed text instead of anything found. */
	text: string | null;
	attribute: string | null;
	remove: string | null;
	case: Pairs<string> | null;
	isOptional: boolean;
	default: string | null;
	filters: Filter[];
}

export const replyTypes = ['html', 'json', 'xml'] as const;
export type ReplyType = (typeof replyTypes)[number];

export interface SearchPath {
	path: string;
	isPost: boolean;
	inputs: Pairs<string>;
	/** Ids of the site for which the path is asked; `!` as the first means all but these. */
	categories: string[];
	inheritsInputs: boolean;
	followsRedirects: boolean;
	querySeparator: string;
	replyType: ReplyType;
	/** Text of a JSON reply without results; empty for an empty reply. */
	noResultsMessage: string | null;
}

export interface Rows extends Selector {
	/** Number of rows after each row that belong to it. */
	after: number;
	dateHeaders: Selector | null;
	/** JSON only: a number below 1 means no rows. */
	count: Selector | null;
	/** The `attribute` of a JSON row is a list of rows. */
	isMultiple: boolean;
	/** A JSON row without the `attribute` is skipped. */
	skipsMissing: boolean;
}

export interface Search {
	paths: SearchPath[];
	inputs: Pairs<string>;
	/** Only the first text of each header is sent. */
	headers: Pairs<string[]>;
	keywordsFilters: Filter[];
	preprocessingFilters: Filter[];
	allowsEmptyInputs: boolean;
	errors: ErrorBlock[];
	rows: Rows;
	/** Names with their modifiers, `title|append`. */
	fields: Pairs<Selector>;
}

export interface ErrorBlock {
	selector: string;
	message: Selector | null;
}

export interface Login {
	method: string;
	path: string | null;
	submitPath: string | null;
	form: string;
	/** Keys of `inputs` are selectors on the page. */
	hasSelectors: boolean;
	inputs: Pairs<string>;
	selectorInputs: Pairs<Selector>;
	querySelectorInputs: Pairs<Selector>;
	cookies: string[];
	headers: Pairs<string[]>;
	errors: ErrorBlock[];
	testPath: string | null;
	testSelector: string | null;
	captcha: {type: string; selector: string; input: string} | null;
}

export interface DownloadSelector extends Selector {
	usesBeforeReply: boolean;
}

export interface Download {
	isPost: boolean;
	headers: Pairs<string[]>;
	before: {
		path: string | null;
		isPost: boolean;
		inputs: Pairs<string>;
		querySeparator: string;
		pathSelector: DownloadSelector | null;
	} | null;
	infoHash: {hash: DownloadSelector; title: DownloadSelector; usesBeforeReply: boolean} | null;
	selectors: DownloadSelector[];
}

/** Something that is wrong with a definition. */
export interface Fault {
	/** `search.fields.size.filters[0]`. */
	place: string;
	reason: string;
	/** The site cannot be searched with the definition. */
	isFatal: boolean;
}

/** Why a value cannot be had: a broken template, pattern or filter, or an element that is not there. */
export class Unusable extends Error {}
