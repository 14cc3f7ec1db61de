import {dayMs} from '#shared/domain/durations.ts';
import type {NotificationMessage} from '#shared/domain/notifications/message.ts';
import {toReadable} from '#shared/domain/notifications/readable-message.ts';
import type {HistoryEntry} from '#shared/store/downloads/history-schema.ts';
import {type Happened, readHappened} from '#shared/tasks/happened.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {messageOf, readNotifiedTitles, toDelivery} from './notify-events.ts';

type Deps = Parameters<typeof readNotifiedTitles>[1] &
	Pick<WorkerDeps, 'deliveries' | 'history' | 'notifications' | 'now' | 'taskActivities'>;

/** By the clock of the machine. A service that starts later in the day has nothing to tell in the morning. */
const firstHour = 8;
const lastHour = 11;
/** Events that are told one by one. */
const maxLines = 10;
/** Events that the lines are chosen from. */
const maxEntries = 100;

/**
 * Once a day, tells receivers who want it what happened since the morning before. The id of a delivery follows from the
 * day and the receiver, so any number of processes may do this at once, and each receiver gets one.
 */
export async function notifyDaily(deps: Deps): Promise<void> {
	const at = deps.now();
	if (at.getHours() < firstHour || at.getHours() > lastHour) {
		return;
	}
	const receivers = (await deps.notifications.list()).filter(({enabled, events}) => enabled && events.includes('dailySummary'));
	const to = new Date(at);
	to.setHours(firstHour, 0, 0, 0);
	const id = `daily ${to.toISOString()}`;
	const idFor = (receiver: (typeof receivers)[number]) => toDelivery({id, message: emptyMessage, files: []}, receiver).id;
	const known = receivers.length > 0 ? await deps.deliveries.known(receivers.map(idFor)) : new Set<string>();
	const waiting = receivers.filter(receiver => !known.has(idFor(receiver)));
	if (waiting.length === 0) {
		return;
	}
	const happened = await readHappened({from: new Date(Number(to) - dayMs), to, limit: maxEntries}, deps);
	if (Object.values(happened.counts).every(count => count === 0)) {
		return;
	}
	const message = await messageAbout(happened, deps);
	await deps.deliveries.add(
		waiting.map(receiver => toDelivery({id, message, files: []}, receiver)),
		at,
	);
}

async function messageAbout({from, to, counts, entries}: Happened, deps: Deps): Promise<NotificationMessage> {
	const titleOf = await readNotifiedTitles(entries, deps);
	const line = (entry: HistoryEntry) => {
		const message = messageOf(entry, titleOf(entry).media);
		return message ? [toReadable(message).title] : [];
	};
	const isBad = ({event}: HistoryEntry) => event === 'downloadFailed' || event === 'importFailed';
	const lines = [...entries.filter(isBad), ...entries.filter(entry => !isBad(entry))].flatMap(line).slice(0, maxLines);
	const data = {...counts, from: from.toISOString(), to: to.toISOString(), lines};
	return {type: 'dailySummary', timestamp: to.toISOString(), data};
}

/** The id of a delivery does not depend on what it says. */
const emptyMessage: NotificationMessage = {
	type: 'dailySummary',
	timestamp: '',
	data: {from: '', to: '', grabbed: 0, imported: 0, failed: 0, subtitles: 0, searched: 0, refused: 0, nothing: 0, lines: []},
};
