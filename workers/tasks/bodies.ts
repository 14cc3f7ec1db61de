import type {TaskId} from '#shared/domain/tasks/tasks.ts';
import type {TaskBody} from '../executions/run-execution.ts';
import {backUp} from './backup.ts';
import {searchCutoffUnmet} from './cutoff-unmet.ts';
import {cleanUpHistory} from './history-cleanup.ts';
import {scanLibrary} from './library-scan.ts';
import {searchMissingEpisodes} from './missing-episodes.ts';
import {searchMissingMovies} from './missing-movies.ts';
import {findNewEpisodes} from './new-episodes.ts';
import {grabPendingReleases} from './pending-releases.ts';
import {reconcile} from './reconcile.ts';
import {refreshMetadata} from './refresh-metadata.ts';
import {syncRss} from './rss-sync.ts';
import {searchMissingSubtitles} from './subtitles/missing-subtitles.ts';
import {searchImportedSubtitles} from './subtitles/subtitle-search-on-import.ts';
import {searchBetterSubtitles} from './subtitles/subtitle-upgrade.ts';
import {searchUpgrades} from './upgrade.ts';

/** The body of each task. A runnable task without a body does not compile. */
export const bodies: Record<TaskId, TaskBody> = {
	cutoffUnmet: searchCutoffUnmet,
	upgrade: searchUpgrades,
	missingEpisodes: searchMissingEpisodes,
	missingMovies: searchMissingMovies,
	newEpisodes: findNewEpisodes,
	pendingReleases: grabPendingReleases,
	rssSync: syncRss,
	missingSubtitles: searchMissingSubtitles,
	subtitleUpgrade: searchBetterSubtitles,
	subtitleSearchOnImport: searchImportedSubtitles,
	historyCleanup: cleanUpHistory,
	refreshMetadata,
	libraryScan: scanLibrary,
	backup: backUp,
	reconcile,
};
