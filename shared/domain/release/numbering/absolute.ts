import {isAt, matchAt} from '../../text/match-at.ts';
import {countRange, episodeWords, type Mark, type Reader, type Release, seasonWords, spanWords, widestSpan} from './numbering.ts';
import {blank} from './technical.ts';

/** Parts shared by all forms of a count. */
const version = "(?:(?<half>[abc])(?![a-z\\d]))?(?:[ ._]?v\\d|')?";
const finished = '(?:[ ._]?(?:end|fin|final|完))?(?:[ ._]?[+&][ ._]?(?:ova|oad|ona|ovd|sp|specials?|movie)s?){0,4}';
const between = `(?:[ ._]?[-~～–&+][ ._]?|, ?|[ ._](?:${spanWords})[ ._])`;
const range = `(?:(?:v\\d)?${between}(?:ep?[ ._]?)?(\\d{2,4})(?![\\d.]\\d))?`;
const outOf = '(?:[ ._](?:of|из|iz|z)[ ._]\\d{1,4})?';

const anyRange = `(?:(?:v\\d)?${between}(?:ep?[ ._]?)?(\\d{1,4})(?![\\d.]\\d))?`;

/** `Ep08`, `Episode 56`, `E1206`, `Folge 12`. */
const worded = new RegExp(
	`(?<![a-zа-я\\d])(?:e|#|(?:${episodeWords})[ ._#-]{0,2})(\\d{1,4}(?:\\.\\d(?!\\.\\d))?)${anyRange}${version}(?![a-z\\d])(?<worded>)`,
	'gi',
);

/** `69. Bölüm`, `12 серия`. */
const wordLast =
	/(?<![a-zа-я\d])(\d{1,4})(?:[ .]{0,2}|-?[йяа] )(?:bölüm|bolum|blm|сери[яи]|seri[iy]?ya|серія|серії|эпизод|rész|jakso)(?![a-zа-я])/gi;

/** ` - 05v2`, `_-_12_`, ` - 01 ~ 10`, ` - 7.5`, `2- 03`. */
const dashed = new RegExp(
	`(?:[ ._]{1,2}[-–][ ._]{1,2}|(?<=[^ ._-])- (?=\\d\\d))#?(\\d{1,4}(?:\\.\\d)?)(?:\\.\\d)?((?:v\\d)?(?:[ ._]?[~～&+-][ ._]?|, ?|[ ._](?:${spanWords})[ ._])\\d{2,4}(?:v\\d)?(?:-\\d{2,4}){0,9})?${version}${finished}${outOf}(?=[ ._]{0,2}(?:[-–][ ._]|[[({「${blank}]|$))`,
	'gi',
);

/** The same followed by words that may belong to the title: ` - 100 Years Quest`. */
const dashedBeforeWords = new RegExp(`[ ._]{1,2}[-–][ ._]{1,2}#?(\\d{2,4}(?:\\.\\d)?)([-~]\\d{2,4})?${version}(?=[ ._])`, 'gi');

