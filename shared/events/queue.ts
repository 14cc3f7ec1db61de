import {
	type DownloadStatus,
	downloadStatuses,
	isManual,
	manualImport,
	progressOf,
	type QueueItem,
	type StatusMessage,
	sizeOf,
	trackedStates,
} from '../domain/downloads/queue-item.ts';
import {protocols} from '../domain/release/release.ts';
import {flag, integer, integerOrNull, oneOf, text, textOrNull, texts, timestamp, timestampOrNull} from '../presenters/fields.ts';
import {from, viewOf} from '../presenters/view.ts';
import type {EventBus, Stream, StreamEvent} from './stream.ts';

/** Seconds as `hh:mm:ss`, or `d.hh:mm:ss` from one day up. */
function presentTimeLeft(seconds: number | null): string | null {
	if (seconds === null) {
		return null;
	}
	const whole = Math.max(0, Math.round(seconds));
	const days = Math.floor(whole / 86_400);
	const parts = [Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60].map(part => String(part).padStart(2, '0'));
	return `${days > 0 ? `${days}.` : ''}${parts.join(':')}`;
}

/** A queue item, as in API replies and in the data of `queueItemAdded`. */
export const queueItem = viewOf<QueueItem>()(
	{
		id: text,
		downloadId: from(textOrNull, ({transfer}: QueueItem) => transfer?.downloadId ?? null),
		title: from(text, ({release}: QueueItem) => release.title),
		status: oneOf(downloadStatuses),
		trackedDownloadStatus: from(oneOf(['ok', 'warning', 'error']), ({health}: QueueItem) => health),
		trackedDownloadState: from(oneOf(trackedStates), ({state}: QueueItem) => state),
		protocol: from(oneOf(protocols), ({release}: QueueItem) => release.protocol),
		downloadClient: from(text, ({client}: QueueItem) => client?.name ?? manualImport),
		downloadClientId: from(text, ({client}: QueueItem) => client?.id ?? ''),
		indexer: from(text, ({release}: QueueItem) => release.indexer),
		outputPath: from(textOrNull, ({transfer, import: progress}: QueueItem) => transfer?.outputPath ?? progress?.choice?.file?.path ?? null),
		size: from(integer, sizeOf),
		sizeleft: from(integer, ({transfer, release}: QueueItem) => transfer?.sizeLeft ?? release.size),
		timeleft: from(textOrNull, ({transfer}: QueueItem) => presentTimeLeft(transfer?.secondsLeft ?? null)),
		estimatedCompletionTime: from(timestampOrNull, ({transfer, updatedAt}: QueueItem) =>
			typeof transfer?.secondsLeft === 'number' ? new Date(Number(updatedAt) + transfer.secondsLeft * 1000) : null,
		),
		statusMessages: viewOf<StatusMessage>()({title: text, messages: texts}).list,
		errorMessage: textOrNull,
		episodeIds: from(texts, ({target}: QueueItem) => target.episodeIds),
		movieId: from(textOrNull, ({target}: QueueItem) => target.movieId),
		seriesId: from(textOrNull, ({target}: QueueItem) => target.seriesId),
		added: timestamp,
		// A file that a person imports is there from the start.
		started: from(timestampOrNull, (item: QueueItem) => (isManual(item) ? item.added : (item.transfer?.started ?? null))),
		ended: timestampOrNull,
		chosenByPerson: from(
			flag.description('A person chose this release, so it is imported even if it is no upgrade.'),
			({chosen}: QueueItem) => Boolean(chosen),
		),
		grabbedDespite: from(
			texts.description('What spoke against the release when a person grabbed it anyway.'),
			({chosen}: QueueItem) => chosen?.rejections ?? [],
		),
		quality: from(text, ({release}: QueueItem) => release.judgement.quality),
		qualityScore: from(integer, ({release}: QueueItem) => release.judgement.qualityScore),
		seeders: from(integerOrNull, ({transfer, release}: QueueItem) => (transfer ?? release).seeders),
		leechers: from(integerOrNull, ({transfer, release}: QueueItem) => (transfer ?? release).leechers),
	},
	'QueueItem',
);

type ShownItem = ReturnType<typeof queueItem.present>;

/** The fields that a caller without credentials sees: no path, and no message, which may quote one. */
export function withoutDetails(item: ShownItem): ShownItem {
	return {...item, outputPath: null, statusMessages: [], errorMessage: null};
}

interface QueueSubject {
	id: string;
	title: string;
	movieId: string | null;
	seriesId: string | null;
	episodeIds: string[];
}

export interface QueueEvents {
	/** The item in the form of `GET /api/queue/:id`. */
	queueItemAdded: ReturnType<typeof queueItem.present>;
	queueItemUpdated: {id: string; status: DownloadStatus; progress: number};
	queueItemRemoved: {id: string; reason: 'deleted' | 'cleanup' | 'imported'};
	queueCompleted: QueueSubject;
	/** `error` is null for callers without credentials. */
	queueFailed: QueueSubject & {error: string | null};
}

export const queueStream: Stream<QueueEvents> = {channel: 'queue'};

/** The event as a caller without credentials sees it. */
export function asAnybodySees(streamed: StreamEvent): StreamEvent {
	if (streamed.event === 'queueItemAdded') {
		return {...streamed, data: withoutDetails(streamed.data as QueueEvents['queueItemAdded'])};
	}
	return streamed.event === 'queueFailed' ? {...streamed, data: {...(streamed.data as QueueEvents['queueFailed']), error: null}} : streamed;
}

type UpdatedItem = Pick<QueueItem, 'id' | 'status' | 'transfer'>;

/** Publishes that an item has a new status, state or progress. */
export async function publishItemUpdated(item: UpdatedItem, {events}: {events: EventBus}): Promise<void> {
	await events.publish(queueStream, 'queueItemUpdated', toUpdated(item));
}

export async function publishItemsUpdated(items: readonly UpdatedItem[], {events}: {events: EventBus}): Promise<void> {
	await events.publishMany(queueStream, 'queueItemUpdated', items.map(toUpdated));
}

function toUpdated(item: UpdatedItem): QueueEvents['queueItemUpdated'] {
	const {id, status} = item;
	return {id, status, progress: progressOf(item)};
}
