import type {ApiDeps} from '#api/deps.ts';
import {type Heartbeat, readHeartbeats, serviceStatuses} from '#shared/heartbeat.ts';
import {type JobOfNewer, jobsOfNewer} from '#shared/jobs/newer-jobs.ts';
import {type Pool, pools} from '#shared/jobs/queues.ts';
import {numberOrNull, oneOf, optional, text, timestampOrNull} from '#shared/presenters/fields.ts';
import type {Shown} from '#shared/presenters/view.ts';
import {type Refusal, readRefusals} from '#shared/refusals.ts';
import {checkDatabase, checkRedis, readStuckPools, type ServerCheck} from './checks.ts';

export const serviceFields = {
	name: text,
	status: oneOf(serviceStatuses),
	lastRun: timestampOrNull,
	nextRun: timestampOrNull,
	/** Seconds. */
	uptime: numberOrNull,
	/** Processes that reported within the last 15 s; null for the servers, which are not ours to count. */
	processes: numberOrNull,
	/** Why a process refused to start, or which jobs wait for a newer one, and what helps. */
	message: optional(text),
};
export type ServiceRecord = Shown<typeof serviceFields>;

const expected = ['api', 'scheduler', ...pools.map(pool => `worker:${pool}`)];

/** One record for each expected service. */
export async function readServices(deps: ApiDeps): Promise<ServiceRecord[]> {
	const [database, redis] = await Promise.all([checkDatabase(deps), checkRedis(deps)]);
	const isThere = redis.status === 'healthy';
	const beats = isThere ? await readHeartbeats(deps.producer, deps.prefix).catch(() => []) : [];
	const refusals = isThere ? await readRefusals(deps.producer, deps.prefix).catch(() => []) : [];
	const newer = isThere
		? await jobsOfNewer(deps.producer, deps.prefix)
				.list()
				.catch(() => [])
		: [];
	const stuck = isThere ? await readStuckPools(workingPools(beats), deps).catch(() => []) : [];
	const [api, ...rest] = expected.map(name => asStuck(withRefusal(withNewer(toRecord(name, beats, deps), newer), refusals), stuck));
	const fault = deps.readiness.startFault();
	if (fault) {
		return [{...own('error'), message: fault.message}, server('mongodb', database), server('redis', redis), ...rest];
	}
	const itself = own(deps.readiness.isReady() ? 'ready' : 'starting');
	return [api?.status === 'ready' ? api : itself, server('mongodb', database), server('redis', redis), ...rest];
}

const never = {lastRun: null, nextRun: null, message: undefined};

/** This very process. */
function own(status: ServiceRecord['status']): ServiceRecord {
	return {name: 'api', status, ...never, uptime: Math.round(process.uptime()), processes: 1};
}

/** A service may run in one process while another one refused to. */
function withRefusal(record: ServiceRecord, refusals: readonly Refusal[]): ServiceRecord {
	const refusal = refusals.find(({service}) => service === record.name);
	if (!refusal) {
		return record;
	}
	const message = `${refusal.host}: ${refusal.message}`;
	return {...record, status: record.status === 'ready' ? 'ready' : 'error', message};
}

/** Says which jobs of a pool need workers of a newer version. */
function withNewer(record: ServiceRecord, newer: readonly JobOfNewer[]): ServiceRecord {
	const jobs = newer.filter(({pool}) => record.name === `worker:${pool}`).map(({job}) => job);
	const message = `These jobs wait for a worker of a newer version: ${jobs.toSorted().join(', ')}. Update the workers of this pool.`;
	return jobs.length === 0 ? record : {...record, message};
}

/** A pool is not ready while its jobs do not move. */
function asStuck(record: ServiceRecord, stuck: readonly Pool[]): ServiceRecord {
	const isStuck = record.status === 'ready' && stuck.some(pool => record.name === `worker:${pool}`);
	return isStuck ? {...record, status: 'error'} : record;
}

function workingPools(beats: readonly Heartbeat[]): Pool[] {
	const alive = new Set(beats.map(({service}) => service));
	return pools.filter(pool => alive.has(`worker:${pool}`));
}

function server(name: string, {status}: ServerCheck): ServiceRecord {
	return {name, status: status === 'healthy' ? 'ready' : 'error', ...never, uptime: null, processes: null};
}

/** The uptime of a service is that of its oldest process. */
function toRecord(name: string, beats: readonly Heartbeat[], {now}: Pick<ApiDeps, 'now'>): ServiceRecord {
	const own = beats.filter(({service}) => service === name).toSorted((a, b) => a.startedAt.localeCompare(b.startedAt));
	const [oldest] = own;
	if (!oldest) {
		return {name, status: 'pending', ...never, uptime: null, processes: 0};
	}
	const lastBeat =
		own
			.map(({beatAt}) => beatAt)
			.toSorted()
			.at(-1) ?? null;
	const seconds = Math.max(0, Math.round((Number(now()) - Date.parse(oldest.startedAt)) / 1000));
	return {name, status: oldest.status, ...never, lastRun: lastBeat, uptime: seconds, processes: own.length};
}
