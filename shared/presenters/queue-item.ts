import type {QueueItem, StatusMessage} from '../domain/downloads/queue-item.ts';
import {downloadStatuses, trackedStates} from '../domain/downloads/tracked-state.ts';
import {protocols} from '../domain/release/release.ts';
import {integer, integerOrNull, oneOf, text, textOrNull, texts, timestamp, timestampOrNull} from './fields.ts';
import {from, viewOf} from './view.ts';

/** Seconds as `hh:mm:ss`, or `d.hh:mm:ss` from one day up. */
export function presentTimeLeft(seconds: number | null): string | null {
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
		downloadId: textOrNull,
		title: text,
		status: oneOf(downloadStatuses),
		trackedDownloadStatus: from(oneOf(['ok', 'warning', 'error']), ({health}: QueueItem) => health),
		trackedDownloadState: from(oneOf(trackedStates), ({state}: QueueItem) => state),
		protocol: oneOf(protocols),
		downloadClient: text,
		downloadClientId: text,
		indexer: text,
		outputPath: textOrNull,
		size: integer,
		sizeleft: from(integer, ({sizeLeft}: QueueItem) => sizeLeft),
		timeleft: from(textOrNull, ({secondsLeft}: QueueItem) => presentTimeLeft(secondsLeft)),
		estimatedCompletionTime: from(timestampOrNull, ({secondsLeft, updatedAt}: QueueItem) =>
			secondsLeft === null ? null : new Date(Number(updatedAt) + secondsLeft * 1000),
		),
		statusMessages: viewOf<StatusMessage>()({title: text, messages: texts}).list,
		errorMessage: textOrNull,
		episodeIds: texts,
		movieId: textOrNull,
		seriesId: textOrNull,
		added: timestamp,
		started: timestampOrNull,
		ended: timestampOrNull,
		quality: from(text, ({judgement}: QueueItem) => judgement.quality),
		qualityScore: from(integer, ({judgement}: QueueItem) => judgement.qualityScore),
		seeders: integerOrNull,
		leechers: integerOrNull,
	},
	'QueueItem',
);

type ShownItem = ReturnType<typeof queueItem.present>;

/** What a caller without credentials sees of it: no path, and no message, which may quote one. */
export function withoutDetails(item: ShownItem): ShownItem {
	return {...item, outputPath: null, statusMessages: [], errorMessage: null};
}
