import {placeOf} from '../../quality/profiles.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/**
 * A disc image counts as `Unknown`. Those who take releases of unknown quality want no image either, because a library
 * cannot play one.
 */
export const qualityAllowed: Rule = ({quality, parsed}, {profile}) => {
	const isDisc = parsed?.quality.modifier === 'brdisk';
	if (placeOf(profile, quality.name).allowed && !isDisc) {
		return null;
	}

	return rejected(`${isDisc ? 'A disc image' : `Quality ${quality.name}`} is not wanted by profile ${profile.name}`);
};
