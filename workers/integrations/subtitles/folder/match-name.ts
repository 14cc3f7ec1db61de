import {extensionOf} from '#shared/domain/imports/sort-files.ts';
import {toSubtitleLanguage} from '#shared/domain/languages/language-words.ts';
import {cleanTitle, foldTitle} from '#shared/domain/release/clean-title.ts';
import {parseTitle} from '#shared/domain/release/parse-title.ts';
import type {ParsedTitle} from '#shared/domain/release/parsed-title.ts';
import type {FoundSubtitle, SubtitleCriteria} from '#shared/domain/subtitles/found-subtitle.ts';

export type NamedSubtitle = Pick<FoundSubtitle, 'title' | 'year' | 'seasonNumber' | 'episodeNumber'>;

/** Reading a name fully takes a hundred times longer than looking for the title in it. */
export function createTitleFilter({title, originalTitle}: SubtitleCriteria): (relative: string) => boolean {
	const keys = [title, originalTitle ?? ''].map(foldTitle).filter(key => key !== '');
	return relative => {
		const path = cleanTitle(relative);
		const folded = relative.split('/').map(foldTitle).join('/');
		return keys.some(key => path.includes(key) || folded.includes(key));
	};
}

/** What a file is for, if that is the wanted movie or episode; null otherwise. */
export function matchName(relative: string, criteria: SubtitleCriteria): NamedSubtitle | null {
	const {episode} = criteria;
	const parsed = parseTitle(relative, {mode: episode ? 'tv' : 'movie', isPath: true});
	if (!parsed || !isTitle(parsed, criteria)) {
		return null;
	}
	const named = {title: parsed.title, year: parsed.year, seasonNumber: null, episodeNumber: null};
	if (!episode) {
		const isYear = parsed.year === null || criteria.year === null || Math.abs(parsed.year - criteria.year) <= 1;
		return isYear && parseTitle(relative, {mode: 'tv', isPath: true})?.season == null ? named : null;
	}
	const numbers = {...named, seasonNumber: episode.seasonNumber, episodeNumber: episode.episodeNumber};
	if (parsed.season === episode.seasonNumber && parsed.episodes.includes(episode.episodeNumber)) {
		return numbers;
	}
	const count = episode.absoluteEpisodeNumber;
	if (count !== null && parsed.season === null && parsed.absoluteEpisodes.includes(count)) {
		return numbers;
	}
	// Only an archive can hold the episodes of a season.
	const isPack = parsed.fullSeason && !parsed.multiSeason && parsed.season === episode.seasonNumber && extensionOf(relative) === 'zip';
	return isPack ? {...numbers, episodeNumber: null} : null;
}

function isTitle({title, titles, titleWithoutYear}: ParsedTitle, criteria: SubtitleCriteria): boolean {
	const wanted = [criteria.title, criteria.originalTitle ?? ''].map(foldTitle).filter(key => key !== '');
	return [title, ...titles, titleWithoutYear ?? ''].some(name => wanted.includes(foldTitle(name)));
}

/** Letters of the longest code; longer words are names. */
const longestCode = 3;
/** Exports put up to six words after the language: `English.HI.C.updated.Addic7ed.com`. */
const wordsBehindName = 8;
const wordsBehindCode = 3;
const regions: readonly [RegExp, string][] = [
	[/portuguese[ ._-]*\(?bra[sz]il(?:ian)?\)?|(?<![a-z])pt[-_]br(?![a-z])/i, 'pt-br'],
	[/spanish[ ._-]*\(?latin(?:o| ?america)?[a-z ]*\)?|(?<![a-z])es[-_](?:419|la|mx)(?![a-z0-9])/i, 'es-419'],
	[/chinese[ ._-]*\(?traditional\)?|(?<![a-z])zh[-_](?:tw|hk|hant)(?![a-z])/i, 'zh-tw'],
	[/chinese[ ._-]*\(?simplified\)?|(?<![a-z])zh[-_](?:cn|hans)(?![a-z])/i, 'zh'],
];

/** The language that a subtitle file or archive, or one of its folders, names after its release; null if none does. */
export function languageOfName(relative: string): string | null {
	const parts = relative.split('/');
	const stem = (parts.pop() ?? '').replace(/\.[a-z0-9]{2,4}$/i, '');
	const words = stem.split(/[\s._\-()[\]]+/).filter(word => word !== '');
	const behind = words.slice(-wordsBehindName).join(' ');
	const region = regions.find(([pattern]) => pattern.test(stem.slice(-60)))?.[1];
	const named = behind
		.toLowerCase()
		.split(' ')
		.toReversed()
		.map(nameOf)
		.find(code => code !== null);
	const coded = words
		.slice(1)
		.slice(-wordsBehindCode)
		.toReversed()
		.map(codeOf)
		.find(code => code !== null);
	const foldered = parts.toReversed().map(folder => regionOf(folder) ?? toSubtitleLanguage(folder));
	return region ?? coded ?? named ?? foldered.find(code => code !== null) ?? null;
}

function regionOf(folder: string): string | null {
	return regions.find(([pattern]) => pattern.exec(folder)?.[0] === folder)?.[1] ?? null;
}

function codeOf(word: string): string | null {
	return word.length <= longestCode ? toSubtitleLanguage(word) : null;
}

function nameOf(word: string): string | null {
	return word.length > longestCode ? toSubtitleLanguage(word) : null;
}
