import type {Modifier, ParsedQuality, Resolution, Source, TitleMode} from '../parsed-title.ts';
import {findSource, hasStreamingService, isDiscImage, isGermanRemux, saysRemux} from './find-source.ts';
import {hasCodec, isBehindLastDash, type Mark, type Marks} from './marks.ts';
import type {SourceRow} from './source.ts';
import {charBefore, isLanguageWord, isUpperCase, isVocabulary, type Words} from './words.ts';

type Picture = Pick<ParsedQuality, 'source' | 'resolution' | 'modifier'>;

interface Clues {
	found: Marks;
	lines: Resolution;
	extension: string | null;
	mode: TitleMode;
}

/**
 * Source, resolution, modifier and revision of a release name by its marks. `extension` (`.mkv`, lower case, or null)
 * only fills in what the name leaves open. `mode` matters in two places: a series' DVD has 480 lines but a movie's has
 * no resolution, and only movies are recognized as discs by their codec.
 */
export function judgeMarks(found: Marks, extension: string | null, mode: TitleMode): ParsedQuality {
	const {source, resolution, modifier} = judgePicture({found, lines: findLines(found), extension, mode});
	const {version, real, repack} = parseRevision(found);
	return {source, resolution, modifier, version, real, repack};
}

function judgePicture(clues: Clues): Picture {
	const {found, lines} = clues;
	const row = findSource(found);
	const broadcast = row?.name === 'hdtv' && hasCodec(found, 'mpeg2');
	if (broadcast || found.marks.some(({term}) => term.is === 'rawhd')) {
		return {source: 'tv', resolution: 1080, modifier: 'rawhd'};
	}
	if (row === null) {
		return judgeWithoutSource(clues);
	}
	if (row.source === 'bluray') {
		return judgeBluray(clues, row);
	}
	if (row.source === 'dvd') {
		return judgeDvd(clues, row);
	}
	return {source: row.source, resolution: rounded(lines) || fallbackLines(found, row), modifier: row.modifier};
}

/** Except for discs, there are no qualities between 480 and 720 lines, and none below 480. */
function rounded(lines: Resolution): Resolution {
	return lines > 0 && lines < 720 ? 480 : lines;
}

/** Words whose spelling implies high definition: `HD TV` as two words, and the tags `[WEB]` and `[HDTV]`. */
const highDefinition = /[-_. ]hd[-_. ]tv(?![a-z])|\[(?:web(?:-?dl)?|hdtv)\]|[-_. ]hr[-_. ]ws[-_. ]/i;

function fallbackLines({words}: Marks, {source, fallback}: SourceRow): Resolution {
	return (source === 'webdl' || source === 'tv') && highDefinition.test(words.name) ? 720 : fallback;
}

/** Each kind of DVD has one quality, whatever resolution the name claims: an upscaled DVD is still a DVD. */
function judgeDvd({found, extension, mode}: Clues, {source, modifier, fallback}: SourceRow): Picture {
	if (modifier === 'none' && (extension === '.iso' || saysRemux(found))) {
		return {source, resolution: fallback, modifier: 'remux'};
	}
	return {source, resolution: mode === 'movie' && modifier === 'none' ? 0 : fallback, modifier};
}

function judgeBluray({found, lines, extension, mode}: Clues, {source, fallback}: SourceRow): Picture {
	const remux = saysRemux(found) || isGermanRemux(found);
	if (!remux && (extension === '.iso' || isDiscImage(found, lines, mode))) {
		return {source, resolution: 1080, modifier: 'brdisk'};
	}
	if (remux && (lines === 0 || lines >= 1080)) {
		return {source, resolution: lines || 1080, modifier: 'remux'};
	}
	if (lines > 0) {
		return {source, resolution: lines === 576 ? lines : rounded(lines), modifier: 'none'};
	}
	return {source, resolution: hasCodec(found, 'xvid') ? 480 : fallback, modifier: 'none'};
}

