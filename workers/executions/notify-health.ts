import {randomUUID} from 'node:crypto';
import type {HealthData} from '#shared/domain/notifications/message.ts';
import type {NotificationRecord} from '#shared/domain/notifications/notification.ts';
import {readHeartbeats} from '#shared/heartbeat.ts';
import {pools} from '#shared/jobs/queues.ts';
import type {HealthState} from '#shared/store/notifications/health-states.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {toDelivery} from './notify-events.ts';

type Deps = Pick<
	WorkerDeps,
	| 'deliveries'
	| 'downloadClients'
	| 'healthStates'
	| 'importLists'
	| 'indexers'
	| 'notifications'
	| 'now'
	| 'prefix'
	| 'producer'
	| 'subtitleProviders'
>;

/** Milliseconds that a pool may be away, as it is during a restart. */
const graceMs = 60_000;

interface Change {
	state: HealthState | undefined;
	receivers: readonly NotificationRecord[];
	deps: Pick<WorkerDeps, 'deliveries' | 'healthStates' | 'now'>;
}

/**
 * Notifies of what has begun to fail, or works again, since the last notification. The state that was notified is
 * stored together with the deliveries. Without a receiver of such messages nothing is read.
 */
export async function notifyHealth(deps: Deps): Promise<void> {
	const receivers = (await deps.notifications.list()).filter(({enabled, events}) => enabled && events.includes('health'));
	if (receivers.length === 0) {
		return;
	}
	const states = new Map((await deps.healthStates.list()).map(state => [state._id, state]));
	const watched = await readHealthNow(deps);
	for (const each of watched) {
		await notifyChange(each, {state: states.get(each.key), receivers, deps});
	}
	const gone = [...states.keys()].filter(key => !watched.some(each => each.key === key));
	if (gone.length > 0) {
		await deps.healthStates.remove(gone);
	}
}

async function notifyChange(watched: Watched, change: Change): Promise<void> {
	const {healthStates} = change.deps;
	const {key, status, subject} = watched;
	const {state} = change;
	if (status === null || (state === undefined && subject.kind === 'pool')) {
		// A pool that was never seen is not reported as missing.
		await (status === 'ok' ? healthStates.noteFailing(key, null) : undefined);
		return;
	}
	if (status === (state?.status ?? 'ok')) {
		await (state?.failingSince ? healthStates.noteFailing(key, null) : undefined);
		return;
	}
	if (subject.kind === 'pool' && status === 'error' && !(await isLasting(key, change))) {
		return;
	}
	await writeChange(watched, change);
}

async function isLasting(key: string, {state, deps: {healthStates, now}}: Change): Promise<boolean> {
	const since = state?.failingSince;
	if (!since) {
		await healthStates.noteFailing(key, now());
		return false;
	}
	return Number(now()) - Number(since) >= graceMs;
}

async function writeChange({key, status, subject, message}: Watched, {receivers, deps}: Change): Promise<void> {
	const {healthStates, deliveries, now} = deps;
	if (status === null) {
		return;
	}
	const at = now();
	const notification = {type: 'health' as const, timestamp: at.toISOString(), data: {status, subject, message}};
	const event = {id: randomUUID(), message: notification, files: []};
	await healthStates.change(key, status, async session => {
		const added = receivers.map(receiver => toDelivery(event, receiver));
		await deliveries.add(added, at, session);
	});
}

interface Watched {
	key: string;
	/** Null when it is unknown, or says nothing, as a limit of an indexer does. */
	status: HealthData['status'] | null;
	subject: HealthData['subject'];
	message: string;
}

interface WithHealth {
	id: string;
	name: string;
	enabled: boolean;
	status: string;
}

type HealthDeps = Pick<WorkerDeps, 'indexers' | 'downloadClients' | 'subtitleProviders' | 'importLists' | 'producer' | 'prefix'>;

/** The health of everything that is in use. What an administrator disabled is left out. */
async function readHealthNow(deps: HealthDeps): Promise<Watched[]> {
	const {indexers, downloadClients, subtitleProviders, importLists, producer, prefix} = deps;
	const alive = new Set((await readHeartbeats(producer, prefix)).map(({service}) => service));
	return [
		...recordsOf('indexer', await indexers.list()),
		...recordsOf('downloadClient', await downloadClients.list()),
		...recordsOf('subtitleProvider', await subtitleProviders.list()),
		...recordsOf('importList', await importLists.list()),
		...pools.map(pool => ({
			key: `pool:${pool}`,
			status: alive.has(`worker:${pool}`) ? ('ok' as const) : ('error' as const),
			subject: {kind: 'pool' as const, id: null, name: pool},
			message: alive.has(`worker:${pool}`) ? `The worker pool ${pool} runs again.` : `No process runs the worker pool ${pool}.`,
		})),
	];
}

const words = {
	indexer: 'indexer',
	downloadClient: 'download client',
	subtitleProvider: 'subtitle provider',
	importList: 'import list',
} as const;

/** A list that has to be signed in to cannot be read. */
const fails = (status: string) => status === 'error' || status === 'authorize';

/** `lastError` stays with us: it may name addresses. */
function recordsOf(kind: keyof typeof words, records: readonly WithHealth[]): Watched[] {
	return records
		.filter(({enabled}) => enabled)
		.map(({id, name, status}) => ({
			key: `${kind}:${id}`,
			status: fails(status) ? ('error' as const) : status === 'ok' ? ('ok' as const) : null,
			subject: {kind, id, name},
			message: toMessage(status, `${words[kind]} ${name}`),
		}));
}

function toMessage(status: string, named: string): string {
	if (status === 'authorize') {
		return `Sign in to the ${named} again, or correct its key: nothing is read from it.`;
	}
	return fails(status) ? `The ${named} does not work; lastError of its record says why.` : `The ${named} works again.`;
}
