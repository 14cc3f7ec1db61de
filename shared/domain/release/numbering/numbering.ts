import type {ParsedTitle} from '../parsed-title.ts';

/** The fields that say which episodes a name refers to. */
export type Numbering = Pick<
	ParsedTitle,
	| 'season'
	| 'episodes'
	| 'absoluteEpisodes'
	| 'specialAbsoluteEpisodes'
	| 'airDate'
	| 'dailyPart'
	| 'fullSeason'
	| 'partialSeason'
	| 'seasonPart'
	| 'multiSeason'
	| 'lastSeason'
	| 'across'
	| 'seasonExtra'
	| 'splitEpisode'
	| 'special'
>;

/** What a pattern found, and where. The media title is before `start`; everything else follows from `end` on. */
export interface Mark extends Partial<Numbering> {
	start: number;
	end: number;
	/** No season is given, so it is the first unless a folder says otherwise. */
	seasonImplied?: boolean;
	/** The number may also be part of the title. */
	unsure?: boolean;
	/** Other titles found after the number, as in `Один (S1E1) / One (S1E1)`. */
	moreTitles?: string[];
	/** The media title, when it is not simply the text before `start`. */
	title?: string;
}

/** A name prepared for the patterns; positions are the same in `name` and `text`. */
export interface Release {
	/** Without extension and site names. */
	name: string;
	/**
	 * The same name with every number for picture, sound or size blanked by `blank`, so that no pattern reads it as an
	 * episode. A group in front is blanked, too.
	 */
	readonly text: string;
	/** Is a word for "season" in the name, in any language? Half of the patterns begin with it. */
	readonly saysSeason: boolean;
	/** Where the media title begins: after a `[Group]` in front. */
	start: number;
	/** A `[Group]` is in front, as in anime. */
	hasGroup: boolean;
}

export type Reader = (release: Release) => Mark | null;

/** Releases never name more episodes of a season; a wider range is a misreading. */
export const widestSpan = 60;

/** Complete runs of long shows are posted as one release. */
const longestRun = 2000;

function wholeNumbers(first: number, last: number): number[] {
	const numbers: number[] = [];
	for (let number = first; number <= last; number++) {
		numbers.push(number);
	}
	return numbers;
}

/** All episodes of a season from `first` to `last`; null when that is not a plausible list. */
export function episodeRange(first: number, last: number): number[] | null {
	return last < first || last - first > widestSpan ? null : wholeNumbers(first, last);
}

/** The same for a count from the start of the show, which may be long. */
export function countRange(first: number, last: number): number[] | null {
	return last < first || last - first > longestRun ? null : wholeNumbers(first, last);
}

/**
 * "Season" in the languages whose releases spell it out. The British `series` is missing because it occurs in titles.
 */
export const seasonWords =
	'seasons?|saisons?|staffeln?|stagion[ei]|temporadas?|temp|sezon(?:u|y|ul|a|e|as)?|sezóny|seizoen(?:en)?|säsong(?:er)?|sæson(?:er)?|sesong(?:er)?|kausi|kaudet|série|évad|řada|сезон(?:и|ы|а|ів|ов)?|séria|hooaeg|musim|mùa|σεζόν|κύκλος|シーズン|시즌|الموسم|עונה|ซีซั่?น';

/** "Episode" in the same languages, long and short. */
export const episodeWords =
	'episodes?|épisodes?|episodi(?:os?|i)?|episódios?|eps?|folgen?|capítulos?|capitulos?|caps?|aflevering(?:en)?|afl|avsnitt|afsnit|puntat[ae]|jakso|odcin(?:ek|ki)|odc|díl|dil|rész|bölüm|bolum|blm|seri[iy]?a|serii|сери[яийю]|серії|серія|серій|эпизоды?|епізоди?|епизоди?|epizoda|epizóda|episodul|epizodas|выпуск|випуск|tập|επεισόδιο|الحلقة|פרק|ตอนที่|ตอน';

/** The plurals among them: `Episodes 6 of 12` means the first six. */
export const plurals =
	'episodes|épisodes|episodi|episódios|eps|folgen|capítulos|capitulos|caps|afleveringen|odcinki|серии|серий|серії|серій|serii|эпизоды|епізоди';
export const manyEpisodes = new RegExp(`^(?:${plurals})`, 'i');

/** Words that only follow the number of all episodes: `12 серий`, `10 Episodes`, `12集全`. */
export const totalWords =
	'[ ._](?:episodes|eps|épisodes|folgen|capítulos|capitulos|episódios|episodios|episodi|afleveringen|odcinków|epizodów|серий|серій|эпизодов|епізодів)(?!\\p{L})| ?[话話集回]全';

/** Words between the first and the last of a list that include every number in between. */
export const spanWords = 't/m|to|thru|through|bis|al|ao|até|a|à|do|до|по|tot';

/** Words that join exactly two numbers. */
export const joinWords = 'and|und|en|et|e|i|y|и|та|og|och';

/** "Of", as in `6 of 12`. */
export const ofWords = 'of|из|із|з|iz|di|de|von|z|sur';
