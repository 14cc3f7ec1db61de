import {randomUUID} from 'node:crypto';
import type {NotificationRecord} from '#shared/domain/notifications/notification.ts';
import type {HealthState} from '#shared/store/notifications/health-states.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {readHealthNow, type Watched} from './health-now.ts';
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
