import {apiKeysOperations} from './api-keys/replies.ts';
import {auditOperations} from './audit/replies.ts';
import {authOperations} from './auth/replies.ts';
import {blocklistOperations} from './blocklist/replies.ts';
import {calendarOperations} from './calendar/replies.ts';
import {captchaSolverOperations} from './captcha-solver/replies.ts';
import {customFormatsOperations} from './custom-formats/replies.ts';
import {delayProfilesOperations} from './delay-profiles/replies.ts';
import {episodeSearchesOperations} from './episode-searches/replies.ts';
import {episodesOperations} from './episodes/replies.ts';
import {flaresolverrOperations} from './flaresolverr/replies.ts';
import {grabOperations} from './grab/replies.ts';
import {historyOperations} from './history/replies.ts';
import type {Operations} from './http/replies/operation.ts';
import {imagesOperations} from './images/replies.ts';
import {importExclusionsOperations} from './import-exclusions/replies.ts';
import {languageProfilesOperations} from './language-profiles/replies.ts';
import {librariesOperations} from './libraries/replies.ts';
import {logsOperations} from './logs/replies.ts';
import {lookupOperations} from './lookup/replies.ts';
import {manualImportOperations} from './manual-import/replies.ts';
import {metricsOperations} from './metrics/replies.ts';
import {moviesOperations} from './movies/replies.ts';
import {openapiOperations} from './openapi/replies.ts';
import {downloadClientsOperations} from './providers/download-clients.ts';
import {indexersOperations} from './providers/indexers.ts';
import {notificationsOperations} from './providers/notifications.ts';
import {subtitleProvidersOperations} from './providers/subtitle-providers.ts';
import {qualityDefinitionsOperations} from './quality-definitions/replies.ts';
import {qualityProfilesOperations} from './quality-profiles/replies.ts';
import {queueOperations} from './queue/replies.ts';
import {releaseProfilesOperations} from './release-profiles/replies.ts';
import {remotePathMappingsOperations} from './remote-path-mappings/replies.ts';
import {rootFoldersOperations} from './root-folders/replies.ts';
import {searchOperations} from './search/replies.ts';
import {seriesOperations} from './series/replies.ts';
import {settingsOperations} from './settings/replies.ts';
import {subtitleBlocklistOperations} from './subtitle-blocklist/replies.ts';
import {subtitlesOperations} from './subtitles/replies.ts';
import {systemOperations} from './system/replies.ts';
import {tasksOperations} from './tasks/replies.ts';
import {usersOperations} from './users/replies.ts';
import {wantedOperations} from './wanted/replies.ts';

/** Documentation of every route in `routes.ts`; a test finds missing ones. */
export const operations: Operations = {
	...systemOperations,
	...metricsOperations,
	...authOperations,
	...usersOperations,
	...lookupOperations,
	...imagesOperations,
	...auditOperations,
	...moviesOperations,
	...seriesOperations,
	...episodesOperations,
	...wantedOperations,
	...calendarOperations,
	...episodeSearchesOperations,
	...subtitlesOperations,
	...importExclusionsOperations,
	...librariesOperations,
	...tasksOperations,
	...queueOperations,
	...manualImportOperations,
	...searchOperations,
	...grabOperations,
	...captchaSolverOperations,
	...flaresolverrOperations,
	...rootFoldersOperations,
	...qualityProfilesOperations,
	...qualityDefinitionsOperations,
	...languageProfilesOperations,
	...customFormatsOperations,
	...delayProfilesOperations,
	...releaseProfilesOperations,
	...indexersOperations,
	...subtitleProvidersOperations,
	...downloadClientsOperations,
	...notificationsOperations,
	...remotePathMappingsOperations,
	...blocklistOperations,
	...subtitleBlocklistOperations,
	...historyOperations,
	...apiKeysOperations,
	...logsOperations,
	...settingsOperations,
	...openapiOperations,
};
