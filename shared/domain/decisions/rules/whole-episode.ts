import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** The library would show half an episode as the whole. */
export const wholeEpisode: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.splitEpisode ? rejected('Only a part of an episode') : null;
