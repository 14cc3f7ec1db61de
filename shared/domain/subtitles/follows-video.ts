import {closeness, restOf} from '../imports/bears-name.ts';
import {stemOf} from '../imports/file-kind.ts';
import {readClearly} from '../languages/subtitle-tags.ts';
import {isSubtitleFile} from './subtitle-file.ts';

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
