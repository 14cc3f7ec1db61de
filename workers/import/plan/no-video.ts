import {type Arriving, isChosenByPerson, type QueueItem, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {type DownloadedFile, kindOf, programAmong, type SortedFiles} from '#shared/domain/imports/sort-files.ts';
import {bytesPerMegabyte} from '#shared/domain/quality/size-limits.ts';
import {FakeRefused, ImportRefused, maxMessages, refuse} from '../refusal.ts';

interface Listed {
	folder: string;
	listed: readonly DownloadedFile[];
	sorted: SortedFiles;
	/** Null if all bytes are there. */
	arriving: Arriving | null;
}

/** When this share of the bytes is there, no more are expected. */
const wholePart = 0.8;
/** A download this small is copied before anybody notices. */
const quickBytes = 100 * bytesPerMegabyte;
/** Milliseconds without any new byte after which no more are expected. */
const patienceMs = 6 * hourMs;

/**
 * What has arrived of a download that still lacks many of its bytes; null if it is complete. A folder may be filled by
 * a copy from another machine, which takes hours.
 */
export function arrivingOf(item: QueueItem, listed: readonly DownloadedFile[], now: Date): Arriving | null {
	const bytes = listed.reduce((sum, file) => sum + file.size, 0);
	if (bytes >= sizeOf(item) * wholePart) {
		return null;
	}
	const before = item.import?.arriving;
	return before?.bytes === bytes ? before : {bytes, since: now};
}

/** A mapped path is on another machine: its files may be elsewhere here until they are complete. */
const isMapped = ({transfer}: QueueItem, folder: string) => transfer !== null && transfer.outputPath !== folder;

const hasPatience = ({since}: Arriving, now: Date) => Number(now) - Number(since) <= patienceMs;

/** Throws ImportRefused while a copy from another machine is under way: a trailer may come hours before its film. */
export function throwIfArriving(item: QueueItem, {folder, arriving}: {folder: string; arriving: Arriving | null}, now: Date): void {
	const lacksMuch = arriving !== null && sizeOf(item) - arriving.bytes > quickBytes;
	if (lacksMuch && isMapped(item, folder) && !isChosenByPerson(item) && hasPatience(arriving, now)) {
		const message = `Only ${toMiB(arriving.bytes)} of ${toMiB(sizeOf(item))} MiB are in ${folder}. It is imported when the rest has arrived, or when nothing has come for six hours.`;
		throw refuse(item.release.title, {code: 'still_arriving', message, isPassing: true});
	}
}

const toMiB = (bytes: number) => Math.round(bytes / bytesPerMegabyte);

/**
 * Throws FakeRefused when the files contain a program, or no video but samples although all of them have arrived. An
 * archive, or the target of a link, may contain the video, so that waits for a person to unpack it or put it there.
 */
export function throwIfFake(item: QueueItem, {folder, listed, sorted, arriving}: Listed, now: Date): void {
	const program = programAmong(listed.map(({relative, size}) => ({path: relative, size})));
	if (program !== null) {
		throw new FakeRefused('dangerous_file', refusals(item, `It holds a program: ${program}.`, sorted));
	}
	const mayHoldVideo = listed.some(
		({relative, size, isLink}) => isLink || kindOf(relative) === 'archive' || (kindOf(relative) === 'video' && size === 0),
	);
	const mayCome = arriving !== null && (isMapped(item, folder) || hasPatience(arriving, now));
	if (sorted.videos.length === 0 && listed.length > 0 && !mayHoldVideo && !mayCome) {
		throw new FakeRefused('no_video', refusals(item, noVideoIn(folder), sorted));
	}
}

function noVideoIn(folder: string): string {
	return `There is no video to import in ${folder}.`;
}

export function noVideo(item: QueueItem, folder: string, sorted: SortedFiles): ImportRefused {
	return new ImportRefused('no_video', refusals(item, noVideoIn(folder), sorted));
}

function refusals({release}: QueueItem, reason: string, {refused}: SortedFiles) {
	return [{title: release.title, messages: [reason]}, ...refused.slice(0, maxMessages)];
}
