import {deliverNotifications} from '#shared/jobs/connections.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';

type Deps = Pick<WorkerDeps, 'notifications' | 'deliveries' | 'jobs' | 'now'>;

/** Requests a job for each receiver that something is due for and that does not rest. */
export async function startDeliveries({notifications, deliveries, jobs, now}: Deps): Promise<void> {
	for (const {id, enabled, disabledUntil} of await notifications.list()) {
		const rests = disabledUntil !== null && disabledUntil > now();
		if (enabled && !rests && (await deliveries.isDue(id, now()))) {
			await jobs.enqueue(deliverNotifications, {notificationId: id});
		}
	}
}
