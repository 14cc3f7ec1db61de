import type {MediaInfo} from '../media/media-file.ts';
import type {QualityName, Revision} from '../quality/qualities.ts';
import type {ListValue, TokenValues} from './render.ts';

/** The fields of a file that its name uses. */
export interface NamedFile {
	quality: QualityName;
	revision: Revision;
	/** The later revision is a group's own repack, not a proper. */
	repack: boolean;
	group: string | null;
	edition: string | null;
	/** Names of the formats that the user wants in file names. */
	customFormats: string[];
	mediaInfo: MediaInfo | null;
	releaseTitle: string | null;
	/** The name from the download, without its extension. */
	originalFileName: string | null;
	/** The checksum that names of anime have at their end. */
	releaseHash?: string | null;
	/** With the dot. */
	extension: string;
}

/**
 * Groups write the third version as `REPACK2`. The name must keep it, or the same release would
 * look newer than its file.
 */
function properText({version}: Revision, repack: boolean): string {
	if (version <= 1) {
		return '';
	}
	if (version > 2) {
		return `REPACK${version - 1}`;
	}
	return repack ? 'REPACK' : 'Proper';
}

const joined = (...words: (string | null)[]) => words.filter(word => word).join(' ');

function languageList(codes: readonly string[]): ListValue {
	return {items: [...new Set(codes)].map(code => code.toUpperCase()), joint: '+'};
}

/** English alone goes without saying. */
function foreignList(codes: readonly string[]): ListValue {
	const all = languageList(codes);
	return all.items.join() === 'EN' ? {...all, items: []} : all;
}

const inBrackets = ({items, joint}: ListValue) => items.length > 0 && `[${items.join(joint)}]`;

function mediaInfoValues(info: MediaInfo): TokenValues {
	const audio = foreignList(info.audioLanguages);
	const subtitles = languageList(info.subtitleLanguages);
	const codecs = joined(info.videoCodec, info.audioCodec);
	return {
		mediainfosimple: codecs,
		mediainfofull: joined(codecs, inBrackets(audio) || null, inBrackets(subtitles) || null),
		mediainfovideo: info.videoCodec,
		mediainfoaudio: info.audioCodec,
		mediainfo3d: info.is3d ? '3D' : null,
		mediainfovideocodec: info.videoCodec,
		mediainfovideobitdepth: info.videoBitDepth,
		mediainfovideodynamicrange: info.dynamicRange ? 'HDR' : null,
		mediainfovideodynamicrangetype: info.dynamicRange,
		mediainfoaudiocodec: info.audioCodec,
		mediainfoaudiochannels: info.audioChannels?.toFixed(1) ?? null,
		mediainfoaudiolanguages: audio,
		mediainfoaudiolanguagesall: languageList(info.audioLanguages),
		mediainfosubtitlelanguages: subtitles,
		mediainfosubtitlelanguagesall: subtitles,
		mediainforesolution: info.resolution,
	};
}

const noMediaInfo: MediaInfo = {
	videoCodec: null,
	audioCodec: null,
	audioChannels: null,
	resolution: null,
	videoBitDepth: null,
	dynamicRange: null,
	audioLanguages: [],
	subtitleLanguages: [],
};

/** Values of the tokens that movies and episodes share. */
export function fileValues(file: NamedFile): TokenValues {
	const proper = properText(file.revision, file.repack);
	const real = Array.from({length: file.revision.real}, () => 'REAL').join(' ');
	return {
		qualityfull: joined(file.quality, proper, real),
		qualitytitle: file.quality,
		qualityproper: proper,
		qualityreal: real,
		releasegroup: file.group,
		editiontags: file.edition,
		customformat: {items: file.customFormats, joint: ' '},
		customformats: {items: file.customFormats, joint: ' '},
		releasehash: file.releaseHash ?? null,
		originaltitle: file.releaseTitle ?? file.originalFileName,
		originalfilename: file.originalFileName,
		...mediaInfoValues(file.mediaInfo ?? noMediaInfo),
	};
}

const leadingArticle = /^(?<article>the|a|an) (?<rest>.+)$/i;

/** `The Matrix` as `Matrix, The`. */
export function articleLast(title: string): string {
	const {article, rest} = leadingArticle.exec(title)?.groups ?? {};
	return rest ? `${rest}, ${article}` : title;
}

/** Combines both forms: `Matrix, The` without other punctuation. */
export function cleanArticleLast(title: string): string {
	const {article, rest} = leadingArticle.exec(title)?.groups ?? {};
	return rest ? `${cleanForm(rest)}, ${article}` : cleanForm(title);
}

/** Without punctuation, as release groups write titles; hyphens inside words stay. */
export function cleanForm(title: string): string {
	return title
		.replaceAll('&', ' and ')
		.replace(/['’‘`´]/g, '')
		.replace(/[^\p{L}\p{N}\p{M}-]+/gu, ' ')
		.replace(/(?<=^| )-+|-+(?=$| )/g, '')
		.replace(/ {2,}/g, ' ')
		.trim();
}

/**
 * First letter for folders by letter: in upper case, without a leading article; `_` for anything but a letter or digit.
 */
export function firstCharacter(title: string): string {
	const first = [...articleLast(title).normalize('NFD')][0] ?? '_';
	return /[\p{L}\p{N}]/u.test(first) ? first.toUpperCase() : '_';
}
