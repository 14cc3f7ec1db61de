/** The fields of replies that the demo reads; the API returns more. */
export interface ConnectionReply {
	message: string;
}

export interface ClientsReply {
	downloadClients: {id: string; name: string; kind: string}[];
}

export interface MovieReply {
	id: string;
	title: string;
	year: number;
	overview: string;
	runtime: number;
	hasFile: boolean;
	file: {
		path: string;
		size: number;
		quality: string;
		mediaInfo: {videoCodec: string; audioCodec: string; resolution: string} | null;
	} | null;
}

export interface ReleaseReply {
	guid: string;
	indexerId: string;
	title: string;
	/** Bytes. */
	size: number;
	seeders: number | null;
	approved: boolean;
	quality: {quality: string};
	rejections: string[];
	rejectionDetails: {reason: string; detail: string}[];
}

export interface SearchReply {
	releases: ReleaseReply[];
	indexerResults: {indexerName: string; resultCount: number; status: string; errorMessage: string | null}[];
	/** Milliseconds. */
	searchDuration: number;
}

export interface QueueItemReply {
	status: string;
	trackedDownloadState: string;
	/** Bytes. */
	size: number;
	sizeleft: number;
	timeleft: string | null;
	errorMessage: string | null;
	statusMessages: {title: string; messages: string[]}[];
}

export interface LanguageProfilesReply {
	languageProfiles: {id: string; name: string; isDefault: boolean}[];
}

export interface SubtitlesReply {
	subtitles: {language: string | null; source: string; path: string | null; score: number | null; provider: string | null}[];
	/** Such as `en`. */
	missing: string[];
}

export interface ServicesReply {
	services: {name: string; status: string}[];
}
