import {closeness, restOf} from '../imports/bears-name.ts';
import {extensionOf, stemOf} from '../imports/sort-files.ts';
import {readClearly} from '../languages/subtitle-tags.ts';
import type {SubtitleKind} from '../media/subtitle.ts';

const extensions: ReadonlySet<string> = new Set('srt ass ssa vtt sub idx sup smi usf ttml dfxp mks'.split(' '));
const folders: ReadonlySet<string> = new Set(['subs', 'sub', 'subtitles', 'subtitle']);

export function isSubtitleFile(name: string): boolean {
	return extensions.has(extensionOf(name));
}

/** Is a folder of this name, beside a video, for its subtitles? */
export function isSubtitleFolder(name: string): boolean {
	return folders.has(name.toLowerCase());
}

interface Named {
	/** File name of the video without its extension. */
	stem: string;
	kind: SubtitleKind;
	format: string;
	/** 1, or more when such a name is taken. */
	number: number;
}

/**
 * Name of a subtitle beside its video. Plex wants the language and its marks right before the extension, so a number
 * comes before them; Jellyfin and Kodi read it in either place.
 */
export function subtitleName({stem, kind: {language, forced, hearingImpaired}, format, number}: Named): string {
	const words = [
		stem,
		number > 1 ? String(number) : null,
		spelled(language),
		forced ? 'forced' : null,
		hearingImpaired ? 'hi' : null,
		format,
	];
	return words.filter(word => word !== null).join('.');
}

/** Players know languages with a region as `pt-BR`. */
function spelled(language: string): string {
	const [code = '', region] = language.split('-');
	return region === undefined ? code.toLowerCase() : `${code.toLowerCase()}-${region.toUpperCase()}`;
}

interface Claimed {
	name: string;
	/** Names of the other videos in its folder. */
	others: readonly string[];
}

/**
 * Does a file move along with this video? It must have the video's name followed by a dot. A subtitle may also give its
 * language in another way: `Film_en.srt`, `film (English).srt`; and a picture its purpose: `Film-thumb.jpg`. It belongs
 * to the video with the longest such name.
 */
export function followsVideo(file: string, {name, others}: Claimed): boolean {
	const isOwn = file.startsWith(`${stemOf(name)}.`) || isPictureOf(file, name);
	if (!isOwn && !(isSubtitleFile(file) && endsClearly(file, name))) {
		return false;
	}
	const own = closeness(file, name);
	return !others.some(other => closeness(file, other) > own);
}

/** Is it the video's name, ignoring case and how accents are encoded? */
export function isNamedLike(folder: string, video: string): boolean {
	return restOf(`${folder}.`, video) === '';
}

function endsClearly(file: string, video: string): boolean {
	const rest = restOf(file, video);
	// `Film 3.en.srt` may be that of another film.
	return rest !== null && (rest === '' || rest.startsWith('.') || readClearly(rest.split('.')[0] ?? '') !== null);
}

/** What players call the pictures of a video, and maybe a number. */
const picture =
	/^-(?:thumb|poster|fanart|backdrop|banner|landscape|cover|keyart|logo|clearlogo|clearart|art|disc|discart|characterart)\d{0,2}\.(?:jpe?g|png|webp|gif|tbn)$/i;

function isPictureOf(file: string, video: string): boolean {
	const stem = stemOf(video);
	return file.startsWith(stem) && picture.test(file.slice(stem.length));
}
