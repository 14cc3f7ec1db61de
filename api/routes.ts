import {downloadClientsRoutes} from './download-clients/routes.ts';
import {grabRoutes} from './grab/routes.ts';
import {historyRoutes} from './history/routes.ts';
import type {Route} from './http/route.ts';
import {indexersRoutes} from './indexers/routes.ts';
import {moviesRoutes} from './movies/routes.ts';
import {qualityProfilesRoutes} from './quality-profiles/routes.ts';
import {queueRoutes} from './queue/routes.ts';
import {rootFoldersRoutes} from './root-folders/routes.ts';
import {searchRoutes} from './search/routes.ts';
import type {RouteDeps} from './services.ts';
import {systemRoutes} from './system/routes.ts';

/** Every path there is, with who may call it. Literal paths stand before parameters inside each resource. */
export function createRoutes(deps: RouteDeps): Route[] {
	return [
		...systemRoutes(deps),
		...moviesRoutes(deps),
		...queueRoutes(deps),
		...searchRoutes(deps),
		...grabRoutes(deps),
		...rootFoldersRoutes(deps),
		...qualityProfilesRoutes(deps),
		...indexersRoutes(deps),
		...downloadClientsRoutes(deps),
		...historyRoutes(deps),
	];
}
