import type {LeftOver, PlannedFile} from '#shared/domain/downloads/import-journal.ts';
import type {QueueItem} from '#shared/domain/downloads/queue-item.ts';
import {isExtra} from '#shared/domain/imports/extra.ts';
import {type RefusedVideo, refusalMessage} from '#shared/domain/imports/refused-video.ts';
import {mostMessages} from '../refusal.ts';

/** The refused videos that may hold what the library lacks. */
export function leftOverOf(
	refused: readonly RefusedVideo[],
	files: readonly PlannedFile[],
	{release: {title}, import: progress}: QueueItem,
): LeftOver[] {
	const sizes = [...files.map(({file}) => file.size), ...(progress?.files ?? []).map(({size}) => size)];
	const smallest = sizes.length > 0 ? Math.min(...sizes) : null;
	const isLeft = ({video, claim}: RefusedVideo) =>
		claim === 'lacking' || (claim === 'mayBeExtra' && !isExtra({path: video.relative, size: video.size, releaseTitle: title, smallest}));
	return refused
		.filter(isLeft)
		.slice(0, mostMessages)
		.map(each => ({...refusalMessage(each), isPassing: each.isPassing ?? false}));
}
