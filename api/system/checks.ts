import {statfs} from 'node:fs/promises';
import type {ApiDeps} from '#api/deps.ts';
import type {RouteDeps} from '#api/services.ts';
import type {WaitLimits} from '#api/wait-limits.ts';
import {withinLimit} from '#shared/coordination/wait.ts';
import {type DownloadClientRecord, protocolsOnlyTagged} from '#shared/domain/downloads/download-client-record.ts';
import {dayMs} from '#shared/domain/durations.ts';
import {type DataLevel, dataLevelOf, levelOf} from '#shared/domain/folders/disk-space.ts';
import type {FolderState} from '#shared/domain/folders/folder-state.ts';
import {checkFamily, type HealthStatus} from '#shared/domain/health.ts';
import {type Indexer, isExpiring, isInUse} from '#shared/domain/indexers/indexer-record.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {readHeartbeats} from '#shared/heartbeat.ts';
import {type Pool, pools, stuckMs} from '#shared/jobs/queues.ts';
import {machineReports} from '#shared/machines/reports.ts';
import {readRefusals} from '#shared/refusals.ts';
import {type RedisRefusal, redisRefusal} from '#shared/server-outage.ts';
import {createLoginCaptchas} from '#shared/store/definitions/login-captchas.ts';
import type {DefinitionState} from '#shared/store/definitions/used-definitions.ts';

export interface ServerCheck {
	status: HealthStatus;
	/** Milliseconds; null if there was no answer. */
	responseTime: number | null;
	/** Why it does nothing although it answers. */
	refusal: RedisRefusal | null;
}

async function checkServer(ask: () => Promise<unknown>, {serverMs}: WaitLimits): Promise<ServerCheck> {
	const startedAt = performance.now();
	let refusal: RedisRefusal | null = null;
	const answered = await withinLimit(
		ask().then(
			() => true,
			error => {
				refusal = redisRefusal(error);
				return false;
			},
		),
		serverMs,
		false,
	);
	return answered
		? {status: 'healthy', responseTime: Math.round((performance.now() - startedAt) * 10) / 10, refusal}
		: {status: 'unhealthy', responseTime: null, refusal};
}

export function checkDatabase({connection, waits}: Pick<ApiDeps, 'connection' | 'waits'>): Promise<ServerCheck> {
	return checkServer(async () => {
		if (!connection.db) {
			throw new Error('not connected yet');
		}
		await connection.db.admin().ping();
	}, waits);
}

export function checkRedis({producer, waits}: Pick<ApiDeps, 'producer' | 'waits'>): Promise<ServerCheck> {
	return checkServer(() => producer.ping(), waits);
}

/** Uses stored results of earlier contacts, so the caller does not wait for any outside system. */
export function checkClients(clients: readonly DownloadClientRecord[]) {
	const enabled = clients.filter(client => client.enabled);
	return {
		status: enabled.some(client => client.status === 'error') ? ('degraded' as const) : ('healthy' as const),
		clients: enabled.map(({id, name, status}) => ({id, name, status})),
		onlyTagged: protocolsOnlyTagged(clients),
	};
}

/** Degraded as soon as one of the enabled indexers fails. */
export function checkIndexers(indexers: readonly Indexer[], now: Date) {
	const inUse = indexers.map(indexer => ({...indexer, enabled: isInUse(indexer)}));
	const expiring = inUse.filter(each => each.enabled && isExpiring(each, now)).length;
	return {...checkFamily(inUse, now), totalCount: indexers.length, expiringCount: expiring};
}

/** Definitions of indexers that are gone, broken, replaced of late, or wait for consent, and of the package. */
export async function checkDefinitions({
	usedDefinitions,
	packagedDefinitions,
	now,
}: Pick<RouteDeps, 'usedDefinitions' | 'packagedDefinitions' | 'now'>) {
	const [all, {error}] = await Promise.all([usedDefinitions.list(), packagedDefinitions.state()]);
	const since = new Date(now().getTime() - replacedMs);
	const count = (state: DefinitionState) => all.filter(each => each.state === state).length;
	const counts = {
		vanished: count('vanished'),
		faulty: count('faulty'),
		waiting: count('waiting'),
		replaced: all.filter(({replaced}) => replaced !== null && replaced.at > since).length,
		notUnderstood: all.filter(({faults}) => faults > 0).length,
	};
	const isWhole = counts.vanished + counts.faulty + counts.waiting === 0 && error === null;
	return {status: isWhole ? ('healthy' as const) : ('degraded' as const), ...counts, packageError: error !== null};
}

/** Formats and profiles of which a pattern counts as no match. */
export async function checkPatterns({customFormats, releaseProfiles}: Pick<RouteDeps, 'customFormats' | 'releaseProfiles'>) {
	const [formats, profiles] = await Promise.all([customFormats.countFailing(), releaseProfiles.countFailing()]);
	const status = formats + profiles === 0 ? ('healthy' as const) : ('degraded' as const);
	return {status, customFormats: formats, releaseProfiles: profiles};
}

/** Indexers whose login waits for a person to solve a captcha. */
export async function checkCaptchas(deps: Pick<RouteDeps, 'indexers' | 'producer' | 'prefix' | 'secrets'>) {
	const sites = (await deps.indexers.list()).filter(({kind, enabled}) => kind === 'definition' && enabled);
	const needing = await createLoginCaptchas(deps).needing(sites.map(({id}) => id));
	return {status: needing.length === 0 ? ('healthy' as const) : ('degraded' as const), needed: needing.length};
}

