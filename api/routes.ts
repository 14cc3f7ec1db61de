import {apiKeysRoutes} from './api-keys/routes.ts';
import {auditRoutes} from './audit/routes.ts';
import {authRoutes} from './auth/routes.ts';
import {blocklistRoutes} from './blocklist/routes.ts';
import {calendarRoutes} from './calendar/routes.ts';
import {captchaSolverRoutes} from './captcha-solver/routes.ts';
import {customFormatsRoutes} from './custom-formats/routes.ts';
import {delayProfilesRoutes} from './delay-profiles/routes.ts';
import {episodeSearchesRoutes} from './episode-searches/routes.ts';
import {episodesRoutes} from './episodes/routes.ts';
import {flaresolverrRoutes} from './flaresolverr/routes.ts';
import {grabRoutes} from './grab/routes.ts';
import {historyRoutes} from './history/routes.ts';
import type {Route} from './http/route.ts';
import {imagesRoutes} from './images/routes.ts';
import {importExclusionsRoutes} from './import-exclusions/routes.ts';
import {languageProfilesRoutes} from './language-profiles/routes.ts';
import {librariesRoutes} from './libraries/routes.ts';
import {logsRoutes} from './logs/routes.ts';
import {lookupRoutes} from './lookup/routes.ts';
import {manualImportRoutes} from './manual-import/routes.ts';
import {metricsRoutes} from './metrics/routes.ts';
import {moviesRoutes} from './movies/routes.ts';
import {openapiRoutes} from './openapi/routes.ts';
import {operations} from './operations.ts';
import {downloadClientsRoutes} from './providers/download-clients.ts';
import {indexersRoutes} from './providers/indexers.ts';
import {webhooks} from './providers/notification-messages.ts';
import {notificationsRoutes} from './providers/notifications.ts';
import {subtitleProvidersRoutes} from './providers/subtitle-providers.ts';
import {qualityDefinitionsRoutes} from './quality-definitions/routes.ts';
import {qualityProfilesRoutes} from './quality-profiles/routes.ts';
import {queueRoutes} from './queue/routes.ts';
import {releaseProfilesRoutes} from './release-profiles/routes.ts';
import {remotePathMappingsRoutes} from './remote-path-mappings/routes.ts';
import {rootFoldersRoutes} from './root-folders/routes.ts';
import {searchRoutes} from './search/routes.ts';
import {seriesRoutes} from './series/routes.ts';
import type {RouteDeps} from './services.ts';
import {settingsRoutes} from './settings/routes.ts';
import {subtitleBlocklistRoutes} from './subtitle-blocklist/routes.ts';
import {subtitlesRoutes} from './subtitles/routes.ts';
import {systemRoutes} from './system/routes.ts';
import {tasksRoutes} from './tasks/routes.ts';
import {usersRoutes} from './users/routes.ts';
import {wantedRoutes} from './wanted/routes.ts';

/** Every path and who may call it. */
export function createRoutes(deps: RouteDeps): Route[] {
	const routes = [
		...systemRoutes(deps),
		...metricsRoutes(deps),
		...authRoutes(deps),
		...usersRoutes(deps),
		...auditRoutes(deps),
		...titleRoutes(deps),
		...importExclusionsRoutes(deps),
		...librariesRoutes(deps),
		...tasksRoutes(deps),
		...queueRoutes(deps),
		...manualImportRoutes(deps),
		...searchRoutes(deps),
		...grabRoutes(deps),
		...captchaSolverRoutes(deps),
		...flaresolverrRoutes(deps),
		...rootFoldersRoutes(deps),
		...qualityProfilesRoutes(deps),
		...qualityDefinitionsRoutes(deps),
		...languageProfilesRoutes(deps),
		...customFormatsRoutes(deps),
		...delayProfilesRoutes(deps),
		...releaseProfilesRoutes(deps),
		...indexersRoutes(deps),
		...subtitleProvidersRoutes(deps),
		...downloadClientsRoutes(deps),
		...notificationsRoutes(deps),
		...remotePathMappingsRoutes(deps),
		...blocklistRoutes(deps),
		...subtitleBlocklistRoutes(deps),
		...historyRoutes(deps),
		...apiKeysRoutes(deps),
		...logsRoutes(deps),
		...settingsRoutes(deps),
	];
	const {version, basePath} = deps.http;
	return [...routes, ...openapiRoutes({routes, operations, webhooks, version, basePath})];
}

function titleRoutes(deps: RouteDeps): Route[] {
	return [
		...lookupRoutes(deps),
		...imagesRoutes(deps),
		...moviesRoutes(deps),
		...seriesRoutes(deps),
		...episodesRoutes(deps),
		...episodeSearchesRoutes(deps),
		...subtitlesRoutes(deps),
		...wantedRoutes(deps),
		...calendarRoutes(deps),
	];
}
