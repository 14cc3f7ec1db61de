import {inMegabytes, sizesFor} from '../../quality/size-limits.ts';
import {type Candidate, runtimeOf} from '../candidate.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** Specials vary in length, and their running time is rarely known. */
function isSpecial({media, parsed}: Candidate): boolean {
	return media.kind === 'series' && (parsed?.special === true || media.episodes.every(({seasonNumber}) => seasonNumber === 0));
}

/** An unknown size is no reason to refuse. */
export const sizeInRange: Rule = (candidate, {settings}) => {
	const {release, quality, media} = candidate;
	const {size} = release;
	const limit = settings.sizeLimits[quality.name];
	const minutes = runtimeOf(media);
	if (!limit || minutes === null || size <= 0 || isSpecial(candidate)) {
		return null;
	}

	const {minimum, maximum} = sizesFor(limit, minutes);
	if (size < minimum) {
		return rejected(`${inMegabytes(size)} is below the ${inMegabytes(minimum)} that ${minutes} minutes of ${quality.name} need`);
	}

	return maximum !== null && size > maximum
		? rejected(`${inMegabytes(size)} is above the ${inMegabytes(maximum)} allowed for ${minutes} minutes of ${quality.name}`)
		: null;
};
