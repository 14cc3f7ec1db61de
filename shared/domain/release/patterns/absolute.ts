import {between, finished, firstCount, isYear, outOf, range, toCount, version} from './count-form.ts';
import type {Mark, Reader, Release} from './numbering.ts';
import {episodeWords, seasonWords, spanWords} from './numbering-words.ts';
import {blank} from './technical.ts';

const anyRange = `(?:${between}(?:ep?[ ._]?)?(\\d{1,4})(?![\\d.]\\d))?`;

/** `Ep08`, `Episode 56`, `E1206`, `Folge 12`. */
const worded = new RegExp(
	`(?<![a-zа-я\\d])(?:e|#|(?:${episodeWords})[ ._#-]{0,2})(\\d{1,4}(?:\\.\\d(?!\\.\\d))?)${anyRange}${version}(?![a-z\\d])`,
	'gi',
);

/** `69. Bölüm`, `12 серия`. */
const wordLast = /(?<![a-zа-я\d])(\d{1,4})(?:[ .]{0,2}|-?[йяа] )(?:bölüm|bolum|blm|сери[яи]|серія|серії|эпизод|rész|jakso)(?![a-zа-я])/gi;

/** ` - 05v2`, `_-_12_`, ` - 01 ~ 10`, ` - 7.5`. */
const dashed = new RegExp(
	`[ ._]{1,2}[-–][ ._]{1,2}#?(\\d{1,4}(?:\\.\\d)?)(?:\\.\\d)?((?:[ ._]?[~～&+-][ ._]?|[ ._](?:${spanWords})[ ._])\\d{2,4}(?:-\\d{2,4}){0,9})?${version}${finished}${outOf}(?=[ ._]{0,2}(?:[-–][ ._]|[[({「${blank}]|$))`,
	'gi',
);

/** The same with words right behind it, which may belong to the title: ` - 100 Years Quest`. */
const dashedBeforeWords = new RegExp(`[ ._]{1,2}[-–][ ._]{1,2}#?(\\d{2,4}(?:\\.\\d)?)([-~]\\d{2,4})?${version}(?=[ ._])`, 'gi');

/** `[05]`, `{01}`, `[01-12]`, `[13完]`. */
const inSquare = new RegExp(`[[{](\\d{1,4}(?=[ ._]?(?:-|of|из))|\\d{2,4}(?:\\.\\d)?)${anyRange}${version}${finished}${outOf}[\\]}]`, 'i');
/** `(01-12)`, and `(12) [` alone. */
const inRound = new RegExp(`\\((\\d{1,4})(?=[ ._]?[-~])${range}${finished}\\)`, 'i');
const loneInRound = /\((\d{2,3})\)(?=[ ._]?[[])/;

/** `Title 01 - 119 [`: with spaces around the dash only a list from 1 is told from a title that ends in a number. */
const wholeRun = new RegExp(
	`(?<=[ ._])(0{0,3}1)(?:[ ._][-~～–][ ._]|[-~](?=\\d\\d))(\\d{2,4})${finished}[ ._]{0,2}(?=[[({「${blank}]|$)`,
	'gi',
);

/** `Title S21 999`: more digits than a season has episodes, so they count from the start of the show. */
const afterSeason = new RegExp(`(?=\\d{3})(?<=[ _](?:s|(?:${seasonWords})[ _])\\d{1,2}[ _])(\\d{3,4})(?![\\da-z])`, 'gi');

/** Films have such numbers in their titles, too, and a year behind them. */
const yearBehind = /^[ ._]{0,2}[([](?:19|20)\d\d[)\]]/;

/** The first number of a pattern that does not open the title. */
function reading(pattern: RegExp): Reader {
	return release => {
		const found = firstCount(release, pattern, release.start + 1);
		return found && toCount(found);
	};
}

/** Where no group stands in front, the number may be a film's. */
function told(mark: Mark | null, unsure: boolean): Mark | null {
	return mark && unsure ? {...mark, unsure} : mark;
}

function readDashed(release: Release): Mark | null {
	const dash = firstCount(release, dashed, release.start + 1);
	if (dash) {
		const behind = release.text.slice(dash.index + dash[0].length);
		return told(toCount(dash), !release.hasGroup && yearBehind.test(behind));
	}
	const before = firstCount(release, dashedBeforeWords, release.start + 1);
	return before && told(toCount(before), !release.hasGroup);
}

/** `[05]` may stand right behind the group. */
function readInBrackets({text, start}: Release): Mark | null {
	const rest = text.slice(start);
	for (const pattern of [inSquare, inRound, loneInRound]) {
		const found = pattern.exec(rest);
		if (found?.[1] !== undefined && !isYear(found[1])) {
			found.index += start;
			return toCount(found);
		}
	}
	return null;
}

/** `Title Episode 5 1980`: films have episodes, too, but fewer than ten. */
const mostFilms = 9;
const datedBehind = /^(?:[ ._]{1,2}[([]?|(?=.*(?:blu-?ray|remux|brrip)).{1,60}[ ._([])(?:19|20)\d\d(?!\d)/i;

const readFirstWord = reading(worded);
const readWorded: Reader = release => {
	const mark = readFirstWord(release);
	const few = mark?.absoluteEpisodes?.every(number => number <= mostFilms) ?? false;
	return told(mark, few && !release.hasGroup && datedBehind.test(release.text.slice(mark?.end)));
};

const readers: readonly Reader[] = [readWorded, reading(afterSeason), reading(wholeRun), readDashed, readInBrackets];

/** `69. Bölüm`: Turkish shows count without seasons, and put the day of broadcast behind. */
export const readNumberBeforeWord: Reader = reading(wordLast);

/** An episode counted from the start of the show, as anime does, and marked as such by a word, a dash or brackets. */
export const readAbsolute: Reader = release => {
	for (const read of readers) {
		const mark = read(release);
		if (mark) {
			return mark;
		}
	}
	return null;
};
