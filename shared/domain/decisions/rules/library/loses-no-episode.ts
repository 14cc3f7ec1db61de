import {numbersOf} from '../../../media/library-episode.ts';
import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** The import would refuse it: a file with two episodes cannot be replaced by one of them. */
export const losesNoEpisode: Rule = (_candidate, {lostEpisodes = []}) =>
	lostEpisodes.length > 0 ? rejected(`The present file holds ${numbersOf(lostEpisodes)} too, which would be lost`) : null;
