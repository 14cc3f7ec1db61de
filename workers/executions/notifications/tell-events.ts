import {createHash} from 'node:crypto';
import type {NotificationMessage} from '#shared/domain/notifications/message.ts';
import {isMediaServer, type NotificationRecord} from '#shared/domain/notifications/notification.ts';
import type {HistoryEntry} from '#shared/store/downloads/history.ts';
import type {NewDelivery} from '#shared/store/notifications/deliveries.ts';
import type {WorkerDeps} from '../../runtime/deps.ts';
import {filesOf, messageOf} from './event-of.ts';
import {readToldTitles} from './told-titles.ts';

/** Entries of one step, and steps of one run. */
const mostEntries = 100;
const mostSteps = 20;

type Deps = Pick<WorkerDeps, 'history' | 'notifications' | 'deliveries' | 'movies' | 'series' | 'episodes' | 'now'>;

/**
 * Turns history entries that nobody was told of into deliveries. The mark of an entry goes last, and the id of a
 * delivery follows from entry and receiver: so whoever dies in between is followed by somebody who does the same again,
 * and any number of processes may do this at once.
 */
export async function tellEvents(deps: Deps): Promise<void> {
	for (let step = 0; step < mostSteps; step += 1) {
		const entries = await deps.history.untold(mostEntries);
		if (entries.length > 0) {
			await addDeliveries(entries, deps);
			await deps.history.markTold(entries.map(({id}) => id));
		}
		if (entries.length < mostEntries) {
			return;
		}
	}
}

async function addDeliveries(entries: readonly HistoryEntry[], deps: Deps): Promise<void> {
	const receivers = (await deps.notifications.list()).filter(({enabled}) => enabled);
	if (receivers.length === 0) {
		return;
	}
	const titleOf = await readToldTitles(entries, deps);
	for (const entry of entries) {
		const message = messageOf(entry, titleOf(entry));
		for (const receiver of message ? receivers.filter(({events}) => events.includes(message.type)) : []) {
			if (message) {
				await deps.deliveries.add(toDelivery(entry.id, message, receiver), deps.now());
			}
		}
	}
}

/** `eventId` names the event for good. */
export function toDelivery(eventId: string, message: NotificationMessage, receiver: Pick<NotificationRecord, 'id' | 'kind'>): NewDelivery {
	const files = isMediaServer(receiver) ? filesOf(message) : [];
	return {id: idFrom(`${eventId} ${receiver.id}`), notificationId: receiver.id, event: message.type, message, files};
}

/** A UUID that follows from a text. */
function idFrom(text: string): string {
	const digits = createHash('sha256').update(text).digest('hex');
	return [digits.slice(0, 8), digits.slice(8, 12), `8${digits.slice(13, 16)}`, `8${digits.slice(17, 20)}`, digits.slice(20, 32)].join('-');
}
