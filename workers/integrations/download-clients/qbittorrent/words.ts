import {
	type ClientWord,
	type ClientWords,
	clientFault,
	completed,
	fetching,
	meaningOf,
	ofItsMachine,
	paused,
	queued,
	standing,
	undecided,
	working,
} from '../client-words.ts';

/** It looks for the metadata of a magnet link: nothing is known of the torrent yet, but it runs. */
const metadata: ClientWord = {status: 'queued', activity: 'fetching', message: 'qBittorrent is downloading metadata'};
const checking: ClientWord = {status: 'queued', activity: 'working'};

/** The states of `torrents/info`. Version 5 says `stopped` where version 4 said `paused`. */
export const qbittorrentWords: ClientWords = {
	uploading: completed,
	stalledUP: completed,
	queuedUP: completed,
	forcedUP: completed,
	pausedUP: completed,
	stoppedUP: completed,
	downloading: fetching,
	forcedDL: fetching,
	pausedDL: paused,
	stoppedDL: paused,
	queuedDL: queued,
	checkingDL: checking,
	checkingUP: checking,
	checkingResumeData: checking,
	metaDL: metadata,
	forcedMetaDL: metadata,
	moving: working,
	allocating: working,
	/** A torrent has this one while it is added. */
	unknown: fetching,
	/** Its library stops a torrent when it cannot read or write its files. */
	error: {...clientFault, message: `qBittorrent reports an error; see its log. ${ofItsMachine}`},
	missingFiles: {...standing, message: 'Files of this download are missing on the disk of qBittorrent.'},
	stalledDL: {...standing, message: 'The download is stalled: no peer is sending data.'},
};

const withoutDht: ClientWord = {
	...standing,
	message: 'The metadata of this magnet link has not arrived, and DHT, which could find it, is disabled in qBittorrent.',
};

export function qbittorrentMeaning(state: string, dht: boolean): ClientWord {
	return !dht && (state === 'metaDL' || state === 'forcedMetaDL') ? withoutDht : meaningOf(qbittorrentWords, state, 'qBittorrent');
}

/** A renamed torrent may have the whole save folder as its content path; what else is there must not be imported. */
export const withoutFolder: ClientWord = {
	...undecided,
	message: 'The download has no folder of its own in qBittorrent; move it into one to import it.',
};
