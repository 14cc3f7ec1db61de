import {rejected} from '../../rejections.ts';
import type {Rule} from '../../rule.ts';

/** For an episode `Subbed` only says that it was not dubbed. For series, only these words count. */
const surelyBurntIn = /(?<![a-z0-9])(?:hc|kor[-_. ]?subs?|hard[-_. ]?sub(?:s|bed)?)(?![a-z0-9])/i;

/** Indexers write `KORSUB`, `KORSUBS` and `Kor-Sub`; a bare `HC` does not name a language. */
function plain(word: string): string {
	const letters = word
		.toLowerCase()
		.replace(/[^a-z0-9]/g, '')
		.replace(/s$/, '');
	return letters === 'generichardcodedsub' || letters === 'hardsub' || letters === 'hardsubbed' ? 'hc' : letters;
}

/** Burnt-in subtitles cannot be switched off. */
export const noBurntInSubtitles: Rule = ({media, parsed}, {settings: {allowedHardcodedSubs = []}}) => {
	const word = parsed?.hardcodedSubs ?? null;
	if (!parsed || word === null || (media.kind === 'series' && !surelyBurntIn.test(parsed.releaseTitle))) {
		return null;
	}

	const allowed = allowedHardcodedSubs.map(plain);
	return allowed.includes(plain(word)) ? null : rejected(`Subtitles are burnt into the picture (${word})`);
};
