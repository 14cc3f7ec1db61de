import {countRange, type Mark, type Reader, type Release} from './numbering.ts';
import {episodeWords, seasonWords, spanWords} from './numbering-words.ts';
import {blank} from './technical.ts';

const version = '(?:[ ._]?v\\d)?';
const finished = '(?:[ ._]?(?:end|fin|final|完))?(?:[ ._]?[+&][ ._]?(?:ova|oad|ona|ovd|sp|specials?|movie)s?)?';
const between = `(?:[ ._]?[-~～–&+][ ._]?|[ ._](?:${spanWords})[ ._])`;
const range = `(?:${between}(?:ep?[ ._]?)?(\\d{2,4})(?![\\d.]\\d))?`;
const anyRange = `(?:${between}(?:ep?[ ._]?)?(\\d{1,4})(?![\\d.]\\d))?`;
const outOf = '(?:[ ._](?:of|из|iz|z)[ ._]\\d{1,4})?';

/** `Ep08`, `Episode 56`, `E1206`, `Folge 12`. */
const worded = new RegExp(
	`(?<![a-zа-я\\d])(?:e|#|(?:${episodeWords})[ ._#-]{0,2})(\\d{1,4}(?:\\.\\d)?)${anyRange}${version}(?![a-z\\d])`,
	'i',
);

/** `69. Bölüm`, `12 серия`. */
const wordLast = /(?<![a-zа-я\d])(\d{1,4})()[ .]{0,2}(?:bölüm|bolum|blm|сери[яи]|серія|серії|эпизод|rész|jakso)(?![a-zа-я])/i;

/** ` - 05v2`, `_-_12_`, ` - 01 ~ 10`, ` - 7.5`. */
const dashed = new RegExp(
	`[ ._]{1,2}[-–][ ._]{1,2}#?(\\d{1,4}(?:\\.\\d)?)(?:\\.\\d)?((?:[ ._]?[~～&+-][ ._]?|[ ._](?:${spanWords})[ ._])\\d{2,4}(?:-\\d{2,4}){0,9})?${version}${finished}${outOf}(?=[ ._]{0,2}(?:[-–][ ._]|[[({「${blank}]|$))`,
	'gi',
);

/** The same with words right behind it, which may belong to the title: ` - 100 Years Quest`. */
const dashedBeforeWords = new RegExp(`[ ._]{1,2}[-–][ ._]{1,2}#?(\\d{2,4}(?:\\.\\d)?)()${version}(?=[ ._])`, 'gi');

/** `[05]`, `{01}`, `[01-12]`, `[13完]`. */
const bracketed = new RegExp(
	`[[{](\\d{1,4}(?=[ ._]?(?:-|of|из))|\\d{2,4}(?:\\.\\d)?)${anyRange}${version}${finished}${outOf}[\\]}]|\\((\\d{1,4})(?=[ ._]?[-~])${range}${finished}\\)|\\((\\d{2,3})\\)(?=[ ._]?[[])`,
	'i',
);

/** `Title 01 - 119 [`: with spaces around the dash only a list from 1 is told from a title that ends in a number. */
const wholeRun = new RegExp(
	`(?<=[ ._])(0{0,3}1)(?:[ ._][-~～–][ ._]|[-~](?=\\d\\d))(\\d{2,4})${finished}[ ._]{0,2}(?=[[({「${blank}]|$)`,
	'i',
);

/** `Title S21 999`: more digits than a season has episodes, so they count from the start of the show. */
const afterSeason = /(?<=[ _]s\d{1,2}[ _])(\d{3,4})(?![\da-z])/i;

