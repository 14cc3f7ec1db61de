import {backfillLibrary, readMediaInfo} from './backfill.ts';
import {openPage, solveChallenge} from './captcha.ts';
import {addMissingParts, discover, monitorCollection, refreshCollection} from './collections.ts';
import {checkConnection, checkMetadataKey, deliverNotifications, listDefinitions, showDefinition, testConnection} from './connections.ts';
import {
	checkRootFolder,
	countVideos,
	findFile,
	listFolders,
	listUnmappedFolders,
	previewDeletion,
	previewRename,
	readFolderState,
} from './disks.ts';
import {controlDownloads, failRefusedDownload, removeDownload, trackDownloads} from './downloads.ts';
import {listEpisodeOrders, previewEpisodeOrder, renumberSeries} from './episode-orders.ts';
import {planFileChange, runFileChange, writeNfo} from './files.ts';
import {grabRelease, retryDownload} from './grab.ts';
import {
	clearLibrary,
	deleteChosenFiles,
	deleteEpisodeFiles,
	deleteMovieFiles,
	importDownload,
	listImportCandidates,
	takeBackImport,
	undoDeletion,
} from './import.ts';
import {addListItems, authorizeImportList, awaitAuthorization, syncImportList} from './lists.ts';
import {lookUpTitle} from './look-up.ts';
import {
	addMovie,
	addSeries,
	delayMovies,
	fetchImage,
	lookUpTitles,
	mapDueNumbers,
	mapNumbers,
	refreshDue,
	refreshMovie,
	refreshSeries,
	rescoreFiles,
} from './refresh.ts';
import {previewRematch, rematchTitle} from './rematch.ts';
import {grabPending, judgeName, searchEpisodes, searchMovie, searchReleases, syncFeeds} from './search.ts';
import {
	addSubtitle,
	fetchSubtitles,
	readSubtitles,
	readUnreadSubtitles,
	rejudgeSubtitles,
	removeSubtitle,
	searchSubtitles,
} from './subtitles.ts';
import {applyAutoTags, previewAutoTag, renameTag} from './tags.ts';
import {runBulkChange, runTask} from './tasks.ts';
import {addTorrent, controlTorrents, listTorrents, removeTorrent} from './torrent.ts';

export const jobs = {
	addListItems,
	addMissingParts,
	addMovie,
	addSeries,
	addSubtitle,
	addTorrent,
	applyAutoTags,
	authorizeImportList,
	awaitAuthorization,
	backfillLibrary,
	checkConnection,
	checkMetadataKey,
	listDefinitions,
	showDefinition,
	checkRootFolder,
	clearLibrary,
	controlDownloads,
	countVideos,
	delayMovies,
	deleteChosenFiles,
	deleteEpisodeFiles,
	deleteMovieFiles,
	deliverNotifications,
	discover,
	failRefusedDownload,
	fetchImage,
	fetchSubtitles,
	findFile,
	grabPending,
	grabRelease,
	importDownload,
	listEpisodeOrders,
	listImportCandidates,
	listTorrents,
	controlTorrents,
	judgeName,
	listFolders,
	listUnmappedFolders,
	lookUpTitle,
	lookUpTitles,
	mapDueNumbers,
	mapNumbers,
	monitorCollection,
	openPage,
	previewAutoTag,
	planFileChange,
	previewDeletion,
	previewEpisodeOrder,
	previewRematch,
	previewRename,
	readFolderState,
	readMediaInfo,
	readSubtitles,
	readUnreadSubtitles,
	refreshCollection,
	refreshDue,
	refreshMovie,
	refreshSeries,
	rejudgeSubtitles,
	rematchTitle,
	removeDownload,
	removeSubtitle,
	removeTorrent,
	renameTag,
	renumberSeries,
	rescoreFiles,
	retryDownload,
	runBulkChange,
	runFileChange,
	runTask,
	searchEpisodes,
	searchMovie,
	searchReleases,
	searchSubtitles,
	solveChallenge,
	syncFeeds,
	syncImportList,
	takeBackImport,
	testConnection,
	trackDownloads,
	undoDeletion,
	writeNfo,
};

export type Jobs = typeof jobs;