function judgeWithoutSource({found, lines, extension}: Clues): Picture {
	if (saysRemux(found)) {
		const whole = lines === 0 || lines >= 1080;
		return {source: 'bluray', resolution: whole ? lines || 1080 : rounded(lines), modifier: whole ? 'remux' : 'none'};
	}
	const suggested = suggestedByExtension(extension);
	if (lines > 0) {
		const source = hasStreamingService(found) ? 'webdl' : suggested?.source === 'bluray' ? 'bluray' : 'tv';
		return {source, resolution: rounded(lines), modifier: 'none'};
	}
	if (found.marks.some(({term}) => term.is === 'codec' && term.codec !== 'mpeg2')) {
		return {source: 'tv', resolution: 480, modifier: 'none'};
	}
	return suggested ?? {source: 'unknown', resolution: 0, modifier: 'none'};
}

const restoration = /^(?:re(?:master|stor|scan)|scan|dcp)/;

/** `4K Remaster` is the resolution of the scan, not of the picture. */
function isOfPicture({words}: Marks, {at, length}: Mark): boolean {
	return !restoration.test(words.lower[at + length] ?? '');
}

/** `2160p1080p`: the first one is meant. */
function isGlued({lower, starts, ends}: Words, at: number): boolean {
	return ends[at - 1] === starts[at] && /^\d{3,4}[pi]$/.test(lower[at - 1] ?? '');
}

/**
 * The resolution that a name states, the last if there are several; else the one implied by a word such as UHD; else 0.
 */
export function findLines(found: Marks): Resolution {
	let implied: Resolution = 0;
	for (const mark of found.marks.toReversed()) {
		const {term} = mark;
		if (term.is !== 'resolution') {
			continue;
		}
		if (term.stated && !isGlued(found.words, mark.at)) {
			return term.lines;
		}
		if (!isBehindLastDash(found.words, mark) && isOfPicture(found, mark)) {
			implied = term.lines;
		}
	}
	return implied;
}

interface ExtensionRow {
	source: Source;
	resolution: Resolution;
	modifier: Modifier;
	extensions: string[];
}

/**
 * What a file's extension suggests when its name says nothing. `.webm` suggests nothing, because it may have
 * any resolution and source.
 */
const extensionTable: ExtensionRow[] = [
	{
		source: 'tv',
		resolution: 480,
		modifier: 'none',
		extensions: (
			'.m4v .3gp .nsv .ty .strm .rm .rmvb .m3u .ifo .mov .qt .divx .xvid .bivx .nrg .pva .wmv .asf .asx .ogm .ogv .m2v .avi .bin .dat .dvr-ms .mpg .mpeg .mp4 .avc ' +
			'.vp3 .svq3 .nuv .viv .dv .fli .flv .wpl'
		).split(' '),
	},
	{source: 'dvd', resolution: 480, modifier: 'none', extensions: ['.img', '.vob']},
	{source: 'dvd', resolution: 480, modifier: 'remux', extensions: ['.iso']},
	{source: 'tv', resolution: 720, modifier: 'none', extensions: ['.mkv', '.mk3d', '.ts', '.wtv']},
	{source: 'bluray', resolution: 720, modifier: 'none', extensions: ['.m2ts']},
];

const byExtension = new Map(extensionTable.flatMap(row => row.extensions.map(extension => [extension, row] as const)));

/** The row of an extension such as `.mkv` (lower case), or null. */
export function suggestedByExtension(extension: string | null): ExtensionRow | null {
	return extension === null ? null : (byExtension.get(extension) ?? null);
}

type Revision = Pick<ParsedQuality, 'version' | 'real' | 'repack'>;

const letter = {e: 101, p: 112, r: 114, s: 115, v: 118, zero: 48, nine: 57};
/** Words of a release that replaces an earlier one. */
const again = /^(?<word>proper|repack|rerip)(?<times>\d)?$/;
/** Fansub groups write `01v2`, `[v2]` or `2018 v2`; `v2` after a word is part of the title. */
const gluedVersion = /^(?:s\d{1,2}e\d{1,4}|(?:ep?)?\d{1,4})v(?<version>\d)$/;
const loneVersion = /^v(?<version>\d)$/;
/** Resolutions, years, and the end of `H.265`. */
const figures = /^(?:\d{3,4}[pi]|(?:19|20)\d\d|26[45])$/;
const numeric = /^(?:(?:ep?)?\d{1,4}|s\d{1,2}e\d{1,4}|\d{1,2}x\d{2,3}|\d{3,4}[pi])$/;

