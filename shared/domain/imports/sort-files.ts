import type {StatusMessage} from '../downloads/queue-item.ts';
import {kindOf} from './file-kind.ts';
import {isSample} from './sample.ts';

export interface DownloadedFile {
	/** Absolute. */
	path: string;
	/** Relative to the download's own folder. */
	relative: string;
	/** Bytes. */
	size: number;
	isLink: boolean;
}

export interface SortedFiles {
	/** Largest first. */
	videos: DownloadedFile[];
	others: DownloadedFile[];
	refused: StatusMessage[];
}

const sample = 'It is a sample.';

/** Sorts the files of a download: videos to import, files that may follow them, and refused files with the reason. */
export function sortFiles(files: readonly DownloadedFile[], releaseTitle: string, {acceptSamples = false} = {}): SortedFiles {
	const sorted: SortedFiles = {videos: [], others: [], refused: []};
	for (const file of files) {
		const why = whyRefused(file, releaseTitle);
		if (why !== null && !(acceptSamples && why === sample)) {
			sorted.refused.push({title: file.relative, messages: [why]});
			continue;
		}
		(kindOf(file.relative) === 'video' ? sorted.videos : sorted.others).push(file);
	}
	sorted.videos.sort((a, b) => b.size - a.size);
	return sorted;
}

function whyRefused({relative, size, isLink}: DownloadedFile, releaseTitle: string): string | null {
	if (isLink) {
		return 'It is a link; its target may be outside the download.';
	}
	const kind = kindOf(relative);
	if (kind === 'dangerous') {
		return 'It is a program, not media. Remove the download if you did not expect one.';
	}
	if (kind === 'archive') {
		return 'It is an archive. Unpack it, or let the download client do so.';
	}
	if (kind !== 'video') {
		return null;
	}
	if (size === 0) {
		return 'It is empty.';
	}
	return isSample({path: relative, size, releaseTitle}) ? sample : null;
}
