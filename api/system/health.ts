import type {ApiDeps} from '#api/deps.ts';
import {
	checkClients,
	checkDatabase,
	checkIndexers,
	checkRedis,
	checkRootFolders,
	checkWorkers,
	type HealthStatus,
	worst,
} from './checks.ts';
import type {Checks} from './replies.ts';

/** The health of all parts; 503 only when MongoDB or Redis does not answer. */
export async function readHealth(deps: ApiDeps): Promise<{status: HealthStatus; checks: Checks}> {
	const [database, redis] = await Promise.all([checkDatabase(deps), checkRedis(deps)]);
	const [stored, workers] = await Promise.all([
		database.status === 'healthy' ? readStored(deps).catch(() => unknownParts) : unknownParts,
		redis.status === 'healthy' ? checkWorkers(deps).catch(() => unknownWorkers) : unknownWorkers,
	]);
	const checks = {database, redis, ...stored, workers};
	return {status: worst(Object.values(checks).map(({status}) => status)), checks};
}

async function readStored(deps: ApiDeps) {
	const [downloadClients, indexers, rootFolders] = await Promise.all([
		deps.downloadClients.list().then(checkClients),
		deps.indexers.list().then(checkIndexers),
		checkRootFolders(deps),
	]);
	return {downloadClients, indexers, rootFolders};
}

const degraded: HealthStatus = 'degraded';
/** What cannot be told while its server is away. */
const unknownParts = {
	downloadClients: {status: degraded, clients: []},
	indexers: {status: degraded, enabledCount: 0, totalCount: 0},
	rootFolders: {status: degraded, unreachable: []},
};
const unknownWorkers = {status: degraded, missing: []};
