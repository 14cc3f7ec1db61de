import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';

type Chosen = Pick<NewQueueItem, 'title' | 'guid' | 'outputPath' | 'protocol' | 'seriesId' | 'episodeIds'>;

/** A finished download of a client that no longer exists, so that nobody asks it. */
export function finishedDownload(chosen: Chosen): NewQueueItem {
	const now = new Date();
	return {
		downloadId: chosen.guid,
		status: 'completed',
		state: 'importPending',
		health: 'ok',
		statusMessages: [],
		errorMessage: null,
		downloadClientId: 'a client that is gone',
		downloadClient: 'Chaos',
		indexerId: 'chaos',
		indexer: 'Chaos',
		infoHash: null,
		downloadUrl: null,
		magnetUrl: null,
		size: 1000,
		sizeLeft: 0,
		secondsLeft: null,
		seeders: null,
		leechers: null,
		removable: chosen.protocol === 'usenet',
		movieId: null,
		judgement: {
			quality: 'WEBDL-1080p',
			qualityScore: 70,
			formatScore: 0,
			parsedQuality: {source: 'webdl', resolution: 1080, modifier: 'none', version: 1, real: 0, repack: false},
			releaseGroup: 'CHAOS',
			edition: null,
			languages: ['english'],
		},
		added: now,
		started: now,
		ended: now,
		retryAt: null,
		progressAt: now,
		...chosen,
	};
}
