import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';

/** What a download client is asked to take: exactly one of `magnetUrl`, `torrent` and `nzb` is set. */
export interface NewDownload {
	title: string;
	magnetUrl: string | null;
	torrent: Uint8Array | null;
	nzb: Uint8Array | null;
	/** Forty hex digits in lower case, computed by us before the client is called; null for usenet. */
	infoHash: string | null;
	/** Stop seeding at this ratio; null leaves it to the client. */
	seedRatio: number | null;
	seedTimeMinutes: number | null;
}

/**
 * A download client. Each call is bounded by the client's own time limit (20 s) and by `signal`.
 * Failures: Invalid `authentication_failed`, `wrong_protocol`, `unsupported_version`, `category_missing` (the settings
 * are wrong); UpstreamFailed `connection_refused`, `name_not_found`, `timed_out`, `tls_failed`, `download_refused` (try
 * again, or another release).
 */
export interface DownloadClient {
	readonly protocol: 'torrent' | 'usenet';
	test(signal: AbortSignal): Promise<{version: string; details: string[]}>;
	/** Answers the download id. Adding what is there already is fine and answers the same id. */
	add(download: NewDownload, signal: AbortSignal): Promise<string>;
	/** The downloads of our category. */
	list(signal: AbortSignal): Promise<ClientDownload[]>;
	/** Removing what is not there is fine. */
	remove(downloadId: string, options: {deleteData: boolean}, signal: AbortSignal): Promise<void>;
}
