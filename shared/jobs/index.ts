import {backfillLibrary} from './backfill/backfill-library.ts';
import {readMediaInfo} from './backfill/read-media-info.ts';
import {openPage} from './captcha/open-page.ts';
import {solveChallenge} from './captcha/solve-challenge.ts';
import {checkConnection} from './connections/check-connection.ts';
import {checkMetadataKey} from './connections/check-metadata-key.ts';
import {deliverNotifications} from './connections/deliver-notifications.ts';
import {testConnection} from './connections/test-connection.ts';
import {checkRootFolder} from './disks/check-root-folder.ts';
import {countVideos} from './disks/count-videos.ts';
import {findFile} from './disks/find-file.ts';
import {listUnmappedFolders} from './disks/list-unmapped-folders.ts';
import {readFolderState} from './disks/read-folder-state.ts';
import {failRefusedDownload} from './downloads/fail-refused-download.ts';
import {removeDownload} from './downloads/remove-download.ts';
import {trackDownloads} from './downloads/track-downloads.ts';
import {grabRelease} from './grab/grab-release.ts';
import {retryDownload} from './grab/retry-download.ts';
import {clearLibrary} from './import/clear-library.ts';
import {deleteEpisodeFiles} from './import/delete-episode-files.ts';
import {deleteMovieFiles} from './import/delete-movie-files.ts';
import {importDownload} from './import/import-download.ts';
import {listImportCandidates} from './import/list-import-candidates.ts';
import {addMovie} from './refresh/add-movie.ts';
import {addSeries} from './refresh/add-series.ts';
import {fetchImage} from './refresh/fetch-image.ts';
import {lookUpTitles} from './refresh/look-up-titles.ts';
import {refreshDue} from './refresh/refresh-due.ts';
import {refreshMovie} from './refresh/refresh-movie.ts';
import {refreshSeries} from './refresh/refresh-series.ts';
import {rescoreFiles} from './refresh/rescore-files.ts';
import {grabPending} from './search/grab-pending.ts';
import {searchEpisodes} from './search/search-episodes.ts';
import {searchMovie} from './search/search-movie.ts';
import {searchReleases} from './search/search-releases.ts';
import {syncFeeds} from './search/sync-feeds.ts';
import {addSubtitle} from './subtitles/add-subtitle.ts';
import {fetchSubtitles} from './subtitles/fetch-subtitles.ts';
import {readSubtitles} from './subtitles/read-subtitles.ts';
import {readUnreadSubtitles} from './subtitles/read-unread-subtitles.ts';
import {rejudgeSubtitles} from './subtitles/rejudge-subtitles.ts';
import {removeSubtitle} from './subtitles/remove-subtitle.ts';
import {searchSubtitles} from './subtitles/search-subtitles.ts';
import {runTask} from './tasks/run-task.ts';
import {addTorrent} from './torrent/add-torrent.ts';
import {listTorrents} from './torrent/list-torrents.ts';
import {removeTorrent} from './torrent/remove-torrent.ts';

export const jobs = {
	addMovie,
	addSeries,
	addSubtitle,
	addTorrent,
	backfillLibrary,
	checkConnection,
	checkMetadataKey,
	checkRootFolder,
	clearLibrary,
	countVideos,
	deleteEpisodeFiles,
	deleteMovieFiles,
	deliverNotifications,
	failRefusedDownload,
	fetchImage,
	fetchSubtitles,
	findFile,
	grabPending,
	grabRelease,
	importDownload,
	listImportCandidates,
	listTorrents,
	listUnmappedFolders,
	lookUpTitles,
	openPage,
	readFolderState,
	readMediaInfo,
	readSubtitles,
	readUnreadSubtitles,
	refreshDue,
	refreshMovie,
	refreshSeries,
	rejudgeSubtitles,
	removeDownload,
	removeSubtitle,
	removeTorrent,
	rescoreFiles,
	retryDownload,
	runTask,
	searchEpisodes,
	searchMovie,
	searchReleases,
	searchSubtitles,
	solveChallenge,
	syncFeeds,
	testConnection,
	trackDownloads,
};

export type Jobs = typeof jobs;
