import {registerCompletionHandler} from 'ava';
import {createFolderReaders, type FolderReaders} from '#shared/files/folder-readers.ts';
import {createDiskProbes, type DiskProbes} from '#workers/integrations/disk-probes/disk-probes.ts';
import {createMediaInfoReader, type MediaInfoReader} from '#workers/integrations/media-info/media-info-reader.ts';
import {patienceMs} from './until.ts';

/** What reads disks in threads of its own, and remembers nothing of what it has read. */
interface SharedThreads {
	diskProbes: DiskProbes;
	folderReaders: FolderReaders;
	mediaInfo: MediaInfoReader;
}

let shared: SharedThreads | null = null;

/**
 * The same for all tests of this thread: to start the thread that reads media info costs three times as much as a
 * world, and one for probes as much as a world. A test of what hangs makes its own.
 */
export function sharedThreads(): SharedThreads {
	shared ??= open();
	return shared;
}

function open(): SharedThreads {
	const [diskProbes, mediaInfo] = [createDiskProbes({leastMs: patienceMs}), createMediaInfoReader({timeoutMs: patienceMs})];
	registerCompletionHandler(() => {
		diskProbes.close();
		void mediaInfo.close();
	});
	return {
		diskProbes: {...diskProbes, close: () => {}},
		folderReaders: createFolderReaders(),
		mediaInfo: {...mediaInfo, close: () => Promise.resolve()},
	};
}
