import {addMovie} from './add-movie.ts';
import {addTorrent} from './add-torrent.ts';
import {deleteMovieFiles} from './delete-movie-files.ts';
import {grabRelease} from './grab-release.ts';
import {importDownload} from './import-download.ts';
import {listTorrents} from './list-torrents.ts';
import {refreshMovie} from './refresh-movie.ts';
import {removeDownload} from './remove-download.ts';
import {removeTorrent} from './remove-torrent.ts';
import {retryDownload} from './retry-download.ts';
import {searchMovie} from './search-movie.ts';
import {searchReleases} from './search-releases.ts';
import {testConnection} from './test-connection.ts';
import {trackDownloads} from './track-downloads.ts';

/** The catalogue: every job there is. */
export const jobs = {
	addMovie,
	deleteMovieFiles,
	addTorrent,
	grabRelease,
	importDownload,
	listTorrents,
	refreshMovie,
	removeDownload,
	removeTorrent,
	retryDownload,
	searchMovie,
	searchReleases,
	testConnection,
	trackDownloads,
};

export type Jobs = typeof jobs;
