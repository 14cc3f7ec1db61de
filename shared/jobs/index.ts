import {addMovie} from './add-movie.ts';
import {addTorrent} from './add-torrent.ts';
import {backfillLibrary} from './backfill-library.ts';
import {deleteLibraryFiles} from './delete-library-files.ts';
import {deleteMovieFiles} from './delete-movie-files.ts';
import {grabRelease} from './grab-release.ts';
import {importDownload} from './import-download.ts';
import {listTorrents} from './list-torrents.ts';
import {readMediaInfo} from './read-media-info.ts';
import {refreshMovie} from './refresh-movie.ts';
import {removeDownload} from './remove-download.ts';
import {removeTorrent} from './remove-torrent.ts';
import {retryDownload} from './retry-download.ts';
import {runTask} from './run-task.ts';
import {searchMovie} from './search-movie.ts';
import {searchReleases} from './search-releases.ts';
import {syncFeeds} from './sync-feeds.ts';
import {testConnection} from './test-connection.ts';
import {trackDownloads} from './track-downloads.ts';

/** The catalogue: every job there is. */
export const jobs = {
	addMovie,
	backfillLibrary,
	deleteLibraryFiles,
	deleteMovieFiles,
	addTorrent,
	grabRelease,
	importDownload,
	listTorrents,
	readMediaInfo,
	refreshMovie,
	removeDownload,
	removeTorrent,
	retryDownload,
	runTask,
	searchMovie,
	searchReleases,
	syncFeeds,
	testConnection,
	trackDownloads,
};

export type Jobs = typeof jobs;
