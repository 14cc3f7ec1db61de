import {wordsOf} from '../languages/language-words.ts';
import {readClearly, readTags, type SubtitleTags} from '../languages/subtitle-tags.ts';
import {bearsNameOf, closeness, ownWords, restOf} from './bears-name.ts';
import {extensionOf, stemOf} from './sort-files.ts';

/** Formats by extension; the `.sub` beside an `.idx` belongs to it, alone it is text. */
const formats: Readonly<Record<string, string>> = {
	ass: 'ass',
	idx: 'vobsub',
	smi: 'smi',
	srt: 'srt',
	ssa: 'ssa',
	sub: 'sub',
	sup: 'pgs',
	ttml: 'ttml',
	vtt: 'vtt',
};
/** Folders for subtitles beside a video, in lower case. */
export const subtitleFolders: ReadonlySet<string> = new Set(['subs', 'sub', 'subtitles', 'subtitle']);
/** `S01E02` in a name. */
const episodeNumber = /s\d{1,4}[\s._-]?e\d{1,4}/i;
const yearOrEpisode = /^(?:(?:19|20)\d\d|s\d{1,4}e\d{1,4}(?:e\d{1,4})*)$/;

/** The format that a file's extension tells; null for what is no subtitle. */
export function subtitleFormat(name: string): string | null {
	return formats[extensionOf(name)] ?? null;
}

/**
 * Does a subtitle belong to the video? `relative` is its path below the video's folder, and `others` are the other
 * videos there. The video with the longest name that it bears has it. In a folder with one video, what lies in a folder
 * for subtitles belongs to it, and so does a file named after a language alone.
 */
export function isSubtitleOf(relative: string, video: string, others: readonly string[]): boolean {
	const length = (name: string) => (bearsNameOf(relative, name) ? Math.max(2 * stemOf(name).length, closeness(relative, name)) : 0);
	const longest = Math.max(0, ...others.map(length));
	if (bearsNameOf(relative, video)) {
		return length(video) >= longest;
	}
	if (longest > 0 || others.length > 0 || isOtherEpisode(relative, video)) {
		return false;
	}
	const isInFolder = subtitleFolders.has(relative.split('/')[0]?.toLowerCase() ?? '') && relative.includes('/');
	// `Her.srt` or `It.srt` may be a film.
	return isInFolder || (readClearly(stemOf(relative))?.isName ?? false) || isNamedBriefly(relative, video);
}

/** `Heron.2019.en` beside `Heron.2019.1080p.WEB`: the same up to a year or episode, and then a language at most. */
function isNamedBriefly(relative: string, video: string): boolean {
	const [theirs, ours] = [wordsOf(stemOf(relative)), wordsOf(stemOf(video))];
	const differing = theirs.findIndex((word, index) => word !== ours[index]);
	const same = differing < 0 ? theirs : theirs.slice(0, differing);
	const rest = theirs.slice(same.length).join(' ');
	return same.length > 1 && yearOrEpisode.test(same.at(-1) ?? '') && (rest === '' || readClearly(rest) !== null);
}

function isOtherEpisode(relative: string, video: string): boolean {
	const [theirs, ours] = [episodeNumber.exec(relative)?.[0], episodeNumber.exec(video)?.[0]];
	return theirs !== undefined && ours !== undefined && theirs.toLowerCase() !== ours.toLowerCase();
}

/**
 * Reads a subtitle's path below the folder of its video: `Film.pt-BR.srt`, `Subs/2_English.srt`,
 * `Subs/English/Film.srt`.
 */
export function readSubtitleName(relative: string, video: string): SubtitleTags {
	const rest = restOf(relative, video);
	const tags = readTags(rest ?? `.${ownWords(relative, video)}`);
	const [above = '', folder = ''] = relative.split('/').slice(-3, -1);
	const ofFolder = tags.language === null && subtitleFolders.has(above.toLowerCase()) ? readClearly(folder) : null;
	return {
		language: tags.language ?? ofFolder?.language ?? null,
		forced: tags.forced || (ofFolder?.forced ?? false),
		hearingImpaired: tags.hearingImpaired || (ofFolder?.hearingImpaired ?? false),
	};
}
