import type {DownloadStatus} from './tracked-state.ts';

/** One download as its client tells of it. */
export interface ClientDownload {
	/** Info hash in lower case, or the usenet client's own id. */
	downloadId: string;
	title: string;
	status: DownloadStatus;
	/** Bytes. */
	size: number;
	sizeLeft: number;
	secondsLeft: number | null;
	/** Where the finished file or folder lies, as the client sees it; null while unknown. */
	outputPath: string | null;
	/** Why the status is `warning` or `failed`. */
	message: string | null;
	seeders: number | null;
	leechers: number | null;
	/** Seeding goals are met (or it is no torrent): it may be removed from the client. */
	removable: boolean;
}
