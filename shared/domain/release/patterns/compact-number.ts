import type {Mark, Reader} from './numbering.ts';

const single = /(?<=[ ._-]|^)(\d{1,2})(\d\d)(?=[ ._-]|$)/g;
/** Six digits from `10` on are a day, as few shows last so long. */
const double = /(?<=[ ._-]|^)(\d|0\d)(\d\d)(\d\d)(?=[ ._-]|$)/;

const neighbours = /(?<=[ ._-]|^)(\d{1,2})(\d\d)[ ._-]\1(\d\d)(?=[ ._-]|$)(?![ ._](?:sub|vost))/i;
const numbersInFront = /^(\d{1,2})-(\d\d)[ ._]+(?=\p{L})/u;

/** `001`: no season is numbered 0, so this is a count from the start of the show. */
const counted = /^0\d\d$/;
const year = /^(?:18[89]\d|(?:19|20)\d\d)$/;
const letter = /\p{L}/u;
/** `Title.300.2006`, `Fight.179.PPV`: what stands right before a year is of the title, and so is the number of a fight. */
const yearBehind = /^[ ._-]{1,2}[([]?(?:19|20)\d\d(?!\d)|^[ ._-]ppv(?![a-z])/i;

/** `Title.10910.hdtv` and `Title.109.110.hdtv`: season 1, episodes 9 and 10, told from other numbers by the two being neighbours. */
export const readCompactPair: Reader = ({text}) => {
	const found = neighbours.exec(text) ?? double.exec(text);
	if (!found || Number(found[3]) !== Number(found[2]) + 1 || Number(found[1]) === 0 || year.test(found[1]! + found[2])) {
		return null;
	}
	return {
		start: found.index,
		end: found.index + found[0].length,
		season: Number(found[1]),
		episodes: [Number(found[2]), Number(found[3])],
		unsure: true,
	};
};

/** `11-02 Name`, as one shop names its files: season 11, episode 2, and no title. */
export const readNumbersInFront: Reader = ({text}) => {
	const found = numbersInFront.exec(text);
	return found && {start: 0, end: found[0].length, season: Number(found[1]), episodes: [Number(found[2])], unsure: true};
};

/** The two numbers that a name begins with. In the folder of season 1, `05-06 Name` is two of its episodes. */
export function pairInFront(name: string): [first: number, second: number] | null {
	const found = numbersInFront.exec(name);
	return found && [Number(found[1]), Number(found[2])];
}

/** `Title.103.hdtv`: season 1, episode 3; the last such number that is no year. */
export const readCompactNumber: Reader = ({text, start}) => {
	let last: Mark | null = null;
	single.lastIndex = 0;
	for (let found = single.exec(text); found; found = single.exec(text)) {
		const end = found.index + found[0].length;
		if (!letter.test(text.slice(start, found.index)) || yearBehind.test(text.slice(end))) {
			continue;
		}
		if (counted.test(found[0])) {
			last = {start: found.index, end, absoluteEpisodes: [Number(found[0])], unsure: true};
			continue;
		}
		const usable = !year.test(found[0]) && Number(found[1]) > 0 && Number(found[2]) > 0;
		if (usable) {
			last = {start: found.index, end, season: Number(found[1]), episodes: [Number(found[2])], unsure: true};
		}
	}
	return last;
};
