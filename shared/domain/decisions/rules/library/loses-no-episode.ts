import {numbersOf} from '../../../media/lost-episodes.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** Import would refuse it: one file of two episodes cannot give way for one of them. */
export const losesNoEpisode: Rule = (_candidate, {lostEpisodes = []}) =>
	lostEpisodes.length > 0 ? rejected(`The present file holds ${numbersOf(lostEpisodes)} too, which would be lost`) : null;
