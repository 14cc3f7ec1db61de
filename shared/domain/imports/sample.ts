import {bytesPerMegabyte} from '../quality/size-limits.ts';

/** A film may be called "Sample"; none is this small. */
const largestSampleBytes = 200 * bytesPerMegabyte;
const sampleWord = /(?:^|[^\p{L}\p{N}])sample(?:[^\p{L}\p{N}]|$)/iu;

export interface SampleQuestion {
	/** Below the download's own folder, divided by `/`. */
	path: string;
	/** Bytes. */
	size: number;
	/** Of the release: a film that is called so has the word everywhere. */
	releaseTitle: string;
}

/** Groups put samples into a folder of that name, or write the word into the file's. */
export function isSample({path, size, releaseTitle}: SampleQuestion): boolean {
	return size < largestSampleBytes && sampleWord.test(path) && !sampleWord.test(releaseTitle);
}
