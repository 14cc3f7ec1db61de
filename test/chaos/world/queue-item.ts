import type {NewQueueItem} from '#shared/store/downloads/downloads.ts';
import {buildItem, type ItemFields} from '#test/helpers/world/movie.ts';

type Chosen = Required<Pick<ItemFields, 'title' | 'guid' | 'outputPath' | 'protocol' | 'seriesId' | 'episodeIds'>>;

/** A finished download of a client that no longer exists, so that nobody asks it. */
export function finishedDownload(chosen: Chosen): NewQueueItem {
	const now = new Date();
	return buildItem({
		downloadId: chosen.guid,
		downloadClientId: 'a client that is gone',
		indexerId: 'chaos',
		indexer: 'Chaos',
		removable: chosen.protocol === 'usenet',
		added: now,
		started: now,
		ended: now,
		progressAt: now,
		...chosen,
	});
}
