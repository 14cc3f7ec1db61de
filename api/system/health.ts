import type {RouteDeps} from '#api/services.ts';
import {
	checkClients,
	checkDatabase,
	checkIndexers,
	checkInstallation,
	checkRedis,
	checkRootFolders,
	checkWorkers,
	type HealthStatus,
	worst,
} from './checks.ts';
import type {Checks} from './replies.ts';

/** The health of all parts; 503 only if MongoDB or Redis does not answer, or does not fit this process. */
export async function readHealth(deps: RouteDeps): Promise<{status: HealthStatus; checks: Checks}> {
	const [database, redis] = await Promise.all([checkDatabase(deps), checkRedis(deps)]);
	const hasDatabase = database.status === 'healthy';
	const hasRedis = redis.status === 'healthy';
	const [stored, rootFolders, workers] = await Promise.all([
		hasDatabase ? readStored(deps).catch(() => unknownParts) : unknownParts,
		hasDatabase && hasRedis ? checkRootFolders(deps).catch(() => unknownFolders) : unknownFolders,
		hasRedis ? checkWorkers(deps).catch(() => unknownWorkers) : unknownWorkers,
	]);
	const checks = {database, redis, ...stored, rootFolders, workers, installation: checkInstallation(deps)};
	return {status: worst(Object.values(checks).map(({status}) => status)), checks};
}

async function readStored(deps: RouteDeps) {
	const [downloadClients, indexers] = await Promise.all([
		deps.downloadClients.list().then(checkClients),
		deps.indexers.list().then(checkIndexers),
	]);
	return {downloadClients, indexers};
}

const degraded: HealthStatus = 'degraded';
/** Parts whose state is unknown while MongoDB or Redis is down. */
const unknownParts = {
	downloadClients: {status: degraded, clients: []},
	indexers: {status: degraded, enabledCount: 0, totalCount: 0},
};
const unknownFolders = {status: degraded, unreachable: []};
const unknownWorkers = {status: degraded, missing: [], refused: [], stuck: []};
