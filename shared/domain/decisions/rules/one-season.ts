import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/**
 * The import handles packs of one season only. What a box of several seasons contains is unknown
 * before it is downloaded.
 */
export const oneSeason: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.multiSeason ? rejected('A pack of several seasons; search for single seasons') : null;