function fansubVersion({words, titleEnd}: Marks, at: number): number | null {
	const word = words.lower[at] ?? '';
	const glued = gluedVersion.exec(word)?.groups?.['version'];
	if (glued !== undefined) {
		return Number(glued);
	}
	const lone = loneVersion.exec(word)?.groups?.['version'];
	if (lone === undefined) {
		return null;
	}
	const bracketed = words.name[(words.starts[at] ?? 0) - 1] === '[' && words.name[words.ends[at] ?? 0] === ']';
	return bracketed || at > titleEnd || numeric.test(words.lower[at - 1] ?? '') ? Number(lone) : null;
}

/** Does a word describe the release? An episode number does not, because the episode title may follow. */
function isDescribing(words: Words, at: number): boolean {
	const word = words.lower[at];
	return word === undefined || isVocabulary(word) || isLanguageWord(word) || figures.test(word);
}

/** `A Proper Affair` is a title. The word counts only after the title, in capitals, or next to REAL. */
function isMeant({words, titleEnd}: Marks, at: number): boolean {
	const isEnglish = words.lower[at] === 'proper';
	const isInCapitals = isUpperCase(words, at) && words.name !== words.name.toUpperCase();
	const bracketed = '[('.includes(charBefore(words, at) || '.');
	if (!isEnglish || isInCapitals || bracketed || words.lower[at - 1] === 'real') {
		return true;
	}
	if (
		at === words.lower.length - 2 &&
		at >= titleEnd &&
		numeric.test(words.lower[at - 1] ?? '') &&
		words.name[words.ends[at] ?? 0] === '-'
	) {
		return true;
	}
	const before = isDescribing(words, at - 1) || /^\d+$/.test(words.lower[at - 1] ?? '');
	const next = isDescribing(words, at + 1);
	return at >= titleEnd || at + 1 === titleEnd ? before || next : before && next;
}

/** The word after all REALs: `proper` in `REAL.REAL.PROPER`. */
function behindReals(words: readonly string[], at: number): string {
	return words[at + 1] === 'real' ? behindReals(words, at + 1) : (words[at + 1] ?? '');
}

/**
 * Counts PROPER, REPACK, RERIP, REAL and the `v2` of fansubs. REAL counts only in capitals, because
 * it is also a common word.
 */
export function parseRevision(found: Marks): Revision {
	const {words, titleEnd} = found;
	const revision: Revision = {version: 1, real: 0, repack: false};
	for (let at = 0; at < words.lower.length; at++) {
		const word = words.lower[at] ?? '';
		// The first letter decides which patterns can match, because trying all of them on each word is slow.
		const code = word.charCodeAt(0);
		if (code === letter.r && word === 'real') {
			const beside = again.test(behindReals(words.lower, at)) || again.test(words.lower[at - 1] ?? '');
			revision.real += isUpperCase(words, at) && (beside || at > titleEnd) ? 1 : 0;
			continue;
		}
		const repeat = code === letter.p || code === letter.r ? again.exec(word)?.groups : undefined;
		if (repeat !== undefined && isMeant(found, at)) {
			revision.version = Math.max(revision.version, repeat['times'] === undefined ? 2 : Number(repeat['times']) + 1);
			revision.repack ||= repeat['word'] !== 'proper';
			continue;
		}
		if (code === letter.v || code === letter.e || code === letter.s || (code >= letter.zero && code <= letter.nine)) {
			const version = fansubVersion(found, at) ?? revision.version;
			revision.version = version === 0 && revision.version === 1 ? 0 : Math.max(revision.version, version);
		}
	}
	return revision;
}
