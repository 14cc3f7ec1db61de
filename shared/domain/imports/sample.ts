import {bytesPerMegabyte} from '../quality/size-limits.ts';

/** A film may be called "Sample", but no film is this small. */
const largestSampleBytes = 200 * bytesPerMegabyte;
const sampleWord = /(?:^|[^\p{L}\p{N}])sample(?:[^\p{L}\p{N}]|$)/iu;

export interface SampleQuestion {
	/** Relative to the download's own folder, with `/` as separator. */
	path: string;
	/** Bytes. */
	size: number;
	/** Title of the release: when the film itself is called "Sample", the word is in all names. */
	releaseTitle: string;
}

/** Groups put samples into a folder with that name, or write the word into the file name. */
export function isSample({path, size, releaseTitle}: SampleQuestion): boolean {
	return size < largestSampleBytes && sampleWord.test(path) && !sampleWord.test(releaseTitle);
}
