export const protocols = ['torrent', 'usenet', 'stream'] as const;
/** How a release is fetched; `stream` is live TV. */
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
/** What an indexer says of a release beside its title; the number is the share of the download that does not count. */
export type IndexerFlag = (typeof indexerFlags)[number];

/** What an indexer offers, in our words, before anybody has read its title. */
export interface FoundRelease {
	guid: string;
	title: string;
	/** Bytes; 0 when the indexer does not tell. */
	size: number;
	/** Name of the indexer. */
	indexer: string;
	indexerId: string;
	/** 1 to 50, 1 is asked first. */
	indexerPriority: number;
	publishDate: Date;
	downloadUrl: string | null;
	magnetUrl: string | null;
	infoUrl: string | null;
	category: string[];
	protocol: Protocol;
	/** Null for usenet and where a tracker does not tell. */
	seeders: number | null;
	leechers: number | null;
	/** Forty hex digits in lower case. */
	infoHash: string | null;
	flags: IndexerFlag[];
	/** Names of the files inside, null while nobody has looked. */
	files: string[] | null;
	/** What the indexer says of the languages, spelled as in `ParsedTitle`. */
	languages: string[];
	imdbId: string | null;
	/** Id at the metadata provider. */
	metaId: number | null;
	/** Id at the TV metadata provider. */
	tvMetaId: number | null;
}
