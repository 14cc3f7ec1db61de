import type {DownloadStatus} from './queue-item.ts';

/** A client fetches a download, works on what it has (checks, repairs, unpacks, moves it), or lets it wait. */
export type ClientActivity = 'fetching' | 'working' | 'waiting';

/**
 * What is wrong, where the status is `warning`. `client`: its own disk, so another release would fare no better.
 * `tracker`: a tracker complains, which does not matter once everything is there. `unknown`: a word we do not know, or
 * something that a person has to decide.
 */
export type ClientFault = 'client' | 'tracker' | 'unknown';

/** One download as its client reports it. */
export interface ClientDownload {
	/** Info hash in lower case, or the usenet client's own id. */
	downloadId: string;
	title: string;
	status: DownloadStatus;
	/** Given where it does not follow from the status. */
	activity?: ClientActivity;
	/** Given where something is wrong that has nothing to do with progress. */
	fault?: ClientFault;
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

/** What the client does about a download. Nothing is fetched while its disk is at fault, or while we cannot say. */
export function activityOf({status, activity, fault}: Pick<ClientDownload, 'activity' | 'fault' | 'status'>): ClientActivity {
	const stands = status === 'queued' || status === 'paused' || fault === 'client' || fault === 'unknown';
	return activity ?? (stands ? 'waiting' : 'fetching');
}
