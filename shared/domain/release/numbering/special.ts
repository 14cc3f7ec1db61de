import {type Mark, type Reader, seasonWords} from './numbering.ts';

/** What a disc has besides its episodes. */
const beside = 'nc(?:op|ed)|(?:creditless|clean)[ ._-](?:opening|ending|op|ed)|pv|cm|menus?|trailers?|previews?|promos?|teasers?';
/** Extra episodes of anime, which are not counted as episodes. */
const extra = `ova|oad|oav|ovd|ona|specials?|sp|${beside}`;
const extraEpisode = new RegExp(`(?<=[ ._([-])(?:${extra})[ ._-]?(?:ep[ ._]?)?(\\d{1,2}[a-z]?)?(?:v\\d)?(?=[ ._)\\]-]|$)`, 'i');
/**
 * Without a group in front, only words that never occur in film titles: `Title OVA`, `Title SP01`, `Title Specials`.
 */
const certainExtra = /(?<=[ ._([-])(?:(?:ova|oad|nc(?:op|ed))[ ._-]?(?:\d{1,2})?|sp\d{1,2}|specials)(?:v\d)?(?=[ ._)\]-]|$)/i;
/** Openings and endings are in capitals, right before the brackets or the end. */
const openingOrEnding = /(?<=[ ._-])(?:OP|ED) ?\d{0,2}[a-z]?(?:v\d)?(?=[ ._]*(?:[[(]|$))/;
const specialWord = /(?<![a-z\d])(?:specials?|ova|oad|oav|ovd|ncop|nced|special[ ._]episode)(?![a-z\d])/i;
const besideEpisodes = new RegExp(
	`(?<=[ ._([-])(?:${beside})(?:[ ._]?-[ ._]|[ ._-])?(?:\\d{1,2}[a-z]?)?(?:v\\d)?(?=[ ._]*(?:[\\])[(]|$))`,
	'i',
);
/** Words that mean nothing else, with or without a group, and whatever follows. */
const certainlyBeside = /(?<=[ ._([-])nc(?:op|ed)(?:[ ._-]?\d{1,2}[a-z]?)?(?:v\d)?(?=[ ._)\]-]|$)/i;

/** `S2 OVA - 02`, `2nd Season Specials E06`, `Season 2 Special 3`, `S01SP02`: it counts the specials of a season. */
const specialOfSeason = new RegExp(
	`(?<=[ ._([-])(?:(?:s|(?:${seasonWords})[ ._]{1,2})(?<season>\\d{1,2})|(?<before>\\d{1,2})(?:st|nd|rd|th|[.ªº°]|[eè]me|-?[йя])?[ ._]{0,2}(?:${seasonWords}))[)\\]]?(?:[ ._-]{1,3}(?:[-–][ ._])?|(?=sp\\d))(?:ova|oad|oav|ovd|ona|specials?|sp)(?:[ ._]?[-#:[(][ ._]?|[ ._])?(?:ep?(?:isode)?[ ._]?)?(?<number>\\d{1,2})(?:v\\d)?(?=[ ._)\\]-]|$)`,
	'i',
);
const mayCountSpecials = /(?:ova|oad|oav|ovd|ona|specials?|sp)[ ._#:[(-]{0,3}(?:ep?(?:isode)?[ ._]?)?\d/i;

/** A numbered special of a season, which is neither an episode nor the season. */
export const readSpecialOfSeason: Reader = ({text, start}) => {
	const found = mayCountSpecials.test(text) ? specialOfSeason.exec(text) : null;
	if (!found || found.index <= start) {
		return null;
	}
	const {season, before, number} = found.groups ?? {};
	return {...toSpecial(found), season: Number(season ?? before), absoluteEpisodes: [Number(number)]};
};

const countBefore = /[ ._]-[ ._]\d{1,4}[ ._]{1,2}(?:-[ ._])?[[(]?$/;

function toSpecial(found: RegExpExecArray): Mark {
	return {start: found.index, end: found.index + found[0].length, special: true};
}

/** A named special without a number: `[Group] Title OVA - Name`. */
export const readSpecial: Reader = ({text, start, hasGroup}) => {
	const found = hasGroup ? (extraEpisode.exec(text) ?? openingOrEnding.exec(text)) : certainExtra.exec(text);
	return found && found.index > start ? toSpecial(found) : null;
};

/** `Title NCOP 02`, `Title - PV - 3`, `Title - 12 - NCED`: the number does not count episodes. */
export const readBesideEpisodes: Reader = ({text, start, hasGroup}) => {
	const found = (hasGroup ? besideEpisodes.exec(text) : null) ?? certainlyBeside.exec(text);
	if (!found || found.index <= start) {
		return null;
	}
	const before = text.slice(0, found.index).replace(countBefore, '');
	return {...toSpecial(found), start: before.length};
};

const specialTitle = /[ ._-]+(?:ova|oad|oav|ovd|ona|specials?)[ ._-]*$/i;

/** `Title - OVA` before a number: the number counts specials, and the show's title is the text without the word. */
export function splitSpecial(title: string): {title: string; special: boolean} {
	const found = specialTitle.exec(title);
	return found && found.index > 0 ? {title: title.slice(0, found.index), special: true} : {title, special: false};
}

/** Do the words after the number call this a special? */
export function tellsSpecial(rest: string): boolean {
	return specialWord.test(rest);
}
