/** What groups call the videos of a release that are neither its film nor its episodes. */
const extraWord =
	/(?:^|[^\p{L}\p{N}])(?:extras?|featurettes?|trailers?|teasers?|bonus|bloopers?|interviews?|shorts|promos?|menus?|gag[ ._-]reel|making[ ._-]of|behind[ ._-]the[ ._-]scenes|deleted[ ._-]scenes?|creditless|nc(?:op|ed)\d*[a-z]?)(?:[^\p{L}\p{N}]|$)/iu;

/** An extra is smaller than this part of the smallest film or episode beside it. */
const smallPart = 0.5;

export interface ExtraQuestion {
	/** Relative to the download's own folder. */
	path: string;
	/** Bytes. */
	size: number;
	/** When the show itself is called "The Interview", the word says nothing. */
	releaseTitle: string;
	/** Bytes of the smallest film or episode that was imported from the same download; null if none was. */
	smallest: number | null;
}

/** Whether a video that no record claims is one of the extras that come with a film or a season. */
export function isExtra({path, size, releaseTitle, smallest}: ExtraQuestion): boolean {
	return (extraWord.test(path) && !extraWord.test(releaseTitle)) || (smallest !== null && size < smallest * smallPart);
}
