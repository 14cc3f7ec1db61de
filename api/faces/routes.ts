import type {RouteDeps} from '#api/services.ts';
import {autoTagRoutes} from './auto-tags.ts';
import {calendarFeedRoutes} from './calendar-feed.ts';
import {collectionRoutes} from './collections.ts';
import {commandRoutes} from './commands.ts';
import {configRoutes} from './config.ts';
import {definitionRoutes} from './definitions.ts';
import {delayRoutes} from './delays.ts';
import {downloadClientRoutes} from './download-clients.ts';
import {episodeRoutes} from './episodes.ts';
import {exclusionRoutes} from './exclusions.ts';
import type {FaceRoute} from './faces.ts';
import {fileRoutes} from './files.ts';
import {formatRoutes} from './formats.ts';
import {historyRoutes} from './history.ts';
import {importListRoutes} from './import-lists.ts';
import {indexerRoutes} from './indexers.ts';
import {installationRoutes} from './installation.ts';
import {manualImportRoutes} from './manual-imports.ts';
import {metadataRoutes} from './metadata.ts';
import {movieRoutes} from './movies.ts';
import {notificationRoutes} from './notifications.ts';
import {otherTitleRoutes} from './other-titles.ts';
import {pathMappingRoutes} from './path-mappings.ts';
import {profileRoutes} from './profiles.ts';
import {queueRoutes} from './queue.ts';
import {recordRoutes} from './records.ts';
import {releaseRoutes} from './releases.ts';
import {renameRoutes} from './renames.ts';
import {seriesRoutes} from './series.ts';
import {wantedRoutes} from './wanted.ts';
import {createWholeLists} from './whole-lists.ts';

/** Everything that programs made for Radarr and Sonarr can ask. */
export function createFaceRoutes(deps: RouteDeps): FaceRoute[] {
	const lists = createWholeLists();
	return [
		...recordRoutes(deps),
		...movieRoutes(deps, lists),
		...seriesRoutes(deps, lists),
		...episodeRoutes(deps),
		...fileRoutes(deps),
		...exclusionRoutes(deps),
		...queueRoutes(deps),
		...historyRoutes(deps),
		...wantedRoutes(deps),
		...calendarFeedRoutes(deps),
		...otherTitleRoutes(deps),
		...commandRoutes(deps),
		...indexerRoutes(deps),
		...formatRoutes(deps),
		...profileRoutes(deps),
		...definitionRoutes(deps),
		...configRoutes(deps),
		...delayRoutes(deps),
		...pathMappingRoutes(deps),
		...downloadClientRoutes(deps),
		...notificationRoutes(deps),
		...importListRoutes(deps),
		...collectionRoutes(deps),
		...metadataRoutes(deps),
		...autoTagRoutes(deps),
		...installationRoutes(deps),
		...releaseRoutes(deps),
		...manualImportRoutes(deps),
		...renameRoutes(deps),
	];
}
