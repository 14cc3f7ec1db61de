import {isBehindLastDash, isBehindTitle} from '../marks/mark-places.ts';
import {isTechnical, type Mark, type Marks} from '../marks/marks.ts';
import {type SourceRow, streamingServices} from '../marks/source.ts';
import {charAfter, charBefore, isUpperCase} from '../marks/words.ts';

/** `x264-UHDTV`: when a source is named earlier, a group at the end may have the name of another one. */
function isGroup({words, marks}: Marks, mark: Mark): boolean {
	return isBehindLastDash(words, mark) && marks.some(({term, at}) => term.is === 'source' && at < mark.at);
}

const numbered = /^(?:s\d|\d{1,2}x\d|e\d)/;

/**
 * `Into.The.Web.Again` is an episode title. The word counts only next to a technical one, in brackets, at
 * the end, or in capitals.
 */
function isPlainWord({words}: Marks, {at, length}: Mark): boolean {
	const next = at + length;
	const before = words.lower[at - 1] ?? '';
	const beside = (at > 0 && isTechnical(words, at - 1) && !numbered.test(before)) || next >= words.lower.length || isTechnical(words, next);
	const enclosed = '[(,/|-'.includes(charBefore(words, at) || '|') || '])'.includes(charAfter(words, at) || '|');
	return !isUpperCase(words, at) && !beside && !enclosed;
}

/** `[sc_tc]`, and `[TC]` of a fansub: simplified and traditional Chinese subtitles. */
const chinese = /\p{Script=Han}/u;

function isSubtitle({words}: Marks, {at, length}: Mark): boolean {
	const {name, lower} = words;
	const alone = name.startsWith('[') && charBefore(words, at) === '[' && charAfter(words, at) === ']';
	return length === 1 && lower[at] === 'tc' && (lower[at - 1] === 'sc' || lower[at + 1] === 'sc' || alone || chinese.test(name));
}

/** `Title.2019.scr`: in lower case at the end, it is the extension of a program, not a screener. */
function isProgram({words}: Marks, {at}: Mark): boolean {
	return words.lower[at] === 'scr' && at === words.lower.length - 1 && charBefore(words, at) === '.' && !isUpperCase(words, at);
}

/**
 * The source in a name: the last sure word, else the last possible word after the title. A screener outweighs the
 * medium it was copied to, and a region outweighs its DVD.
 */
export function findSource(found: Marks): SourceRow | null {
	let sure: SourceRow | null = null;
	let unsure: SourceRow | null = null;
	for (const mark of found.marks) {
		const {term} = mark;
		if (term.is !== 'source' || isGroup(found, mark)) {
			continue;
		}
		if (term.sure) {
			sure = term.row;
			continue;
		}
		const other = isPlainWord(found, mark) || isSubtitle(found, mark) || isProgram(found, mark);
		const meant = isBehindTitle(found, mark) && !other;
		if (meant && (unsure === null || term.row.name !== 'dvd')) {
			unsure = term.row;
		}
	}
	const narrower = unsure?.modifier === 'screener' || (unsure?.modifier === 'regional' && sure?.source === 'dvd');
	return narrower ? unsure : (sure ?? unsure);
}

/** Is there a streaming service's tag after the title? */
export function hasStreamingService({words, titleEnd}: Marks): boolean {
	for (let at = titleEnd; at < words.lower.length; at++) {
		if (streamingServices.has(words.name.slice(words.starts[at], words.ends[at]))) {
			return true;
		}
	}
	return false;
}
