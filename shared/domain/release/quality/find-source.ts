import type {TitleMode} from '../parsed-title.ts';
import {hasCodec, isBehindLastDash, isBehindTitle, isTechnical, type Mark, type Marks} from './marks.ts';
import {type SourceRow, streamingServices} from './source.ts';
import {charAfter, charBefore, isUpperCase, type Words} from './words.ts';

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

const discSizes = /^(?:bd|uhd)(?:25|50|66|100|iso)$/;
const discSizeAlone = new Set(['25', '50', '66', '100', 'iso']);
const fullDisc = new Set(['disc', 'disk', 'disc1', 'disc2', 'iso', 'bdmv', 'untouched', 'brdisk', 'brdisc']);
/** Words that an untouched disc never has. */
const reencoded = new Set(['bdrip', 'brrip', '720p', 'mkv', 'wmv', 'd3g', 'bdremux', 'remux', '10bit', 'aac', 'opus', 'flac', 'mp3']);
const linesOnly = /^\d{3,4}p$/;

export function saysRemux({words, marks}: Marks): boolean {
	return marks.some(mark => {
		if (mark.term.is !== 'remux') {
			return false;
		}
		const before = words.lower[mark.at - 1] ?? '';
		if (charBefore(words, mark.at) === '-' && !isTechnical(words, mark.at - 1)) {
			return false;
		}
		return !isBehindLastDash(words, mark) || before === 'hybrid' || linesOnly.test(before);
	});
}

/** By custom, a German Blu-ray with a second sound track and a disc's codec is a remux, not a disc. */
export function isGermanRemux(found: Marks): boolean {
	const {lower} = found.words;
	const dual = lower.includes('ml') || lower.some((word, at) => word === 'dl' && lower[at - 1] !== 'web');
	return dual && lower.includes('german') && !hasCodec(found, 'encoded') && (hasCodec(found, 'stream') || hasCodec(found, 'mpeg2'));
}

const discWords = new Set(['blu', 'bluray', 'bd', 'uhd', '3d', 'disc', 'disk']);

/** `S01.COMPLETE.BLURAY`, and neither `Season 1 Complete BluRay` nor `S01.COMPLETE.BluRay.1080p`. */
function isWholeDisc({name, lower, starts}: Words, at: number): boolean {
	const titleCase = /^[A-Z][a-z]/.test(name.slice(starts[at]));
	return discWords.has(lower[at + 1] ?? '') && !titleCase && !lower.slice(at).some(later => linesOnly.test(later));
}

/** `Complete` and similar words also occur in titles, and a series has complete seasons. */
function namesDisc({words, titleEnd}: Marks, mode: TitleMode): boolean {
	const {lower} = words;
	return lower.some((word, at) => {
		const next = lower[at + 1] ?? '';
		switch (word) {
			case 'br':
				return next === 'disk' || next === 'disc';
			case 'bd':
				return discSizeAlone.has(next) || lower[at - 1] === '3d';
			case 'uhd':
				return discSizeAlone.has(next);
			case 'complete':
			case 'completa':
				return at + 1 >= titleEnd && (mode === 'movie' || isWholeDisc(words, at));
			case 'full':
				return at + 1 >= titleEnd && (mode === 'movie' || discWords.has(next));
			default:
				return (fullDisc.has(word) && at + 1 >= titleEnd) || discSizes.test(word);
		}
	});
}

/**
 * Is a Blu-ray name, one not called an encode or a remux, the image of a whole disc? For movies the codec shows it; for
 * series the codec is not used.
 */
export function isDiscImage(found: Marks, lines: number, mode: TitleMode): boolean {
	const {lower} = found.words;
	if (found.hasEpisode || hasCodec(found, 'encoded') || hasCodec(found, 'xvid') || lower.some(word => reencoded.has(word))) {
		return false;
	}
	if (namesDisc(found, mode)) {
		return true;
	}
	if (mode === 'tv' || (lower.includes('hevc') && (lines === 1080 || lower.includes('german')))) {
		return false;
	}
	return hasCodec(found, 'stream') || hasCodec(found, 'mpeg2');
}
