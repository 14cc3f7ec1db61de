import {placeOf} from '../../quality/profiles.ts';
import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

export const qualityAllowed: Rule = ({quality, parsed}, {profile}) => {
	if (placeOf(profile, quality.name).allowed) {
		return null;
	}

	const what = parsed?.quality.modifier === 'brdisk' ? 'A disc image' : `Quality ${quality.name}`;
	return rejected(`${what} is not wanted by profile ${profile.name}`);
};
