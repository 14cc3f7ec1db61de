import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** `Subbed` says of an episode only that nobody dubbed it: of a series these words alone count. */
const surelyBurntIn = /(?<![a-z0-9])(?:hc|kor[-_. ]?subs?|hard[-_. ]?sub(?:s|bed)?)(?![a-z0-9])/i;

/** Indexers write `KORSUB`, `KORSUBS` and `Kor-Sub`; a bare `HC` names no language. */
function plain(word: string): string {
	const letters = word
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '')
		.replace(/s$/, '');
	return letters === 'generichardcodedsub' || letters === 'hardsub' || letters === 'hardsubbed' ? 'hc' : letters;
}

/** Subtitles that are part of the picture cannot be switched off. */
export const noBurntInSubtitles: Rule = ({media, parsed}, {settings: {allowedHardcodedSubs = []}}) => {
	const word = parsed?.hardcodedSubs ?? null;
	if (!parsed || word === null || (media.kind === 'series' && !surelyBurntIn.test(parsed.releaseTitle))) {
		return null;
	}

	const allowed = allowedHardcodedSubs.map(plain);
	return allowed.includes(plain(word)) ? null : rejected(`Subtitles are burnt into the picture (${word})`);
};
