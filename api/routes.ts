import {activityRoutes} from './activity.ts';
import {apiKeysRoutes} from './api-keys.ts';
import {auditRoutes} from './audit.ts';
import {authRoutes} from './auth/routes.ts';
import {autoTagsRoutes} from './auto-tags.ts';
import {backupUploadsRoutes} from './backup-uploads.ts';
import {backupsRoutes} from './backups.ts';
import {blocklistRoutes} from './blocklist.ts';
import {bulkChangesRoutes} from './bulk-changes.ts';
import {calendarRoutes} from './calendar/routes.ts';
import {captchaSolverRoutes} from './captcha-solver/routes.ts';
import {collectionsRoutes} from './collections.ts';
import {customFiltersRoutes} from './custom-filters.ts';
import {customFormatsRoutes} from './custom-formats.ts';
import {definitionPackageRoutes} from './definition-package.ts';
import {delayProfilesRoutes} from './delay-profiles.ts';
import {deletionsRoutes} from './deletions.ts';
import {discoverRoutes} from './discover.ts';
import {diskSpaceRoutes} from './disk-space.ts';
import {episodeSearchesRoutes, episodesRoutes} from './episodes.ts';
import {fileChangesRoutes} from './file-changes/routes.ts';
import {flaresolverrRoutes} from './flaresolverr/routes.ts';
import {foldersRoutes} from './folders.ts';
import {grabRoutes} from './grab.ts';
import {guideRoutes} from './guide.ts';
import {historyRoutes} from './history.ts';
import type {Route} from './http/route.ts';
import {imagesRoutes} from './images/routes.ts';
import {importExclusionsRoutes} from './import-exclusions.ts';
import {indexerActivityRoutes} from './indexer-activity.ts';
import {indexerCaptchasRoutes} from './indexer-captchas.ts';
import {indexerDefinitionsRoutes} from './indexer-definitions.ts';
import {indexerImportsRoutes} from './indexer-imports.ts';
import {languageProfilesRoutes} from './language-profiles.ts';
import {librariesRoutes} from './libraries/routes.ts';
import {libraryEventsRoutes} from './library-events.ts';
import {logsRoutes} from './logs.ts';
import {lookupRoutes} from './lookup.ts';
import {manualImportRoutes} from './manual-import/routes.ts';
import {matchRoutes} from './match.ts';
import {movesRoutes} from './moves/routes.ts';
import {moviesRoutes} from './movies/routes.ts';
import {openapiRoutes} from './openapi/routes.ts';
import {operations} from './operations.ts';
import {ownDefinitionsRoutes} from './own-definitions.ts';
import {parseRoutes} from './parse.ts';
import {pausesRoutes} from './pauses.ts';
import {downloadClientsRoutes} from './providers/download-clients.ts';
import {importListsRoutes} from './providers/import-lists.ts';
import {indexersRoutes} from './providers/indexers.ts';
import {webhooks} from './providers/notification-messages.ts';
import {notificationsRoutes} from './providers/notifications.ts';
import {proxiesRoutes} from './providers/proxies.ts';
import {subtitleProvidersRoutes} from './providers/subtitle-providers.ts';
import {qualityDefinitionsRoutes} from './quality-definitions.ts';
import {qualityProfilesRoutes} from './quality-profiles.ts';
import {queueRoutes} from './queue/routes.ts';
import {releaseProfilesRoutes} from './release-profiles.ts';
import {remotePathMappingsRoutes} from './remote-path-mappings.ts';
import {rootFoldersRoutes} from './root-folders.ts';
import {searchRoutes} from './search/routes.ts';
import {episodeOrderRoutes} from './series/episode-order.ts';
import {seriesRoutes} from './series/routes.ts';
import type {RouteDeps} from './services.ts';
import {settingsRoutes} from './settings/routes.ts';
import {statisticsRoutes} from './statistics.ts';
import {subtitlesRoutes} from './subtitles/routes.ts';
import {metricsRoutes, systemRoutes} from './system/routes.ts';
import {tagsRoutes} from './tags.ts';
import {tasksRoutes} from './tasks/routes.ts';
import {titleFilesRoutes} from './title-files.ts';
import {titleStatusRoutes} from './title-status.ts';
import {usersRoutes} from './users.ts';
import {wantedRoutes} from './wanted.ts';

/** Every path and who may call it. */
export function createRoutes(deps: RouteDeps): Route[] {
	const routes = [
		...systemRoutes(deps),
		...metricsRoutes(deps),
		...authRoutes(deps),
		...usersRoutes(deps),
		...activityRoutes(deps),
		...auditRoutes(deps),
		...titleRoutes(deps),
		...tagsRoutes(deps),
		...autoTagsRoutes(deps),
		...bulkChangesRoutes(deps),
		...pausesRoutes(deps),
		...fileChangesRoutes(deps),
		...movesRoutes(deps),
		...importExclusionsRoutes(deps),
		...librariesRoutes(deps),
		...tasksRoutes(deps),
		...queueRoutes(deps),
		...manualImportRoutes(deps),
		...searchRoutes(deps),
		...parseRoutes(deps),
		...grabRoutes(deps),
		...captchaSolverRoutes(deps),
		...flaresolverrRoutes(deps),
		...rootFoldersRoutes(deps),
		...foldersRoutes(deps),
		...diskSpaceRoutes(deps),
		...qualityProfilesRoutes(deps),
		...qualityDefinitionsRoutes(deps),
		...languageProfilesRoutes(deps),
		...customFormatsRoutes(deps),
		...guideRoutes(deps),
		...delayProfilesRoutes(deps),
		...releaseProfilesRoutes(deps),
		...indexerActivityRoutes(deps),
		...indexersRoutes(deps),
		...proxiesRoutes(deps),
		...subtitleProvidersRoutes(deps),
		...downloadClientsRoutes(deps),
		...notificationsRoutes(deps),
		...importListsRoutes(deps),
		...remotePathMappingsRoutes(deps),
		...blocklistRoutes(deps),
		...historyRoutes(deps),
		...apiKeysRoutes(deps),
		...backupsRoutes(deps),
		...backupUploadsRoutes(deps),
		...logsRoutes(deps),
		...settingsRoutes(deps),
	];
	const {version, basePath} = deps.http;
	return [...routes, ...openapiRoutes({routes, operations, webhooks, version, basePath})];
}

function titleRoutes(deps: RouteDeps): Route[] {
	return [
		...lookupRoutes(deps),
		...collectionsRoutes(deps),
		...discoverRoutes(deps),
		...indexerDefinitionsRoutes(deps),
		...definitionPackageRoutes(deps),
		...ownDefinitionsRoutes(deps),
		...indexerCaptchasRoutes(deps),
		...indexerImportsRoutes(deps),
		...statisticsRoutes(deps),
		...imagesRoutes(deps),
		...libraryEventsRoutes(deps),
		...deletionsRoutes(deps),
		...moviesRoutes(deps),
		...seriesRoutes(deps),
		...episodeOrderRoutes(deps),
		...episodesRoutes(deps),
		...episodeSearchesRoutes(deps),
		...matchRoutes(deps),
		...titleFilesRoutes(deps),
		...titleStatusRoutes(deps),
		...customFiltersRoutes(deps),
		...subtitlesRoutes(deps),
		...wantedRoutes(deps),
		...calendarRoutes(deps),
	];
}
