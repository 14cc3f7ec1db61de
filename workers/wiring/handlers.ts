import {handleBackfillLibrary} from '../backfill/backfill-library.ts';
import {handleCompareMove} from '../backfill/moves/compare-move.ts';
import {handlePlanMove} from '../backfill/moves/plan-move.ts';
import {handleRunMove} from '../backfill/moves/run-move.ts';
import {handleTakeOverMove} from '../backfill/moves/take-over-move.ts';
import {handleUndoMove} from '../backfill/moves/undo-move.ts';
import {handleReadMediaInfo} from '../backfill/read-media-info.ts';
import {handleOpenPage} from '../captcha/open-page.ts';
import {handleSolveChallenge} from '../captcha/solve-challenge.ts';
import {handleAnswerLoginCaptcha, handleShowLoginCaptcha} from '../connections/answer-login-captcha.ts';
import {handleCheckMetadataKey} from '../connections/check-metadata-key.ts';
import {handleDeliverNotifications} from '../connections/deliver-notifications.ts';
import {handleListDefinitions, handleShowDefinition} from '../connections/list-definitions.ts';
import {handlePrepareIndexerImport} from '../connections/prepare-indexer-import.ts';
import {handleCheckConnection, handleTestConnection} from '../connections/test-connection.ts';
import {handleFindRunningPrograms, handleTestMoveSource} from '../connections/test-move-source.ts';
import {
	handleCheckRootFolder,
	handleCountVideos,
	handleFindFile,
	handleListFolders,
	handleListUnmappedFolders,
	handleMeasureDeletion,
	handleMeasureFolder,
	handlePreviewDeletion,
	handlePreviewRename,
	handleReadFolderState,
} from '../disks/handlers.ts';
import {handleCategorizeDownload} from '../downloads/categorize-download.ts';
import {handleControlDownloads} from '../downloads/control-downloads.ts';
import {handleFailRefusedDownload} from '../downloads/fail-download.ts';
import {handleRemoveDownload} from '../downloads/remove-download.ts';
import {handleTrackDownloads} from '../downloads/track-downloads.ts';
import {handlePlanFileChange} from '../files/plan-file-change.ts';
import {handleRunFileChange} from '../files/run-file-change.ts';
import {handleWriteNfo} from '../files/write-nfo.ts';
import {handleGrabRelease} from '../grab/grab-release.ts';
import {handleHandOverFile} from '../grab/hand-over-file.ts';
import {handleRetryDownload} from '../grab/retry-download.ts';
import {handleClearLibrary} from '../import/clear-library.ts';
import {handleDeleteChosenFiles} from '../import/delete-chosen-files.ts';
import {handleDeleteEpisodeFiles, handleDeleteMovieFiles, handleTakeBackImport} from '../import/delete-title-files.ts';
import {handleEmptyBins, handleEraseDeletion} from '../import/erase-deletion.ts';
import {handleImportDownload} from '../import/import-download.ts';
import {handleListImportCandidates} from '../import/list-import-candidates.ts';
import {handleUndoDeletion} from '../import/undo-deletion.ts';
import {handleAddListItems} from '../lists/add-list-items.ts';
import {handleAuthorizeImportList, handleAwaitAuthorization} from '../lists/authorize-import-list.ts';
import {handleSyncImportList} from '../lists/sync-import-list.ts';
import {handleAddMovie, handleAddSeries} from '../refresh/add-titles.ts';
import {handleApplyAutoTags, handlePreviewAutoTag} from '../refresh/apply-auto-tags.ts';
import {handleAddMissingParts, handleMonitorCollection, handleRefreshCollection} from '../refresh/collections.ts';
import {handleDiscover} from '../refresh/discover.ts';
import {handleListEpisodeOrders, handlePreviewEpisodeOrder, handleRenumberSeries} from '../refresh/episode-orders.ts';
import {handleFetchImage, handleLookUpTitle, handleLookUpTitles} from '../refresh/look-up-titles.ts';
import {handleMapDueNumbers, handleMapNumbers} from '../refresh/map-numbers.ts';
import {handleDelayMovies, handleRefreshDue, handleRefreshMovie, handleRefreshSeries} from '../refresh/refresh-titles.ts';
import {handlePreviewRematch, handleRematchTitle} from '../refresh/rematch-titles.ts';
import {handleRenameTag} from '../refresh/rename-tag.ts';
import {handleRescoreFiles} from '../refresh/rescore-files.ts';
import type {Handlers} from '../runtime/handler.ts';
import {handleReadFeeds} from '../search/feed-parts.ts';
import {handleGrabPending} from '../search/grab-pending.ts';
import {handleJudgeName} from '../search/judge-name.ts';
import {handleJudgeOffered} from '../search/judge-offered.ts';
import {handleSearchEpisodes} from '../search/search-episodes.ts';
import {handleSearchMovie} from '../search/search-movie.ts';
import {handleSearchReleases} from '../search/search-releases.ts';
import {handleSyncFeeds} from '../search/sync-feeds.ts';
import {handleAddSubtitle} from '../subtitles/add-subtitle.ts';
import {handleFetchSubtitles} from '../subtitles/fetch-subtitles.ts';
import {handleReadSubtitles, handleReadUnreadSubtitles} from '../subtitles/read-subtitles.ts';
import {handleRejudgeSubtitles} from '../subtitles/rejudge-subtitles.ts';
import {handleRemoveSubtitle} from '../subtitles/remove-subtitle.ts';
import {handleSearchSubtitles} from '../subtitles/search-subtitles.ts';
import {handleRunBulkChange} from '../tasks/run-bulk-change.ts';
import {handleRunTask} from '../tasks/run-task.ts';
import {handleAddTorrent, handleControlTorrents, handleListTorrents, handleRemoveTorrent} from '../torrent/handlers.ts';

