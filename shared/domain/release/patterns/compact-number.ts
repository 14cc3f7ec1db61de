import type {Mark, Reader} from './numbering.ts';

const single = /(?<=[ ._-]|^)(\d{1,2})(\d\d)(?=[ ._-]|$)/g;
const double = /(?<=[ ._-]|^)(\d{1,2})(\d\d)(\d\d)(?=[ ._-]|$)/;

const year = /^(?:19|20)\d\d$/;

/** `Title.10910.hdtv`: season 1, episodes 9 and 10, told from other numbers by the two being neighbours. */
export const readCompactPair: Reader = ({text}) => {
	const found = double.exec(text);
	if (!found || Number(found[3]) !== Number(found[2]) + 1 || Number(found[1]) === 0) {
		return null;
	}
	return {start: found.index, end: found.index + found[0].length, season: Number(found[1]), episodes: [Number(found[2]), Number(found[3])]};
};

/** `Title.103.hdtv`: season 1, episode 3; the last such number that is no year. */
export const readCompactNumber: Reader = ({text}) => {
	let last: Mark | null = null;
	for (const found of text.matchAll(single)) {
		const usable = !year.test(found[0]) && Number(found[1]) > 0 && Number(found[2]) > 0;
		if (usable) {
			last = {start: found.index, end: found.index + found[0].length, season: Number(found[1]), episodes: [Number(found[2])]};
		}
	}
	return last;
};
