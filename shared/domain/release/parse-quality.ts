import type {Modifier, ParsedQuality, Resolution, TitleMode} from './parsed-title.ts';
import {isDiscImage, isGermanRemux} from './patterns/disc.ts';
import {type ExtensionRow, suggestedByExtension} from './patterns/extension.ts';
import {findMarks, hasStreamingService, isBehindTitle, type Mark, type Marks} from './patterns/marks.ts';
import {parseRevision} from './patterns/revision.ts';
import type {SourceRow} from './patterns/source.ts';
import {charBefore, splitWords, type Words} from './patterns/words.ts';

type Picture = Pick<ParsedQuality, 'source' | 'resolution' | 'modifier'>;

const silent: Picture = {source: 'unknown', resolution: 0, modifier: 'none'};

/**
 * Source, size, modifier and revision of a release name.
 * `name` comes without a known media extension; `extension` (`.mkv`, lower case, or null) decides only what the name leaves open.
 * A DVD's lines are 480, except for movies, where the field gives a DVD no size.
 */
export function parseQuality(name: string, extension: string | null, mode: TitleMode = 'tv'): ParsedQuality {
	const found = findMarks(splitWords(name));
	const picture = fold(judgePicture(found, suggestedByExtension(extension), extension));
	if (mode === 'movie' && picture.source === 'dvd' && picture.modifier === 'none') {
		picture.resolution = statedLines(found);
	}
	return {...picture, ...parseRevision(found)};
}

/** The field knows no quality of 360 or 540 lines, and 576 only from discs. */
function fold(picture: Picture): Picture {
	const {source, resolution} = picture;
	const odd = resolution === 360 || resolution === 540 || (resolution === 576 && source !== 'bluray' && source !== 'dvd');
	return odd ? {...picture, resolution: 480} : picture;
}

function statedLines({marks}: Marks): Resolution {
	const stated = marks.findLast(({term}) => term.is === 'resolution' && term.stated)?.term;
	return stated?.is === 'resolution' ? stated.lines : 0;
}

function impliedLines(found: Marks): Resolution {
	const implied = found.marks.find(mark => mark.term.is === 'resolution' && !mark.term.stated && !isGroup(found, mark) && !isRestoration(found.words, mark.at))?.term;
	return implied?.is === 'resolution' ? implied.lines : 0;
}

/** A last word behind a dash is a group's name, whatever it says: `x264-FHD`. */
function isGroup({words}: Marks, {at, length}: Mark): boolean {
	return at + length === words.lower.length && charBefore(words, at) === '-';
}

/** `4K Remaster` tells the scan's size, not the picture's. */
function isRestoration({lower}: Words, at: number): boolean {
	return /^(?:re(?:master|stor|scan)|scan|dcp)/.test(lower[at + 1] ?? '');
}

function findSource(found: Marks): SourceRow | null {
	let sure: SourceRow | null = null;
	let unsure: SourceRow | null = null;
	for (const mark of found.marks) {
		const {term} = mark;
		if (term.is !== 'source') {
			continue;
		}
		if (term.sure) {
			sure = term.row;
		}
		if (!term.sure && isBehindTitle(found, mark)) {
			unsure = unsure === null || term.row.name !== 'dvd' ? term.row : unsure;
		}
	}
	if (sure?.source === 'dvd' && (unsure?.name === 'regional' || unsure?.name === 'screener')) {
		return unsure;
	}
	return sure ?? unsure;
}

function saysRemux(found: Marks): boolean {
	return found.marks.some(mark => {
		const before = found.words.lower[mark.at - 1] ?? '';
		return mark.term.is === 'remux' && (!isGroup(found, mark) || before === 'hybrid' || /^\d{3,4}p$/.test(before));
	});
}

function judgePicture(found: Marks, suggested: ExtensionRow | null, extension: string | null): Picture {
	const lines = statedLines(found) || impliedLines(found);
	const source = findSource(found);
	if (found.marks.some(({term}) => term.is === 'rawhd')) {
		return {source: 'tv', resolution: 1080, modifier: 'rawhd'};
	}
	if (source === null) {
		return withoutSource(found, lines, suggested);
	}
	if (source.source === 'bluray') {
		return judgeBluray(found, source, {lines, extension});
	}
	if (source.name === 'hdtv' && hasCodec(found, 'mpeg2')) {
		return {source: 'tv', resolution: 1080, modifier: 'rawhd'};
	}
	return {source: source.source, resolution: lines || untoldLines(found, source), modifier: source.modifier};
}

function hasCodec({marks}: Marks, codec: string): boolean {
	return marks.some(({term}) => term.is === 'codec' && term.codec === codec);
}

const highDefinitionNote = /\[(?:webdl|web-dl|hdtv)\]/i;

function untoldLines({words}: Marks, {name, untold}: SourceRow): Resolution {
	if (name === 'hdtv' && /\bhd[-_. ]tv\b/i.test(words.name)) {
		return 720;
	}
	if (name === 'sdtv' && words.lower.includes('hr')) {
		return 720;
	}
	return (name === 'webdl' || name === 'hdtv') && highDefinitionNote.test(words.name) ? 720 : untold;
}

function judgeBluray(found: Marks, {untold}: SourceRow, {lines, extension}: {lines: Resolution; extension: string | null}): Picture {
	const remux = saysRemux(found) || isGermanRemux(found);
	if (!remux && (isDiscImage(found, lines) || extension === '.iso')) {
		return {source: 'bluray', resolution: 1080, modifier: 'brdisk'};
	}
	if (remux && (lines === 0 || lines >= 1080)) {
		return {source: 'bluray', resolution: lines || 1080, modifier: 'remux'};
	}
	const resolution = hasCodec(found, 'xvid') && lines === 0 ? 480 : lines || untold;
	return {source: 'bluray', resolution, modifier: 'none'};
}

function withoutSource(found: Marks, lines: Resolution, suggested: ExtensionRow | null): Picture {
	if (saysRemux(found) && (lines === 0 || lines >= 1080)) {
		return {source: 'bluray', resolution: lines || 1080, modifier: 'remux'};
	}
	if (hasStreamingService(found) && lines > 0) {
		return {source: 'webdl', resolution: lines, modifier: 'none'};
	}
	if (lines > 0) {
		return {source: suggested === null || suggested.modifier !== 'none' ? 'tv' : suggested.source, resolution: lines, modifier: 'none'};
	}
	if (suggested !== null) {
		return {source: suggested.source, resolution: suggested.resolution, modifier: suggested.modifier};
	}
	const coded = found.marks.some(({term}) => term.is === 'codec');
	return coded ? {source: 'tv', resolution: 480, modifier: 'none' as Modifier} : {...silent};
}
