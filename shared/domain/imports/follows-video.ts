import {readClearly} from '../languages/subtitle-tags.ts';
import {isSubtitleFile} from '../subtitles/subtitle-file.ts';
import {restOf} from './bears-name.ts';
import {stemOf} from './file-kind.ts';

interface Claimed {
	name: string;
	/** Names of the other videos in its folder. */
	others: readonly string[];
}

/**
 * Does a file go wherever this video goes? It has the video's name and a dot behind it; a subtitle may also have its
 * language there in another way: `Film_en.srt`, `film (English).srt`. The video with the longest such name has it.
 */
export function followsVideo(file: string, {name, others}: Claimed): boolean {
	if (!file.startsWith(`${stemOf(name)}.`) && !(isSubtitleFile(file) && endsClearly(file, name))) {
		return false;
	}
	const own = closeness(file, name);
	return !others.some(other => closeness(file, other) > own);
}

/** Is it, but for capitals and the way accents are stored, the video's name? */
export function isNamedLike(folder: string, video: string): boolean {
	return restOf(`${folder}.`, video) === '';
}

function endsClearly(file: string, video: string): boolean {
	const rest = restOf(file, video);
	// `Film 3.en.srt` may be that of another film.
	return rest !== null && (rest === '' || rest.startsWith('.') || readClearly(rest.split('.')[0] ?? '') !== null);
}

/** The longer the name that a file shares with a video, the closer; between equals capitals decide. */
export function closeness(file: string, video: string): number {
	const stem = stemOf(video);
	const isExact = file.slice(file.lastIndexOf('/') + 1).startsWith(stem);
	return restOf(file, video) === null ? 0 : 2 * stem.length + (isExact ? 1 : 0);
}
