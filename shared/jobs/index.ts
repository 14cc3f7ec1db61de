import {addMovie} from './add-movie.ts';
import {addSeries} from './add-series.ts';
import {addTorrent} from './add-torrent.ts';
import {backfillLibrary} from './backfill-library.ts';
import {deleteEpisodeFiles} from './delete-episode-files.ts';
import {deleteLibraryFiles} from './delete-library-files.ts';
import {deleteMovieFiles} from './delete-movie-files.ts';
import {grabPending} from './grab-pending.ts';
import {grabRelease} from './grab-release.ts';
import {importDownload} from './import-download.ts';
import {listTorrents} from './list-torrents.ts';
import {openPage} from './open-page.ts';
import {readMediaInfo} from './read-media-info.ts';
import {refreshDue} from './refresh-due.ts';
import {refreshMovie} from './refresh-movie.ts';
import {refreshSeries} from './refresh-series.ts';
import {removeDownload} from './remove-download.ts';
import {removeTorrent} from './remove-torrent.ts';
import {retryDownload} from './retry-download.ts';
import {runTask} from './run-task.ts';
import {searchEpisodes} from './search-episodes.ts';
import {searchMovie} from './search-movie.ts';
import {searchReleases} from './search-releases.ts';
import {solveChallenge} from './solve-challenge.ts';
import {syncFeeds} from './sync-feeds.ts';
import {testConnection} from './test-connection.ts';
import {trackDownloads} from './track-downloads.ts';

/** The catalogue: every job there is. */
export const jobs = {
	addMovie,
	addSeries,
	addTorrent,
	backfillLibrary,
	deleteEpisodeFiles,
	deleteLibraryFiles,
	deleteMovieFiles,
	grabPending,
	grabRelease,
	importDownload,
	listTorrents,
	openPage,
	readMediaInfo,
	refreshDue,
	refreshMovie,
	refreshSeries,
	removeDownload,
	removeTorrent,
	retryDownload,
	runTask,
	searchEpisodes,
	searchMovie,
	searchReleases,
	solveChallenge,
	syncFeeds,
	testConnection,
	trackDownloads,
};

export type Jobs = typeof jobs;
