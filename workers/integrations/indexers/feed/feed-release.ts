import type {IndexerFlag} from '#shared/domain/release/release.ts';

export type FeedProtocol = 'torrent' | 'usenet';

/** One item of a feed, with all that the family of formats can say; what it does not say is null or empty. */
export interface FeedRelease {
	guid: string;
	title: string;
	protocol: FeedProtocol;
	/** Of the torrent or NZB file; the magnet link itself where there is nothing else. */
	downloadUrl: string;
	magnetUrl: string | null;
	/** The page about it. */
	infoUrl: string | null;
	commentUrl: string | null;
	publishDate: Date;
	/** Bytes; 0 when the feed does not tell. */
	size: number;
	/** Category numbers, or names where the site sends no numbers. */
	category: string[];
	/** Forty hex digits in lower case. */
	infoHash: string | null;
	seeders: number | null;
	leechers: number | null;
	/** Seeders and leechers together. */
	peers: number | null;
	grabs: number | null;
	fileCount: number | null;
	flags: IndexerFlag[];
	/** English names in lower case. */
	languages: string[];
	imdbId: string | null;
	/** Id at the metadata provider. */
	metaId: number | null;
	/** Id at the TV metadata provider. */
	tvMetaId: number | null;
	tvRageId: number | null;
	/** Share of the size that counts as downloaded: 0 is free. */
	downloadVolumeFactor: number;
	uploadVolumeFactor: number;
	minimumRatio: number | null;
	minimumSeedTimeSeconds: number | null;
}
