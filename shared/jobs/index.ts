import {addMovie} from './add-movie.ts';
import {addSeries} from './add-series.ts';
import {addTorrent} from './add-torrent.ts';
import {deleteEpisodeFiles} from './delete-episode-files.ts';
import {deleteMovieFiles} from './delete-movie-files.ts';
import {grabRelease} from './grab-release.ts';
import {importDownload} from './import-download.ts';
import {listTorrents} from './list-torrents.ts';
import {refreshDue} from './refresh-due.ts';
import {refreshMovie} from './refresh-movie.ts';
import {refreshSeries} from './refresh-series.ts';
import {removeDownload} from './remove-download.ts';
import {removeTorrent} from './remove-torrent.ts';
import {retryDownload} from './retry-download.ts';
import {searchEpisodes} from './search-episodes.ts';
import {searchMovie} from './search-movie.ts';
import {searchReleases} from './search-releases.ts';
import {testConnection} from './test-connection.ts';
import {trackDownloads} from './track-downloads.ts';

/** The catalogue: every job there is. */
export const jobs = {
	addMovie,
	addSeries,
	deleteEpisodeFiles,
	deleteMovieFiles,
	addTorrent,
	grabRelease,
	importDownload,
	listTorrents,
	refreshDue,
	refreshMovie,
	refreshSeries,
	removeDownload,
	removeTorrent,
	retryDownload,
	searchEpisodes,
	searchMovie,
	searchReleases,
	testConnection,
	trackDownloads,
};

export type Jobs = typeof jobs;
