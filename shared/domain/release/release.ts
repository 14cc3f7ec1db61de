export const protocols = ['torrent', 'usenet', 'stream'] as const;
/** How a release is downloaded; `stream` is live TV. */
export type Protocol = (typeof protocols)[number];

export const indexerFlags = [
	'freeleech',
	'freeleech25',
	'halfleech',
	'freeleech75',
	'doubleUpload',
	'internal',
	'scene',
	'nuked',
	'golden',
	'approved',
	'subtitles',
] as const;
/**
 * What an indexer says about a release in addition to its title. The number is the share of the download that does not
 * count against the ratio.
 */
export type IndexerFlag = (typeof indexerFlags)[number];

/** What a site wants its torrents to seed before they are removed; null where it does not say. */
export interface MinimumSeeding {
	ratio: number | null;
	minutes: number | null;
}

/** What an indexer offers, in our own fields, before the title is parsed. */
export interface FoundRelease {
	guid: string;
	title: string;
	/** Bytes; 0 when the indexer does not say. */
	size: number;
	/** Name of the indexer. */
	indexer: string;
	indexerId: string;
	/** The site that has it, if its indexer speaks for several and says so. */
	site?: string;
	/** 1 to 50; 1 is asked first. */
	indexerPriority: number;
	/** Null when the indexer does not say, or says it in a way that nobody can read. */
	publishDate: Date | null;
	downloadUrl: string | null;
	magnetUrl: string | null;
	infoUrl: string | null;
	category: string[];
	protocol: Protocol;
	/** Null for Usenet, and when a tracker does not say. */
	seeders: number | null;
	leechers: number | null;
	/** Forty hex digits, lower case. */
	infoHash: string | null;
	flags: IndexerFlag[];
	/** Missing where the indexer says nothing of it. */
	minimumSeeding?: MinimumSeeding;
	/** Format of its files as the indexer states it, such as `MKV`; null when it does not. */
	container: string | null;
	/** Names of the files inside; null until they are known. */
	files: string[] | null;
	/** The languages the indexer gives, spelled as in `ParsedTitle`. */
	languages: string[];
	imdbId: string | null;
	/** Id at the metadata provider. */
	metaId: number | null;
	/** Id at the TV metadata provider. */
	tvMetaId: number | null;
}
