import type {MediaFile} from '../../media/media-file.ts';
import {getQuality} from '../../quality/qualities.ts';
import {parseTitle, parseUnknown} from '../../release/parse-title.ts';
import type {ParsedTitle, Source, TitleMode} from '../../release/parsed-title.ts';

/** What a release name, or a file, says about its origin, as far as it matters for the timing of subtitles. */
export interface ReleaseFacts {
	group: string | null;
	source: Source;
	resolution: number;
	videoCodec: string | null;
	audioCodec: string | null;
	/** The words of its edition that change the length of the film, in a fixed order; empty for the usual one. */
	cut: string;
}

/** The name of a release, read. */
export interface ReadName {
	/** Null when it names no title. */
	parsed: ParsedTitle | null;
	facts: ReleaseFacts;
}

const codecs = (table: Record<string, RegExp>) => (text: string) =>
	Object.entries(table).find(([, pattern]) => pattern.test(text))?.[0] ?? null;

const videoCodecOf = codecs({
	h264: /(?<![a-z\d])(?:[xh][ ._-]?264|avc)(?![a-z\d])/i,
	h265: /(?<![a-z\d])(?:[xh][ ._-]?265|hevc)(?![a-z\d])/i,
	xvid: /(?<![a-z\d])(?:xvid|divx)(?![a-z\d])/i,
	av1: /(?<![a-z\d])av1(?![a-z\d])/i,
	vc1: /(?<![a-z\d])vc-?1(?![a-z\d])/i,
	mpeg2: /(?<![a-z\d])mpeg-?2(?![a-z\d])/i,
});
/** The richer ones first: their names contain those of the others. */
const audioCodecOf = codecs({
	truehd: /true[ ._-]?hd/i,
	dtshd: /dts[ ._-]?(?:hd|x|ma)/i,
	dts: /(?<![a-z\d])dts/i,
	eac3: /(?<![a-z\d])(?:e-?ac-?3|dd[p+]|dolby digital plus)/i,
	ac3: /(?<![a-z\d])(?:ac-?3|dd(?=[ ._-]?\d))/i,
	flac: /(?<![a-z\d])flac/i,
	aac: /(?<![a-z\d])aac/i,
	opus: /(?<![a-z\d])opus/i,
	mp3: /(?<![a-z\d])mp3/i,
});

/** Some sites give nothing but the group: `NOBODY`. */
const groupAlone = /^[\p{L}\d]{2,20}$/u;

/** Reads the name of a release that a subtitle was made for. */
export function readName(name: string, mode: TitleMode): ReadName {
	const parsed = parseTitle(name, {mode});
	const {group, edition, quality} = parsed ?? parseUnknown(name, mode);
	const facts = {
		group: group ?? (groupAlone.test(name.trim()) ? name.trim() : null),
		source: quality.source,
		resolution: quality.resolution,
		videoCodec: videoCodecOf(name),
		audioCodec: audioCodecOf(name),
		cut: cutOf(edition),
	};
	return {parsed, facts};
}

type NamedFile = Pick<MediaFile, 'releaseTitle' | 'releaseGroup' | 'edition' | 'quality' | 'mediaInfo' | 'path'>;

/** What is known of a file: from the name of its release, its own name, and its tracks. */
export function factsOfFile({releaseTitle, releaseGroup, edition, quality, mediaInfo, path}: NamedFile, mode: TitleMode): ReleaseFacts {
	const name = releaseTitle ?? path;
	const options = {mode, isPath: releaseTitle === null};
	const read = parseTitle(name, options) ?? parseUnknown(name, mode, options.isPath);
	const known = getQuality(quality);
	return {
		group: releaseGroup ?? read.group,
		source: read.quality.source === 'unknown' ? known.source : read.quality.source,
		resolution: read.quality.resolution || known.resolution,
		videoCodec: videoCodecOf(mediaInfo?.videoCodec ?? name),
		audioCodec: audioCodecOf(mediaInfo?.audioCodec ?? name),
		cut: cutOf(edition ?? read.edition),
	};
}

/** Words of editions that are longer, shorter or otherwise arranged than the film that was in the cinemas. */
const cuts: readonly (readonly [cut: string, pattern: RegExp])[] = [
	['extended', /extended|\blong\b/i],
	['director', /director/i],
	['producer', /producer/i],
	['final', /final/i],
	['unrated', /unrated|uncut|uncensored/i],
	['ultimate', /ultimate/i],
	['special', /special/i],
	['assembly', /assembly/i],
	['alternative', /alternat|recut|rogue|redux|roadshow|integral|despecialized|fan[-._ ]?edit|workprint|preview/i],
	['international', /international|television|\btv\b/i],
	['joined', /[234]in1/i],
];

/**
 * What an edition says about the length of the film, always in the same words; empty when it says nothing, as
 * `Remastered`, `IMAX` and `Theatrical` do.
 */
function cutOf(edition: string | null): string {
	return edition === null
		? ''
		: cuts
				.filter(([, pattern]) => pattern.test(edition))
				.map(([cut]) => cut)
				.join(' ');
}