/** `Title 05 [`, `Title_26-27_[`, `Title 06 720p`: the last number before brackets, words of the release or the end. */
const trailing = new RegExp(
	`(?<=[^\\d ._-][ ._!?)'-]{1,3}|\\d[ ._]|[ ._]s\\d-)(\\d{2,4}(?:\\.\\d)?)${range}${version}${finished}[ ._]{0,2}(?=[[({「${blank}]|$|(?:complete|batch|web|hdtv|dvd|bd|bluray|raw|dual|multi|(?:sub|true)?french|vost(?:fr|a)?|vf|vo|sub|ger(?:man)?|ita(?:lian)?|uncensored)(?![a-z])|- \\p{L})`,
	'giu',
);

/** `[Group] Title 01 Name [`: a padded number among words. */
const amongWords = /(?<=\p{L}[ ._])(0\d{1,2})()(?=[ ._]\p{L})/gu;

const year = /^(?:19|20)\d\d$/;
/** `Part 03` and a lone `Season 02` say what they count. */
const partOrSeason = new RegExp(`(?:[ ._-](?:part|pt)|^(?:${seasonWords}))[ ._-]{1,2}$`, 'i');

/** Numbers of a list such as `01-02-03`: from the first to the last. */
function lastOf(list: string | undefined, first: number): number {
	const numbers = list?.match(/\d+/g);
	return numbers ? Number(numbers.at(-1)) : first;
}

function toMark(found: RegExpExecArray): Mark | null {
	const first = Number(found[1] ?? found[3] ?? found[5]);
	const place = {start: found.index, end: found.index + found[0].length};
	if (!Number.isInteger(first)) {
		return {...place, specialAbsoluteEpisodes: [first], special: true};
	}
	const absoluteEpisodes = countRange(first, lastOf(found[2] ?? found[4], first));
	return absoluteEpisodes && {...place, absoluteEpisodes};
}

function lastMatch({text, start}: Release, pattern: RegExp): RegExpExecArray | null {
	let last: RegExpExecArray | null = null;
	pattern.lastIndex = start;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		if (!year.test(found[1]!)) {
			last = found;
		}
	}
	return last;
}

function firstMatch({text, start}: Release, pattern: RegExp): RegExpExecArray | null {
	pattern.lastIndex = start + 1;
	for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
		if (!year.test(found[1]!)) {
			return found;
		}
	}
	return null;
}

/** French fansubs count from the start of the show. */
const fansub = /^[ ._](?:sub|vost)/i;

/** Without a group in front, a bare number is an absolute one only where no season could be in it. */
function isPlain(written: string, behind: string): boolean {
	return written.length === 2 || /^0\d\d$|\./.test(written) || fansub.test(behind);
}

/** `69. Bölüm`: Turkish shows count without seasons, and put the day of broadcast behind. */
export const readNumberBeforeWord: Reader = release => {
	const found = wordLast.exec(release.text);
	return found && found.index > release.start ? toMark(found) : null;
};

/** An episode counted from the start of the show, as anime does. */
export const readAbsolute: Reader = release => {
	const words = worded.exec(release.text);
	if (words && words.index > release.start) {
		return toMark(words);
	}
	const season = afterSeason.exec(release.text);
	if (season && !year.test(season[1]!)) {
		return toMark(season);
	}
	const run = wholeRun.exec(release.text);
	if (run && run.index > release.start) {
		return toMark(run);
	}
	const dash = firstMatch(release, dashed) ?? firstMatch(release, dashedBeforeWords);
	if (dash) {
		return toMark(dash);
	}
	const bracket = bracketed.exec(release.text.slice(release.start));
	if (bracket && !year.test(bracket[1] ?? bracket[3] ?? bracket[5]!)) {
		bracket.index += release.start;
		return toMark(bracket);
	}
	const bare = lastMatch(release, trailing);
	if (
		bare &&
		(release.hasGroup || bare[2] || isPlain(bare[1]!, release.text.slice(bare.index + bare[1]!.length))) &&
		!partOrSeason.test(release.text.slice(0, bare.index))
	) {
		return toMark(bare);
	}
	const among = release.hasGroup ? firstMatch(release, amongWords) : null;
	return among && toMark(among);
};
