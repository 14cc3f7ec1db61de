import type {DownloadClientKind} from '../downloads/download-client-record.ts';
import type {NotificationEvent} from './notification.ts';

export interface NotifiedEpisode {
	id: string;
	seasonNumber: number;
	episodeNumber: number;
	title: string;
}

/** The library title that a message is about. */
export interface NotifiedTitle {
	type: 'movie' | 'series';
	id: string;
	/** Null when the title left the library before the message was made. */
	title: string | null;
	year: number | null;
	tmdbId: number | null;
	imdbId: string | null;
	/** Name of its library; only where other libraries have copies of it. */
	library?: string;
	/** Address of its poster at the metadata provider; missing where there is none. */
	posterUrl?: string;
	episodes: NotifiedEpisode[];
	/** Only for receivers that were made for Radarr and Sonarr. */
	app?: AppTitle;
}

/** What these programs know of a title besides. */
export interface AppTitle {
	number: number;
	/** Its folder. */
	path: string;
	/** Of a series, at TheTVDB; null where it is unknown. */
	tvdbId: number | null;
	/** Numbers of the episodes, in their order. */
	episodes: number[];
	/** Number of the file that a message names, while it is in the library. */
	file?: number;
	/** Its labels; missing in what an earlier version has made. */
	tags?: string[];
	/**
	 * `YYYY-MM-DD`: when the episodes were first shown, in their order. It and what follows is missing in what an
	 * earlier version has made.
	 */
	airDates?: (string | null)[];
	/** `YYYY-MM-DD`: when a movie came out for homes. */
	releaseDate?: string | null;
	/** What the download client is. */
	clientKind?: DownloadClientKind;
	/** The custom formats of the release or file. */
	formats?: {score: number; names: string[]};
	/** Files whose place an imported one took. */
	replaced?: ReplacedFile[];
}

/** A file that left the library for a better one. */
export interface ReplacedFile extends Pick<NotifiedRelease, 'quality' | 'size'> {
	path: string;
}

/** The release and file that an event is about. */
export interface NotifiedRelease {
	media: NotifiedTitle | null;
	releaseTitle: string;
	quality: string | null;
	/** Bytes. */
	size: number | null;
	indexer: string | null;
	downloadClient: string | null;
	downloadId: string | null;
}

export interface GrabbedData extends NotifiedRelease {
	protocol: string | null;
}

export interface ImportedData extends NotifiedRelease {
	/** Path in the library. */
	path: string;
	releaseGroup: string | null;
}

/** `grab`: no download client has the release. */
export const failedStages = ['grab', 'download', 'import'] as const;

export interface FailedData extends NotifiedRelease {
	stage: (typeof failedStages)[number];
	message: string;
}

export interface DeletedData extends Pick<NotifiedRelease, 'media' | 'quality'> {
	path: string;
	/** `upgrade`, `replacedByPerson`, `deleted`, `missingFromDisk`, `movedToOther` or `libraryDeleted`. */
	reason: string;
	/** Bytes; null when unknown. Missing in what an earlier version has made. */
	size?: number | null;
}

/** A file of the library got another name or place. */
export interface RenamedData extends Pick<NotifiedRelease, 'media'> {
	path: string;
	oldPath: string;
}

export const healthSubjects = ['indexer', 'downloadClient', 'subtitleProvider', 'importList', 'pool'] as const;

export interface HealthData {
	status: 'ok' | 'error';
	subject: {kind: (typeof healthSubjects)[number]; id: string | null; name: string};
	message: string;
}

/** A title that came into the library, or left it. */
export interface TitleData {
	media: NotifiedTitle | null;
}

export interface TitleRemovedData extends TitleData {
	/** Its files are deleted, too. Missing in what an earlier version has made. */
	deletedFiles?: boolean;
	/** Bytes of those files. */
	size?: number;
}

/** What happened in a day. */
export interface SummaryData {
	from: string;
	to: string;
	grabbed: number;
	imported: number;
	failed: number;
	subtitles: number;
	/** Titles, each once. */
	searched: number;
	refused: number;
	nothing: number;
	/** The first of them in words, failures first. */
	lines: string[];
}

interface DataOf {
	grabbed: GrabbedData;
	imported: ImportedData;
	upgraded: ImportedData;
	failed: FailedData;
	deleted: DeletedData;
	renamed: RenamedData;
	health: HealthData;
	titleAdded: TitleData;
	titleRemoved: TitleRemovedData;
	dailySummary: SummaryData;
}

/** The body of a webhook, in the form that Standard Webhooks recommends. */
export type NotificationMessage = {
	[Type in NotificationEvent]: {type: Type; timestamp: string; data: DataOf[Type]};
}[NotificationEvent];
