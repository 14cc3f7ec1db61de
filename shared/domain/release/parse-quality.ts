import type {ParsedQuality, Resolution, TitleMode} from './parsed-title.ts';
import {hasCodec, type Marks} from './patterns/marks/marks.ts';
import type {SourceRow} from './patterns/marks/source.ts';
import {isDiscImage, isGermanRemux, saysRemux} from './patterns/quality/disc.ts';
import {suggestedByExtension} from './patterns/quality/extension.ts';
import {findSource, hasStreamingService} from './patterns/quality/find-source.ts';
import {findLines} from './patterns/quality/lines.ts';
import {parseRevision} from './patterns/quality/revision.ts';

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
	return {source: row.source, resolution: rounded(lines) || untoldLines(found, row), modifier: row.modifier};
}

/** Except for discs, there are no qualities between 480 and 720 lines, and none below 480. */
function rounded(lines: Resolution): Resolution {
	return lines > 0 && lines < 720 ? 480 : lines;
}

/** Words whose spelling implies high definition: `HD TV` as two words, and the tags `[WEB]` and `[HDTV]`. */
const highDefinition = /[-_. ]hd[-_. ]tv(?![a-z])|\[(?:web(?:-?dl)?|hdtv)\]|[-_. ]hr[-_. ]ws[-_. ]/i;

function untoldLines({words}: Marks, {source, untold}: SourceRow): Resolution {
	return (source === 'webdl' || source === 'tv') && highDefinition.test(words.name) ? 720 : untold;
}

/** Each kind of DVD has one quality, whatever resolution the name claims: an upscaled DVD is still a DVD. */
function judgeDvd({found, extension, mode}: Clues, {source, modifier, untold}: SourceRow): Picture {
	if (modifier === 'none' && (extension === '.iso' || saysRemux(found))) {
		return {source, resolution: untold, modifier: 'remux'};
	}
	return {source, resolution: mode === 'movie' && modifier === 'none' ? 0 : untold, modifier};
}

function judgeBluray({found, lines, extension, mode}: Clues, {source, untold}: SourceRow): Picture {
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
	return {source, resolution: hasCodec(found, 'xvid') ? 480 : untold, modifier: 'none'};
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
