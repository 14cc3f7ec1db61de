import {bytesPerMegabyte, inMegabytes} from '../../quality/size-limits.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** A film may be called "Sample", but no film is this small. */
const largestSampleBytes = 70 * bytesPerMegabyte;
const sampleWord = /\bsample\b/i;

export const notSample: Rule = ({release: {title, size}}) =>
	size > 0 && size < largestSampleBytes && sampleWord.test(title.replaceAll('_', ' '))
		? rejected(`A sample of ${inMegabytes(size)}`)
		: null;
