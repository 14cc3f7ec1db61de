import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** Half an episode would stand in the library for the whole. */
export const wholeEpisode: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.splitEpisode ? rejected('A part of an episode only') : null;
