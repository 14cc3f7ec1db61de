import type {IndexerFlag} from '#shared/domain/release/release.ts';

export type FeedProtocol = 'torrent' | 'usenet';

/** One item of a feed, with everything these formats can express. Fields that the feed lacks are null or empty. */
export interface FeedRelease {
	guid: string;
	/** The site that has it, if the feed is that of a program that speaks for several. */
	site?: string;
	title: string;
	protocol: FeedProtocol;
	/** Address of the torrent or NZB file, or the magnet link if there is nothing else. */
	downloadUrl: string;
	magnetUrl: string | null;
	/** The page about the release. */
	infoUrl: string | null;
	commentUrl: string | null;
	publishDate: Date;
	/** Bytes; 0 when the feed does not say. */
	size: number;
	/** Category numbers, or names where the site sends no numbers. */
	category: string[];
	/** Forty lower-case hex digits. */
	infoHash: string | null;
	seeders: number | null;
	leechers: number | null;
	/** Seeders and leechers together. */
	peers: number | null;
	grabs: number | null;
	fileCount: number | null;
	flags: IndexerFlag[];
	/** Format of the files. */
	container: string | null;
	/** English names in lower case. */
	languages: string[];
	imdbId: string | null;
	/** Id at the metadata provider. */
	metaId: number | null;
	/** Id at the TV metadata provider. */
	tvMetaId: number | null;
	tvRageId: number | null;
	/** Share of the size that counts as downloaded; 0 is free. */
	downloadVolumeFactor: number;
	uploadVolumeFactor: number;
	minimumRatio: number | null;
	minimumSeedTimeSeconds: number | null;
}
