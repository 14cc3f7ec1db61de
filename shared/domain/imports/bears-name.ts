import {stemOf} from './sort-files.ts';

/**
 * In a pack, a file belongs to a video when its name starts with the video's name, or when it is in
 * a folder with that name:
 * `Subs/Show.S01E02-GROUP/2_English.srt`.
 */
export function bearsNameOf(companion: string, video: string): boolean {
	const name = folded(stemOf(video));
	const folder = companion.split('/').at(-2) ?? '';
	return restOf(companion, video) !== null || folded(folder) === name;
}

/** What follows the video's name in the name of a file: `.en` in `Film.en.srt`; null when it has another name. */
export function restOf(companion: string, video: string): string | null {
	const [stem, name] = [folded(stemOf(companion)), folded(stemOf(video))];
	const rest = stem.slice(name.length);
	// `S01E1` must not match the beginning of `S01E10`.
	return stem.startsWith(name) && !/^[\p{L}\p{N}]/u.test(rest) ? rest : null;
}

/** The longer the name that a file shares with a video, the closer; between equals capitals decide. */
export function closeness(file: string, video: string): number {
	const stem = stemOf(video);
	const isExact = file.slice(file.lastIndexOf('/') + 1).startsWith(stem);
	return restOf(file, video) === null ? 0 : 2 * stem.length + (isExact ? 1 : 0);
}

/** The words of a file's name without those it begins with like the video: a title may have the name of a language. */
export function ownWords(companion: string, video: string): string {
	const parts = stemOf(companion).split(dividers);
	const theirs = folded(stemOf(video)).split(dividers);
	const same = parts.findIndex((part, index) => folded(part) !== theirs[index]);
	// A name of one word, such as `English`, is more likely a language than a title.
	return same < 0 && parts.length > 1 ? '' : parts.slice(Math.max(same, 0)).join('.');
}

const dividers = /[\s._-]+/;

/** Some systems store letters and their accents apart. */
const folded = (name: string) => name.normalize('NFC').toLowerCase();
