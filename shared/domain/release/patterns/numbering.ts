import type {ParsedTitle} from '../parsed-title.ts';

/** The fields that tell which episodes a name is about. */
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
	| 'seasonExtra'
	| 'splitEpisode'
	| 'special'
>;

/** What a pattern found, and where: the media title stands before `start`, everything else from `end` on. */
export interface Mark extends Partial<Numbering> {
	start: number;
	end: number;
	/** No season is told, so the first is meant unless a folder tells another. */
	seasonImplied?: boolean;
	/** The number could as well be of the title. */
	unsure?: boolean;
	/** Other titles that the pattern met after its number, as in `Один (S1E1) / One (S1E1)`. */
	moreTitles?: string[];
	/** The media title, where it does not simply stand before `start`. */
	title?: string;
}

/** A name made ready for the patterns; all positions are the same in `name` and in `text`. */
export interface Release {
	/** Without extension and site names. */
	name: string;
	/**
	 * The same with every number of picture, sound and size blanked by `blank`, so that no pattern takes it for an
	 * episode; the group in front, too.
	 */
	readonly text: string;
	/** Whether the word for a season stands anywhere, in whatever language: half of the patterns begin with it. */
	readonly saysSeason: boolean;
	/** Where the media title begins: after a `[Group]` in front. */
	start: number;
	/** A `[Group]` stands in front, as anime has it. */
	hasGroup: boolean;
}

export type Reader = (release: Release) => Mark | null;

/** No release names more episodes of a season; a wider span is a misreading. */
export const widestSpan = 60;

/** Complete runs of long shows are posted as one. */
const longestRun = 2000;

function wholeNumbers(first: number, last: number): number[] {
	return Array.from({length: last - first + 1}, (_, index) => first + index);
}

/** All episodes of a season from `first` to `last`, or null when that is no sensible list of episodes. */
export function episodeRange(first: number, last: number): number[] | null {
	return last < first || last - first > widestSpan ? null : wholeNumbers(first, last);
}

/** The same of a count from the start of the show, which may be long. */
export function countRange(first: number, last: number): number[] | null {
	return last < first || last - first > longestRun ? null : wholeNumbers(first, last);
}
