import {type QueueItem, sizeOf} from '#shared/domain/downloads/queue-item.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {programAmong} from '#shared/domain/imports/fake-files.ts';
import {kindOf} from '#shared/domain/imports/file-kind.ts';
import type {DownloadedFile, SortedFiles} from '#shared/domain/imports/sort-files.ts';
import {FakeRefused, ImportRefused, maxMessages} from '../refusal.ts';

interface Listed {
	folder: string;
	listed: readonly DownloadedFile[];
	sorted: SortedFiles;
}

/** When this part of the bytes is there, the rest is no longer on its way to us. */
const wholePart = 0.8;
/** Milliseconds after which files that have not come do not come any more. */
const patienceMs = 6 * hourMs;

/**
 * Throws FakeRefused when the files hold a program, or no video but samples although all of them are there. A folder
 * may also be filled by a copy from another machine that is not finished. An archive or what a link leads to may hold
 * the video, so it waits for somebody who unpacks it or puts it there.
 */
export function throwIfFake(item: QueueItem, {folder, listed, sorted}: Listed, now: Date): void {
	const program = programAmong(listed.map(({relative, size}) => ({path: relative, size})));
	if (program !== null) {
		throw new FakeRefused('dangerous_file', refusals(item, `It holds a program: ${program}.`, sorted));
	}
	const mayHoldVideo = listed.some(
		({relative, size, isLink}) => isLink || kindOf(relative) === 'archive' || (kindOf(relative) === 'video' && size === 0),
	);
	if (sorted.videos.length === 0 && listed.length > 0 && !mayHoldVideo && isWhole(item, listed, now)) {
		throw new FakeRefused('no_video', refusals(item, noVideoIn(folder), sorted));
	}
}

function isWhole(item: QueueItem, listed: readonly DownloadedFile[], now: Date): boolean {
	const bytes = listed.reduce((sum, file) => sum + file.size, 0);
	return bytes >= sizeOf(item) * wholePart || (item.ended !== null && Number(now) - Number(item.ended) > patienceMs);
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
