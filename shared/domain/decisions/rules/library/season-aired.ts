import {isWholeSeason} from '../../../matching/match-episodes.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/**
 * What calls itself a season before its last episode was shown is a part of it, or a fake; time does not complete it,
 * and neither does a person.
 */
export const seasonAired: Rule = ({media, parsed}, {availableFrom, now}) => {
	if (media.kind !== 'series' || media.episodes.length < 2 || !parsed || !isWholeSeason(parsed)) {
		return null;
	}

	const isOut = availableFrom === 'always' || (availableFrom !== 'never' && availableFrom <= now);
	return isOut ? null : rejected('A whole season of which not all episodes have aired');
};
