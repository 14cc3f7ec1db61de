import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import type {DownloadControl} from '#shared/domain/downloads/download-client-record.ts';
import type {FileInDownload} from '#shared/domain/imports/sort-files.ts';

/** What a download client has to add. Exactly one of `magnetUrl`, `torrent` and `nzb` is set. */
export interface NewDownload {
	title: string;
	/** Of its archives, where the title of a usenet release says it. */
	password?: string | null;
	/** Category or label that it gets; the one of the settings if it is left out. */
	category?: string;
	magnetUrl: string | null;
	torrent: Uint8Array | null;
	nzb: Uint8Array | null;
	/** Forty lower-case hex digits, computed by us before the client is called; null for usenet. */
	infoHash: string | null;
	/** Stop seeding at this ratio; null leaves it to the client. */
	seedRatio: number | null;
	seedTimeMinutes: number | null;
}

/**
 * A download client. Each call is limited by the client's own timeout (20 s) and by `signal`.
 * Throws Invalid `authentication_failed`, `wrong_protocol`, `unsupported_version`, `category_missing` when the settings
 * are wrong; UpstreamFailed `connection_refused`, `name_not_found`, `timed_out`, `tls_failed`, `download_refused` when
 * another try, or another release, may help.
 */
export interface DownloadClient {
	readonly protocol: 'torrent' | 'usenet';
	test(signal: AbortSignal): Promise<{version: string; details: string[]}>;
	/**
	 * Asks whether it answers and lets us in, at a cost that does not grow with its downloads. Clients without an
	 * address lack it.
	 */
	ping?(signal: AbortSignal): Promise<void>;
	/** Returns the download id. Adding one that is already there returns the same id. */
	add(download: NewDownload, signal: AbortSignal): Promise<string>;
	/**
	 * Lists the downloads of our categories. Where the list of finished downloads has pages, they are read as far as
	 * ids in `wanted` are missing.
	 */
	list(signal: AbortSignal, wanted?: ReadonlySet<string>): Promise<ClientDownload[]>;
	/**
	 * The files of a download, at most 20,000; null while the client does not know them, and for usenet, where the
	 * names of what is downloaded say nothing about what is in it.
	 */
	files(downloadId: string, signal: AbortSignal): Promise<FileInDownload[] | null>;
	/**
	 * Gives an imported download another category. Clients that cannot lack it. For one that is not there, or has it
	 * already, nothing happens.
	 */
	setCategory?(downloadId: string, category: string, signal: AbortSignal): Promise<void>;
	/**
	 * Pauses or resumes downloads, or moves them to an end of the queue. Only for what the kind declares in `controls`;
	 * for one that is not there nothing happens.
	 */
	control?(downloadIds: readonly string[], action: DownloadControl, signal: AbortSignal): Promise<void>;
	/** Removing one that is not there is fine. */
	remove(downloadId: string, options: RemovalOptions, signal: AbortSignal): Promise<void>;
}

export interface RemovalOptions {
	deleteData: boolean;
	/** Called if the data is left where it is, with the reason. */
	onKept?(reason: string): void;
}
