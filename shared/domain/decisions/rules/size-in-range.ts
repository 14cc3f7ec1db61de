import {bytesPerMegabyte} from '../../quality/size-limits.ts';
import {runtimeOf} from '../candidate.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

const inMegabytes = (bytes: number) => `${Math.round(bytes / bytesPerMegabyte)} MB`;

/** A size or a running time that nobody tells proves nothing. */
export const sizeInRange: Rule = ({release: {size}, quality, media}, {settings}) => {
	const limit = settings.sizeLimits[quality.name];
	const minutes = runtimeOf(media);
	if (!limit || !minutes || size <= 0) {
		return null;
	}

	const minimum = limit.minimum * minutes * bytesPerMegabyte;
	if (size < minimum) {
		return rejected(`${inMegabytes(size)} is below the ${inMegabytes(minimum)} that ${minutes} minutes of ${quality.name} need`);
	}

	const maximum = limit.maximum === null ? Number.POSITIVE_INFINITY : limit.maximum * minutes * bytesPerMegabyte;
	return size > maximum
		? rejected(`${inMegabytes(size)} is above the ${inMegabytes(maximum)} allowed for ${minutes} minutes of ${quality.name}`)
		: null;
};
