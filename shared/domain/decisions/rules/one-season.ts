import {rejected} from '../rejections.ts';
import type {Rule} from '../rule.ts';

/** Import places packs of one season; what lies in a box of several cannot be told before it is there. */
export const oneSeason: Rule = ({media, parsed}) =>
	media.kind === 'series' && parsed?.multiSeason ? rejected('A pack of several seasons; search for single seasons') : null;
