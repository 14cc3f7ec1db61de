import type {Reader} from './numbering.ts';

/** Extra episodes of anime, which have no place in the count. */
const extraEpisode = /(?<=[ ._([-])(?:ova|oad|oav|ovd|ona|ncop|nced|specials?|sp)[ ._-]?(\d{1,2})?(?:v\d)?(?=[ ._)\]-]|$)/i;
const specialWord = /(?<![a-z\d])(?:specials?|ova|oad|oav|ovd|ncop|nced|special[ ._]episode)(?![a-z\d])/i;

/** A named special without a number: `[Group] Title OVA - Name`. */
export const readSpecial: Reader = ({text, start, hasGroup}) => {
	const found = extraEpisode.exec(text);
	if (!found || found.index <= start || !hasGroup) {
		return null;
	}
	return {start: found.index, end: found.index + found[0].length, special: true};
};

const specialTitle = /[ ._-]+(?:ova|oad|oav|ovd|ona|specials?)[ ._-]*$/i;

/** `Title - OVA` in front of a number: the number counts specials, and the show is the title without the word. */
export function splitSpecial(title: string): {title: string; special: boolean} {
	const found = specialTitle.exec(title);
	return found && found.index > 0 ? {title: title.slice(0, found.index), special: true} : {title, special: false};
}

/** Whether the words behind the number call this a special. */
export function tellsSpecial(rest: string): boolean {
	return specialWord.test(rest);
}
