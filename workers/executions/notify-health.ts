import {randomUUID} from 'node:crypto';
import {hourMs, minuteMs} from '#shared/domain/durations.ts';
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

/**
 * Milliseconds that something may fail before it is reported: a pool is away during a restart, a client while it is
 * updated, and a site for a moment every night. After a single failure nobody has tried it again.
 */
const graceMs = {pool: minuteMs, once: hourMs, usual: 5 * minuteMs};

interface Change {
	states: ReadonlyMap<string, HealthState>;
	deps: Pick<WorkerDeps, 'healthStates' | 'now'>;
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
	const changed: Changed[] = [];
	for (const {status, ...each} of watched) {
		if (status !== null && (await isToReport({...each, status}, {states, deps}))) {
			changed.push({...each, status});
		}
	}
	for (const together of Map.groupBy(changed, ({subject, status}) => `${subject.kind} ${status}`).values()) {
		await report(together, receivers, deps);
	}
	const gone = [...states.keys()].filter(key => !watched.some(each => each.key === key));
	if (gone.length > 0) {
		await deps.healthStates.remove(gone);
	}
}

async function isToReport({key, status, subject, graceMs: grace}: Changed, {states, deps: {healthStates, now}}: Change): Promise<boolean> {
	const state = states.get(key);
	const since = state?.failingSince ?? null;
	if (state === undefined && subject.kind === 'pool') {
		// A pool that was never seen is not reported as missing.
		await (status === 'ok' ? healthStates.noteFailing(key, null) : undefined);
		return false;
	}
	if (status === (state?.status ?? 'ok')) {
		await (since ? healthStates.noteFailing(key, null) : undefined);
		return false;
	}
	if (status === 'ok' || grace === 0) {
		return true;
	}
	await (since ? undefined : healthStates.noteFailing(key, now()));
	return since !== null && Number(now()) - Number(since) >= grace;
}

async function report(
	together: readonly Changed[],
	receivers: readonly NotificationRecord[],
	{healthStates, deliveries, now}: Pick<WorkerDeps, 'deliveries' | 'healthStates' | 'now'>,
): Promise<void> {
	const at = now();
	const [{status} = {status: 'ok' as const}] = together;
	const keys = together.map(({key}) => key);
	await healthStates.change(keys, status, async (changed, session) => {
		const all = together.filter(({key}) => changed.includes(key));
		const added = receivers.flatMap(receiver =>
			(receiver.kind === 'webhook' ? all : inOne(all)).map(({subject, message}) => {
				const notification = {type: 'health' as const, timestamp: at.toISOString(), data: {status, subject, message}};
				return toDelivery({id: randomUUID(), message: notification, files: []}, receiver);
			}),
		);
		await deliveries.add(added, at, session);
	});
}

/** People read one message about all that fails at once, as everything does without the Internet. */
function inOne(all: readonly Changed[]): Pick<Changed, 'subject' | 'message'>[] {
	const [first] = all;
	if (all.length < 2 || !first) {
		return [...all];
	}
	const {kind} = first.subject;
	const named = kind === 'pool' ? 'worker pools' : `${words[kind]}s`;
	const what = first.status === 'ok' ? 'work again' : 'do not work; lastError of each record says why';
	const names = all.map(({subject}) => subject.name).join(', ');
	return [{subject: {kind, id: null, name: `${all.length} ${named}`}, message: `These ${named} ${what}: ${names}.`}];
}

interface Watched {
	key: string;
	/** Null when it is unknown, or says nothing, as a limit of an indexer does. */
	status: HealthData['status'] | null;
	subject: HealthData['subject'];
	message: string;
	/** How long it may fail before it is reported. */
	graceMs: number;
}

type Changed = Watched & {status: HealthData['status']};

interface WithHealth {
	id: string;
	name: string;
	enabled: boolean;
	status: string;
	/** In a row. */
	failures?: number;
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
			graceMs: graceMs.pool,
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
		.map(({id, name, status, failures}) => ({
			key: `${kind}:${id}`,
			status: fails(status) ? ('error' as const) : status === 'ok' ? ('ok' as const) : null,
			subject: {kind, id, name},
			message: toMessage(status, `${words[kind]} ${name}`),
			graceMs: status === 'authorize' ? 0 : graceMs[failures === 1 ? 'once' : 'usual'],
		}));
}

function toMessage(status: string, named: string): string {
	if (status === 'authorize') {
		return `Sign in to the ${named} again, or correct its key: nothing is read from it.`;
	}
	return fails(status) ? `The ${named} does not work; lastError of its record says why.` : `The ${named} works again.`;
}
