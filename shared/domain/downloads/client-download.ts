import type {DownloadStatus} from './queue-item.ts';

/** One download as its client reports it. */
export interface ClientDownload {
	/** Info hash in lower case, or the usenet client's own id. */
	downloadId: string;
	title: string;
	status: DownloadStatus;
	/** Bytes. */
	size: number;
	sizeLeft: number;
	secondsLeft: number | null;
	/** Path of the finished file or folder as the client sees it; null while unknown. */
	outputPath: string | null;
	/** Why the status is `warning` or `failed`, or what holds the download up. */
	message: string | null;
	seeders: number | null;
	leechers: number | null;
	/** The seeding goals are met, or it is not a torrent: it may be removed from the client. */
	removable: boolean;
}