/** `[05]`, `{01}`, `[01-12]`, `[13完]`. */
const inSquare = new RegExp(`[[{](\\d{1,4}(?=[ ._]?(?:-|of|из))|\\d{2,4}(?:\\.\\d)?)${anyRange}${version}${finished}${outOf}[\\]}]`, 'i');
/** `(01-12)`; a single `(12)` only when `[` follows. */
const inRound = new RegExp(`\\((\\d{1,4})(?=[ ._]?[-~])${range}${finished}\\)`, 'i');
const loneInRound = /\((\d{2,3})\)(?=[ ._]?[[])/;
/** `[Group] Title (9)`, the whole of the name. */
const lastInRound = /(?<=\p{L}[!?]? ?)\((\d{1,3})\)$/u;
const otherLines = /\d{3,4}[pi](?![a-z])|\d{3,4}x\d{3,4}/i;
const lines = /^(?:480|540|576|720|1080|1440|2160)$/;

/**
 * `Title 01 - 119 [`: with spaces around the dash, only a list that starts at 1 differs from a
 * title that ends in a number.
 */
const wholeRun = new RegExp(
	`(?<=[ ._])(?<!(?:part|pt|cour|vol|book)[ ._])(0{0,3}1)(?:[ ._][-~～–][ ._]|[-~](?=\\d\\d))(\\d{2,4})${finished}[ ._]{0,2}(?=[[({「${blank}]|$|(?:complete|batch|web|bd|dual|multi|raw)(?![a-z]))`,
	'gi',
);

/** `Title S21 999`: more digits than a season has episodes, so the count is from the start of the show. */
const afterSeason = new RegExp(`(?=\\d{3})(?<=[ _](?:s|(?:${seasonWords})[ _])\\d{1,2}[ _])(\\d{3,4})(?![\\da-z])`, 'gi');

/** Films also have such numbers in their titles, followed by a year. */
const yearBehind = /^[ ._]{0,2}[([](?:19|20)\d\d[)\]]/;

/** A reader for the first match of a pattern that is not at the very start of the title. */
function reading(pattern: RegExp): Reader {
	return release => {
		const found = firstCount(release, pattern, release.start + 1);
		return found && toCount(found);
	};
}

/** Without a group in front, the number may be part of a film title. */
function markUnsure(mark: Mark | null, isUnsure: boolean): Mark | null {
	return mark && isUnsure ? {...mark, unsure: true} : mark;
}

function readDashed(release: Release): Mark | null {
	const dash = firstCount(release, dashed, release.start + 1);
	if (dash) {
		const behind = release.text.slice(dash.index + dash[0].length);
		return markUnsure(toCount(dash), !release.hasGroup && yearBehind.test(behind));
	}
	const before = firstCount(release, dashedBeforeWords, release.start + 1);
	const mark = before && (countBehindWords(release, before) ?? toCount(before));
	return markUnsure(mark, !release.hasGroup);
}

/** `Title - 100 Lamps 036-038 [`: a number that words follow is the title's if a padded one or a span ends the name. */
function countBehindWords(release: Release, {1: written = '', 2: list, index}: RegExpExecArray): Mark | null {
	const last = written.startsWith('0') || list !== undefined ? null : lastCount(release, trailing, index + written.length);
	return last && (last[2] !== undefined || last[1]?.startsWith('0')) ? toCount(last) : null;
}

/** `[05]` may directly follow the group. */
function readInBrackets({name, text, start, hasGroup}: Release): Mark | null {
	const rest = text.slice(start);
	const isPicture = (written: string) => lines.test(written) && !otherLines.test(name);
	for (const pattern of hasGroup ? [inSquare, inRound, loneInRound, lastInRound] : [inSquare, inRound, loneInRound]) {
		const found = pattern.exec(rest);
		if (found?.[1] !== undefined && !isYear(found[1]) && !isPicture(found[1])) {
			found.index += start;
			return toCount(found);
		}
	}
	return null;
}

/** `Title Episode 5 1980`: film series have episodes, too, but fewer than ten. */
const maxFilms = 9;
const datedBehind = /^(?:[ ._]{1,2}[([]?|(?=.*(?:blu-?ray|remux|brrip)).{1,60}[ ._([])(?:19|20)\d\d(?!\d)/i;

/** `Title - 045 - Ep 1 of Summer`: the word belongs to the name of the episode. */
const countedBefore = /[ ._]-[ ._](?:0\d|\d{3})\d?(?:v\d)?[ ._]-[ ._]+$/;

const readFirstWord = reading(worded);
const readWorded: Reader = release => {
	const mark = readFirstWord(release);
	if (mark && countedBefore.test(release.text.slice(0, mark.start))) {
		return null;
	}
	const few = mark?.absoluteEpisodes?.every(number => number <= maxFilms) ?? false;
	return markUnsure(mark, few && !release.hasGroup && datedBehind.test(release.text.slice(mark?.end)));
};

const readers: readonly Reader[] = [readWorded, reading(afterSeason), reading(wholeRun), readDashed, readInBrackets];

/** `69. Bölüm`: Turkish shows count without seasons and add the broadcast date. */
export const readNumberBeforeWord: Reader = reading(wordLast);

/** An episode counted from the start of the show, as in anime, marked by a word, a dash or brackets. */
export const readAbsolute: Reader = release => {
	for (const read of readers) {
		const mark = read(release);
		if (mark) {
			return mark;
		}
	}
	return null;
};

/**
 * `Title 05 [`, `Title_26-27_[`, `Title 06 720p`: the last number before brackets, technical words or the end. Decimals
 * such as `1.11` belong to the title, as do numbers before a year in brackets.
 */
const trailing = new RegExp(
	`(?=\\d\\d)(?<![ ._](?:of|von|sur|iz|из)[ ._])(?<=[^\\d ._-][ ._!?)'-]{1,3}|\\d[ ._]|[ ._]s\\d{1,2}-)(?!(?<=(?<!\\d)\\d\\.)\\d\\d )(\\d{2,4}(?:\\.\\d)?)${range}${version}${finished}[ ._]{0,2}(?=[[({「${blank}]|$|(?:complete|batch|web|hdtv|dvd|bd|bluray|raw|dual|multi|(?:sub|true)?french|vost(?:fr|a)?|vf|vo|sub|ger(?:man)?|ita(?:lian)?|uncensored)(?![a-z])|- \\p{L})(?![([](?:19|20)\\d\\d[)\\]])`,
	'giu',
);

/** `[Group] Title 01 Name [`: a zero-padded number between words. */
const amongWords = /(?<=\p{L}[ ._])(0\d{1,2})(?=[ ._]\p{L})/gu;
/** `[Group] Title 212 Name [`: any number. Round hundreds more likely belong to the title. */
const anyAmongWords = /(?<=\p{L}[ ._])((?!\d?\d00[ ._]|(?:480|540|576|720|1080|2160)[ ._])\d{2,4})(?=[ ._]\p{L})/gu;
/** `Title 2 [88F4A7F0]`: with nothing else after it, even a single digit is an episode. */
const beforeChecksum = new RegExp(`(?<=\\p{L}[!?]? )(\\d)(?= ?${blank}{10}$)`, 'gu');

/** `Part 03` and a lone `Season 02` say themselves what they count. */
const partOrSeason = new RegExp(`(?:[ ._-](?:part|pt)|^(?:${seasonWords}))[ ._-]{1,2}$`, 'i');

/** French fansub groups count from the start of the show. */
const fansub = /^(?:v\d)?[ ._](?:sub|vost)/i;

/** Without a group in front, a bare number is absolute only when it cannot contain a season. */
function isPlain(written: string, behind: string): boolean {
	return written.length === 2 || /^0\d\d$|\./.test(written) || fansub.test(behind);
}

function readTrailing(release: Release): Mark | null {
	const {text, start, hasGroup} = release;
	const found = lastCount(release, trailing, start);
	if (!found) {
		return null;
	}
	const [, written = '', last] = found;
	const sure = hasGroup || last !== undefined;
	const plain = sure || isPlain(written, text.slice(found.index + written.length));
	if (!plain || partOrSeason.test(text.slice(0, found.index))) {
		return null;
	}
	const mark = toCount(found);
	// Only episode numbers are zero-padded.
	return mark && !sure && !written.startsWith('0') ? {...mark, unsure: true} : mark;
}

/**
 * A number from the start of the show, recognized only by its position. Without a group in front it may
 * be part of a film title.
 */
export const readBareCount: Reader = release => {
	const trailed = readTrailing(release);
	const among = trailed === null && release.hasGroup ? firstCount(release, amongWords, release.start + 1) : null;
	return trailed ?? (among && toCount(among)) ?? readLastDigit(release);
};

const readLastDigit = reading(beforeChecksum);

/** `标题05`, `标题05：名`: a number attached to a title in another script. */
const behindHan = new RegExp(
	`(?<=[\\u3040-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7af])(0\\d{1,2}|\\d{2,3})(?:-(\\d{2,3}))?(?=[ ._]{0,2}(?:$|[[(${blank}])|(?<=0\\d{1,2})：)`,
	'g',
);

/** `标题 (03)`. */
const inRoundBehindHan = /(?<=[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af] ?)\((\d{1,3})\)(?=$|[ ._])/g;

/** Such a number, which may as well belong to the title. */
export const readCountBehindHan: Reader = release => {
	const found = firstCount(release, behindHan, release.start + 1) ?? firstCount(release, inRoundBehindHan, release.start + 1);
	return found && markUnsure(toCount(found), !found[0].startsWith('0'));
};

/** A fansub group's number between words; used only when nothing clearer is in the name. */
export const readCountAmongWords: Reader = release => {
	const found = release.hasGroup ? firstCount(release, anyAmongWords, release.start + 1) : null;
	return markUnsure(found && toCount(found), true);
};

const year = /^(?:19|20)\d\d$/;

/** Is a number more likely a year than a count? */
function isYear(written: string): boolean {
	return year.test(written);
}

/** The last number of a list such as `01-02-03` or `01v2-03v3`. */
function lastOf(list: string | undefined, first: number): number {
	const numbers = list?.replace(/v\d/gi, '').match(/\d+/g);
	return numbers ? Number(numbers.at(-1)) : first;
}

/** `01+07`, `01 & 02`, `105,106`: these two, and none between them. */
const joined = /^\D*\d{1,4}(?:v\d)?[ ._]?[+&,][ ._]?(?:ep?[ ._]?)?\d/i;

const endOfNumber = ({0: all, 1: written = '', index}: RegExpExecArray) => index + all.indexOf(written) + written.length;

/** A dash with spaces, and the number after it. */
const dashedNumber = /(?:v\d)?[ ._][-–][ ._](?:ep?[ ._]?)?(?<digits>\d+)/iy;
/** What goes on with a name or a total. */
const nameGoesOn = /[ ._]?-\d|[ ._]{1,2}(?:[-–][ ._]|\p{L})/iuy;
/** Most numbers in a list that goes on beyond ten or a hundred without padding. */
const longestUnpadded = 26;

/**
 * ` - 05 - 1984 [`, ` - 05 - 50-50 [`, `Episode 5 - 3 Gulls`, ` - 05 - 12 of 12`: after a dash with spaces, a number
 * that does not look like the last of a list begins the name of the episode. Lists from 1 are no doubt lists.
 */
function beginsName(found: RegExpExecArray, first: number, last: number): boolean {
	const {1: written = '', input, groups} = found;
	const at = endOfNumber(found);
	const dash = matchAt(dashedNumber, input, at);
	if (!dash || /[[({]/.test(found[0].charAt(0)) || (first <= 1 && last > first)) {
		return groups?.['worded'] !== undefined && last < first;
	}
	const {digits = ''} = dash.groups ?? {};
	const isPadded = written.startsWith('0') || digits.startsWith('0');
	const isShort = groups?.['worded'] !== undefined || last - first < longestUnpadded;
	const isAlike = digits.length === written.length || (isShort && !isPadded);
	return !isAlike || last < first || last - first > widestSpan || isAt(nameGoesOn, input, at + dash[0].length);
}

/** Converts a match to a mark. The pattern's first group is the number; its second is the end or the rest of a list. */
function toCount(found: RegExpExecArray): Mark | null {
	const [all, written, list] = found;
	const first = Number(written);
	const place = {start: found.index, end: found.index + all.length};
	if (!Number.isInteger(first)) {
		return {...place, specialAbsoluteEpisodes: [first], special: true};
	}
	const last = lastOf(list, first);
	if (last !== first && beginsName(found, first, last)) {
		return {start: place.start, end: endOfNumber(found), absoluteEpisodes: [first]};
	}
	const absoluteEpisodes = last > first && joined.test(all) ? [first, last] : countRange(first, last);
	const half = found.groups?.['half'] !== undefined;
	return absoluteEpisodes && {...place, absoluteEpisodes, ...(half && {splitEpisode: true})};
}

/** The first match of a global pattern, starting at `from`, whose number is not a year. */
function firstCount({text}: Release, pattern: RegExp, from: number): RegExpExecArray | null {
	pattern.lastIndex = from;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		if (!isYear(found[1] ?? '')) {
			return found;
		}
	}
	return null;
}

/** The last such match. */
function lastCount(release: Release, pattern: RegExp, from: number): RegExpExecArray | null {
	let last = firstCount(release, pattern, from);
	for (let next = last; next; next = firstCount(release, pattern, next.index + next[0].length)) {
		last = next;
	}
	return last;
}