/** Milliseconds for which a replaced definition is reported. */
const replacedMs = 7 * dayMs;

export async function checkWorkers(deps: Pick<ApiDeps, 'producer' | 'prefix' | 'jobs' | 'now'>) {
	const {producer, prefix} = deps;
	const [beats, refused] = await Promise.all([readHeartbeats(producer, prefix), readRefusals(producer, prefix)]);
	const alive = new Set(beats.map(({service}) => service));
	const missing = pools.filter(pool => !alive.has(`worker:${pool}`));
	const stuck = await readStuckPools(
		pools.filter(pool => alive.has(`worker:${pool}`)),
		deps,
	);
	const isWhole = missing.length + refused.length + stuck.length === 0;
	return {status: isWhole ? ('healthy' as const) : ('degraded' as const), missing, refused, stuck};
}

/** Folders that some processes reach and others, whose jobs need them, do not. Everybody may read this: no paths. */
export async function checkMachines({producer, prefix}: Pick<ApiDeps, 'producer' | 'prefix'>) {
	const reports = await machineReports(producer, prefix).list();
	// The first file in an empty folder is seen by one process before the others.
	const somewhere = new Set(reports.flatMap(({steady}) => steady));
	const lacking = reports.flatMap(({machine, missing}) =>
		missing.filter(({path}) => somewhere.has(path)).map(({name}) => ({machine: machine.name, folder: name})),
	);
	const unique = [...new Map(lacking.map(each => [JSON.stringify(each), each])).values()].slice(0, maxLacking);
	return {status: unique.length === 0 ? ('healthy' as const) : ('degraded' as const), lacking: unique};
}

/** Machines and folders that are named. */
const maxLacking = 100;

/**
 * Does this process fit the installation (the same key, data of a known version, a MongoDB with transactions), and has
 * its data room?
 */
export async function checkInstallation({readiness, http, waits}: Pick<ApiDeps, 'readiness' | 'http' | 'waits'>) {
	const fault = readiness.startFault();
	const dataDisk = await withinLimit(readDataLevel(http.dataDir), waits.serverMs, null);
	const status: HealthStatus = fault ? 'unhealthy' : dataDisk === 'full' ? 'degraded' : 'healthy';
	return {status, message: fault?.message ?? null, dataDisk};
}

async function readDataLevel(folder: string): Promise<DataLevel | null> {
	try {
		const {bavail, bsize} = await statfs(folder);
		return dataLevelOf(bavail * bsize);
	} catch {
		return null;
	}
}

/**
 * Uses the last known state. A folder whose disk has not answered for a while is `silent`, which is not the same as
 * unreachable: the machine may be busy. Anybody may read this, so folders are named by their ids. A disk that fills up
 * is reported before it stops anything.
 */
export async function checkRootFolders({rootFolders, disks, settings}: Pick<RouteDeps, 'rootFolders' | 'disks' | 'settings'>) {
	const folders = await rootFolders.list();
	const states = await Promise.all(folders.map(({path}) => disks.states.known(path)));
	const where = (isMeant: (state: FolderState | null) => boolean) =>
		folders.filter((_folder, index) => isMeant(states[index] ?? null)).map(({id}) => id);
	const [unreachable, silent] = [where(state => state?.accessible === false), where(state => state === null)];
	// An old refusal means nothing once there is no mode or group to set.
	const hasRights = settings.get('media.folderMode') !== '' || settings.get('media.group') !== '';
	const rightsRefused = hasRights ? folders.filter(({rightsFault}) => rightsFault).map(({id}) => id) : [];
	const keepFree = settings.get('media.minimumFreeSpaceMiB') * bytesPerMegabyte;
	const levels = states.map(state => (state?.accessible ? levelOf(state.freeSpace, state.totalSpace, keepFree) : null));
	const at = (level: (typeof levels)[number]) => folders.filter((_folder, index) => levels[index] === level).map(({id}) => id);
	const [full, low] = [at('full'), at('low')];
	const isWhole = unreachable.length + silent.length + rightsRefused.length + full.length === 0;
	return {status: isWhole ? ('healthy' as const) : ('degraded' as const), unreachable, silent, rightsRefused, full, low};
}

export function worst(statuses: readonly HealthStatus[]): HealthStatus {
	return (['unhealthy', 'degraded'] as const).find(status => statuses.includes(status)) ?? 'healthy';
}

/** The oldest job is among the first ones unless more urgent ones keep arriving, and then jobs move. */
const lookedAt = 20;

type Deps = Pick<ApiDeps, 'jobs' | 'now'>;

/**
 * The pools, among those that have workers, in which a job has waited for long while none began or ended. Only pools at
 * rest are looked at more closely.
 */
export async function readStuckPools(working: readonly Pool[], {jobs, now}: Deps): Promise<Pool[]> {
	const paused = await jobs.idlePools(working);
	const oldest = await Promise.all(
		paused.map(async pool => {
			const waiting = await jobs.queue(pool).getJobs(['waiting', 'prioritized'], 0, lookedAt - 1, true);
			return Math.min(...waiting.map(({timestamp}) => timestamp));
		}),
	);
	return paused.filter((pool, index) => Number(now()) - (oldest[index] ?? Number.POSITIVE_INFINITY) > stuckMs[pool]);
}