export const handlers: Handlers = {
	addListItems: handleAddListItems,
	addMissingParts: handleAddMissingParts,
	addMovie: handleAddMovie,
	addSeries: handleAddSeries,
	addSubtitle: handleAddSubtitle,
	addTorrent: handleAddTorrent,
	answerLoginCaptcha: handleAnswerLoginCaptcha,
	applyAutoTags: handleApplyAutoTags,
	authorizeImportList: handleAuthorizeImportList,
	awaitAuthorization: handleAwaitAuthorization,
	backfillLibrary: handleBackfillLibrary,
	checkConnection: handleCheckConnection,
	checkMetadataKey: handleCheckMetadataKey,
	listDefinitions: handleListDefinitions,
	showDefinition: handleShowDefinition,
	showLoginCaptcha: handleShowLoginCaptcha,
	checkRootFolder: handleCheckRootFolder,
	clearLibrary: handleClearLibrary,
	categorizeDownload: handleCategorizeDownload,
	controlDownloads: handleControlDownloads,
	countVideos: handleCountVideos,
	delayMovies: handleDelayMovies,
	controlTorrents: handleControlTorrents,
	deleteChosenFiles: handleDeleteChosenFiles,
	deleteEpisodeFiles: handleDeleteEpisodeFiles,
	deleteMovieFiles: handleDeleteMovieFiles,
	deliverNotifications: handleDeliverNotifications,
	discover: handleDiscover,
	emptyBins: handleEmptyBins,
	eraseDeletion: handleEraseDeletion,
	failRefusedDownload: handleFailRefusedDownload,
	fetchImage: handleFetchImage,
	fetchSubtitles: handleFetchSubtitles,
	findFile: handleFindFile,
	grabPending: handleGrabPending,
	grabRelease: handleGrabRelease,
	handOverFile: handleHandOverFile,
	importDownload: handleImportDownload,
	judgeName: handleJudgeName,
	judgeOffered: handleJudgeOffered,
	listEpisodeOrders: handleListEpisodeOrders,
	listImportCandidates: handleListImportCandidates,
	listTorrents: handleListTorrents,
	listFolders: handleListFolders,
	listUnmappedFolders: handleListUnmappedFolders,
	measureDeletion: handleMeasureDeletion,
	measureFolder: handleMeasureFolder,
	lookUpTitle: handleLookUpTitle,
	lookUpTitles: handleLookUpTitles,
	mapDueNumbers: handleMapDueNumbers,
	mapNumbers: handleMapNumbers,
	monitorCollection: handleMonitorCollection,
	openPage: handleOpenPage,
	previewAutoTag: handlePreviewAutoTag,
	planFileChange: handlePlanFileChange,
	planMove: handlePlanMove,
	previewEpisodeOrder: handlePreviewEpisodeOrder,
	prepareIndexerImport: handlePrepareIndexerImport,
	testMoveSource: handleTestMoveSource,
	findRunningPrograms: handleFindRunningPrograms,
	compareMove: handleCompareMove,
	takeOverMove: handleTakeOverMove,
	previewDeletion: handlePreviewDeletion,
	previewRematch: handlePreviewRematch,
	previewRename: handlePreviewRename,
	readFolderState: handleReadFolderState,
	readMediaInfo: handleReadMediaInfo,
	readSubtitles: handleReadSubtitles,
	readUnreadSubtitles: handleReadUnreadSubtitles,
	refreshCollection: handleRefreshCollection,
	refreshDue: handleRefreshDue,
	refreshMovie: handleRefreshMovie,
	refreshSeries: handleRefreshSeries,
	rejudgeSubtitles: handleRejudgeSubtitles,
	rematchTitle: handleRematchTitle,
	removeDownload: handleRemoveDownload,
	removeSubtitle: handleRemoveSubtitle,
	removeTorrent: handleRemoveTorrent,
	renameTag: handleRenameTag,
	renumberSeries: handleRenumberSeries,
	rescoreFiles: handleRescoreFiles,
	settleMonitored: ({seriesIds}, {series}) => series.settleMonitored(seriesIds),
	retryDownload: handleRetryDownload,
	runBulkChange: handleRunBulkChange,
	runFileChange: handleRunFileChange,
	runMove: handleRunMove,
	undoMove: handleUndoMove,
	runTask: handleRunTask,
	searchEpisodes: handleSearchEpisodes,
	searchMovie: handleSearchMovie,
	searchReleases: handleSearchReleases,
	searchSubtitles: handleSearchSubtitles,
	solveChallenge: handleSolveChallenge,
	readFeeds: handleReadFeeds,
	syncFeeds: handleSyncFeeds,
	syncImportList: handleSyncImportList,
	takeBackImport: handleTakeBackImport,
	testConnection: handleTestConnection,
	trackDownloads: handleTrackDownloads,
	undoDeletion: handleUndoDeletion,
	writeNfo: handleWriteNfo,
};
