import {activityOperations} from './activity.ts';
import {apiKeysOperations} from './api-keys.ts';
import {auditOperations} from './audit.ts';
import {authOperations} from './auth/routes.ts';
import {autoTagsOperations} from './auto-tags.ts';
import {backupUploadsOperations} from './backup-uploads.ts';
import {backupsOperations} from './backups.ts';
import {blocklistOperations} from './blocklist.ts';
import {bulkChangesOperations} from './bulk-changes.ts';
import {calendarOperations} from './calendar/routes.ts';
import {captchaSolverOperations} from './captcha-solver/replies.ts';
import {collectionsOperations} from './collections.ts';
import {customFiltersOperations} from './custom-filters.ts';
import {customFormatsOperations} from './custom-formats.ts';
import {definitionPackageOperations} from './definition-package.ts';
import {delayProfilesOperations} from './delay-profiles.ts';
import {deletionsOperations} from './deletions.ts';
import {discoverOperations} from './discover.ts';
import {diskSpaceOperations} from './disk-space.ts';
import {episodeSearchesOperations, episodesOperations} from './episodes.ts';
import {fileChangesOperations} from './file-changes/replies.ts';
import {flaresolverrOperations} from './flaresolverr/replies.ts';
import {foldersOperations} from './folders.ts';
import {grabOperations} from './grab.ts';
import {guideOperations} from './guide.ts';
import {historyOperations} from './history.ts';
import type {Operations} from './http/operation.ts';
import {imagesOperations} from './images/routes.ts';
import {importExclusionsOperations} from './import-exclusions.ts';
import {indexerActivityOperations} from './indexer-activity.ts';
import {indexerCaptchasOperations} from './indexer-captchas.ts';
import {indexerDefinitionsOperations} from './indexer-definitions.ts';
import {indexerImportsOperations} from './indexer-imports.ts';
import {languageProfilesOperations} from './language-profiles.ts';
import {librariesOperations} from './libraries/replies.ts';
import {libraryEventsOperations} from './library-events.ts';
import {logsOperations} from './logs.ts';
import {lookupOperations} from './lookup.ts';
import {manualImportOperations} from './manual-import/replies.ts';
import {matchOperations} from './match.ts';
import {movesOperations} from './moves/replies.ts';
import {moviesOperations} from './movies/replies.ts';
import {openapiOperations} from './openapi/routes.ts';
import {ownDefinitionsOperations} from './own-definitions.ts';
import {parseOperations} from './parse.ts';
import {pausesOperations} from './pauses.ts';
import {downloadClientsOperations} from './providers/download-clients.ts';
import {importListsOperations} from './providers/import-lists.ts';
import {indexersOperations} from './providers/indexers.ts';
import {notificationsOperations} from './providers/notifications.ts';
import {proxiesOperations} from './providers/proxies.ts';
import {subtitleProvidersOperations} from './providers/subtitle-providers.ts';
import {qualityDefinitionsOperations} from './quality-definitions.ts';
import {qualityProfilesOperations} from './quality-profiles.ts';
import {queueOperations} from './queue/replies.ts';
import {releaseProfilesOperations} from './release-profiles.ts';
import {remotePathMappingsOperations} from './remote-path-mappings.ts';
import {rootFoldersOperations} from './root-folders.ts';
import {searchOperations} from './search/replies.ts';
import {episodeOrderOperations} from './series/episode-order.ts';
import {seriesOperations} from './series/replies.ts';
import {settingsOperations} from './settings/replies.ts';
import {statisticsOperations} from './statistics.ts';
import {subtitlesOperations} from './subtitles/replies.ts';
import {metricsOperations, systemOperations} from './system/routes.ts';
import {tagsOperations} from './tags.ts';
import {tasksOperations} from './tasks/replies.ts';
import {titleFilesOperations} from './title-files.ts';
import {titleStatusOperations} from './title-status.ts';
import {usersOperations} from './users.ts';
import {wantedOperations} from './wanted.ts';

/** Documentation of every route in `routes.ts`; a test finds missing ones. */
export const operations: Operations = {
	...systemOperations,
	...metricsOperations,
	...authOperations,
	...usersOperations,
	...lookupOperations,
	...collectionsOperations,
	...discoverOperations,
	...indexerDefinitionsOperations,
	...definitionPackageOperations,
	...ownDefinitionsOperations,
	...indexerCaptchasOperations,
	...indexerImportsOperations,
	...statisticsOperations,
	...imagesOperations,
	...activityOperations,
	...auditOperations,
	...libraryEventsOperations,
	...moviesOperations,
	...seriesOperations,
	...episodeOrderOperations,
	...episodesOperations,
	...matchOperations,
	...titleFilesOperations,
	...deletionsOperations,
	...titleStatusOperations,
	...wantedOperations,
	...calendarOperations,
	...episodeSearchesOperations,
	...subtitlesOperations,
	...tagsOperations,
	...autoTagsOperations,
	...bulkChangesOperations,
	...pausesOperations,
	...fileChangesOperations,
	...movesOperations,
	...importExclusionsOperations,
	...librariesOperations,
	...tasksOperations,
	...queueOperations,
	...manualImportOperations,
	...searchOperations,
	...parseOperations,
	...grabOperations,
	...captchaSolverOperations,
	...flaresolverrOperations,
	...rootFoldersOperations,
	...foldersOperations,
	...diskSpaceOperations,
	...qualityProfilesOperations,
	...qualityDefinitionsOperations,
	...languageProfilesOperations,
	...customFiltersOperations,
	...customFormatsOperations,
	...guideOperations,
	...delayProfilesOperations,
	...releaseProfilesOperations,
	...indexerActivityOperations,
	...indexersOperations,
	...proxiesOperations,
	...subtitleProvidersOperations,
	...downloadClientsOperations,
	...notificationsOperations,
	...importListsOperations,
	...remotePathMappingsOperations,
	...blocklistOperations,
	...historyOperations,
	...apiKeysOperations,
	...backupsOperations,
	...backupUploadsOperations,
	...logsOperations,
	...settingsOperations,
	...openapiOperations,
};
