import {isCommentary, type SubtitleTags} from '../languages/subtitle-tags.ts';
import {ownWords, restOf} from './bears-name.ts';
import {extensionOf, stemOf} from './sort-files.ts';
import {readSubtitleName} from './subtitle-name.ts';

/** Regional forms as players write them. */
const written: Readonly<Record<string, string>> = {'pt-br': 'pt-BR', 'zh-tw': 'zh-TW'};

/** `.en.forced`, `.pt-BR.sdh`: the form that players expect at the end of a subtitle's name. */
function languageTags({language, forced, hearingImpaired}: SubtitleTags): string {
	// `.hi` without a language before it would be Hindi.
	const tags = [language && (written[language] ?? language), forced && 'forced', hearingImpaired && 'sdh'];
	return tags.map(tag => (tag ? `.${tag}` : '')).join('');
}

/** Without this word, players would show a commentary as the subtitles of the film. */
function commentaryTag(companion: string, video: string): string {
	return isCommentary(restOf(companion, video) ?? ownWords(companion, video)) ? '.commentary' : '';
}

/**
 * New name of a file that follows a video: the video's new name, then what the file's name adds to the video's old
 * name, then its extension.
 */
export function companionName(companion: string, video: {from: string; to: string}): string {
	const stem = stemOf(companion);
	const own = stemOf(video.from);
	const rest = stem.toLowerCase().startsWith(own.toLowerCase()) ? stem.slice(own.length) : '';
	const isUsual = rest && /^(?:\.[\p{L}\p{N}-]{1,20}){0,4}$/u.test(rest);
	const tags = isUsual ? rest : `${commentaryTag(companion, video.from)}${languageTags(readSubtitleName(companion, video.from))}`;
	return `${stemOf(video.to)}${tags}.${extensionOf(companion)}`;
}
