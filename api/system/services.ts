import type {ApiDeps} from '#api/deps.ts';
import {type Heartbeat, readHeartbeats} from '#shared/heartbeat.ts';
import {type Pool, pools} from '#shared/jobs/queues.ts';
import {checkDatabase, checkRedis, type ServerCheck} from './checks.ts';
import type {ServiceRecord} from './replies.ts';
import {readStuckPools} from './stuck-pools.ts';

const expected = ['api', 'scheduler', ...pools.map(pool => `worker:${pool}`)];

/** One record for each expected service. */
export async function readServices(deps: ApiDeps): Promise<ServiceRecord[]> {
	const [database, redis] = await Promise.all([checkDatabase(deps), checkRedis(deps)]);
	const beats = redis.status === 'healthy' ? await readHeartbeats(deps.producer, deps.prefix).catch(() => []) : [];
	const stuck = redis.status === 'healthy' ? await readStuckPools(workingPools(beats), deps).catch(() => []) : [];
	const isStuck = ({name, status}: ServiceRecord) => status === 'ready' && stuck.some(pool => name === `worker:${pool}`);
	const [api, ...rest] = expected
		.map(name => toRecord(name, beats, deps))
		.map(record => (isStuck(record) ? {...record, status: 'error' as const} : record));
	const own = {
		name: 'api',
		status: deps.readiness.isReady() ? 'ready' : 'starting',
		...never,
		uptime: Math.round(process.uptime()),
	} as const;
	return [api?.status === 'ready' ? api : own, server('mongodb', database), server('redis', redis), ...rest];
}

function workingPools(beats: readonly Heartbeat[]): Pool[] {
	const alive = new Set(beats.map(({service}) => service));
	return pools.filter(pool => alive.has(`worker:${pool}`));
}

const never = {lastRun: null, nextRun: null};

function server(name: string, {status}: ServerCheck): ServiceRecord {
	return {name, status: status === 'healthy' ? 'ready' : 'error', ...never, uptime: null};
}

/** The uptime of a service is that of its oldest process. */
function toRecord(name: string, beats: readonly Heartbeat[], {now}: Pick<ApiDeps, 'now'>): ServiceRecord {
	const own = beats.filter(({service}) => service === name).toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
	const [oldest] = own;
	if (!oldest) {
		return {name, status: 'pending', ...never, uptime: null};
	}
	const lastBeat =
		own
			.map(({beatAt}) => beatAt)
			.toSorted()
			.at(-1) ?? null;
	const seconds = Math.max(0, Math.round((Number(now()) - Date.parse(oldest.startedAt)) / 1000));
	return {name, status: oldest.status, lastRun: lastBeat, nextRun: null, uptime: seconds};
}
