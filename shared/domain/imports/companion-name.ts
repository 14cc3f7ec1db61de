import {extensionOf, stemOf} from './file-kind.ts';

const languages: Readonly<Record<string, string>> = {
	arabic: 'ar',
	bulgarian: 'bg',
	chinese: 'zh',
	croatian: 'hr',
	czech: 'cs',
	danish: 'da',
	dutch: 'nl',
	english: 'en',
	finnish: 'fi',
	french: 'fr',
	german: 'de',
	greek: 'el',
	hebrew: 'he',
	hindi: 'hi',
	hungarian: 'hu',
	indonesian: 'id',
	italian: 'it',
	japanese: 'ja',
	korean: 'ko',
	norwegian: 'no',
	polish: 'pl',
	portuguese: 'pt',
	romanian: 'ro',
	russian: 'ru',
	serbian: 'sr',
	spanish: 'es',
	swedish: 'sv',
	thai: 'th',
	turkish: 'tr',
	ukrainian: 'uk',
	vietnamese: 'vi',
};
const marks: ReadonlySet<string> = new Set(['forced', 'sdh', 'cc', 'hi']);

/** `2_English.forced` -> `.en.forced`: the form that players expect at the end of a subtitle's name. */
function languageTags(stem: string): string {
	const words = stem.toLowerCase().split(/[^a-z]+/);
	const language = words.map(word => languages[word]).findLast(code => code !== undefined);
	const marked = words.filter(word => marks.has(word));
	return [language, ...new Set(marked)]
		.filter(tag => tag !== undefined)
		.map(tag => `.${tag}`)
		.join('');
}

/**
 * New name of a file that follows a video: the video's new name, then what the file's name adds to the video's old
 * name, then its extension.
 */
export function companionName(companion: string, video: {from: string; to: string}): string {
	const stem = stemOf(companion);
	const own = stemOf(video.from);
	const rest = stem.toLowerCase().startsWith(own.toLowerCase()) ? stem.slice(own.length) : languageTags(stem);
	const tags = /^(?:\.[\p{L}\p{N}-]{1,20}){0,4}$/u.test(rest) ? rest : languageTags(rest);
	return `${stemOf(video.to)}${tags}.${extensionOf(companion)}`;
}

/**
 * In a pack, a file belongs to a video when its name starts with the video's name, or when it is in
 * a folder with that name:
 * `Subs/Show.S01E02-GROUP/2_English.srt`.
 */
export function bearsNameOf(companion: string, video: string): boolean {
	const name = stemOf(video).toLowerCase();
	const folder = companion.split('/').at(-2) ?? '';
	const stem = stemOf(companion).toLowerCase();
	// `S01E1` must not match the beginning of `S01E10`.
	const isLonger = /^[\p{L}\p{N}]/u.test(stem.slice(name.length));
	return (stem.startsWith(name) && !isLonger) || folder.toLowerCase() === name;
}
