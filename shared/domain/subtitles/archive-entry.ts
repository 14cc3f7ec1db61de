import {extensionOf, kindOf, partOf, stemOf} from '../imports/sort-files.ts';
import {toSubtitleLanguage} from '../languages/language-words.ts';
import {namesCommentary} from '../languages/subtitle-tags.ts';
import type {SubtitleKind} from '../media/subtitle.ts';
import {parseTitle} from '../release/parse-title.ts';
import type {SubtitleCriteria} from './found-subtitle.ts';

export interface ArchiveEntry {
	/** With its folders, separated by `/`. */
	path: string;
	/** Bytes. */
	size: number;
}

export type Wanted = Pick<SubtitleCriteria, 'episode' | 'releaseName'> & Pick<SubtitleKind, 'language'> & Partial<SubtitleKind>;
type ChosenEntry<Entry> = {entry: Entry} | {fault: string};

/** Formats, the best first. Text files are subtitles now and then. */
const extensions = ['srt', 'ass', 'ssa', 'vtt', 'sub', 'txt'];
const forHearing = /(?:^|[^a-z])(?:hi|sdh|cc|hearing[ ._-]?impaired)(?:[^a-z]|$)/i;
const partial = /(?:^|[^a-z])(?:forced|foreign|signs|songs)(?:[^a-z]|$)/i;

/** The subtitle of an archive that fits what is wanted, or why none can be chosen. */
export function chooseEntry<Entry extends ArchiveEntry>(entries: readonly Entry[], wanted: Wanted): ChosenEntry<Entry> {
	const subtitles = subtitlesAmong(entries);
	if (subtitles.length === 0) {
		const nested = entries.some(({path}) => kindOf(path) === 'archive');
		return {fault: nested ? 'it holds further archives, which are not unpacked' : 'there is no subtitle in it'};
	}
	const fitting = wanted.episode === null ? withoutParts(subtitles) : ofEpisode(subtitles, wanted.episode);
	if ('fault' in fitting) {
		return fitting;
	}
	return theBest(fitting.entries, wanted);
}

type Fitting<Entry> = {entries: Entry[]} | {fault: string};

function subtitlesAmong<Entry extends ArchiveEntry>(entries: readonly Entry[]): Entry[] {
	// With an `.idx` file next to it, a `.sub` file holds pictures.
	const pictures = new Set(entries.filter(({path}) => extensionOf(path) === 'idx').map(({path}) => stemOf(path).toLowerCase()));
	const isText = ({path, size}: Entry) =>
		size > 0 &&
		extensions.includes(extensionOf(path)) &&
		!/(?:^|\/)(?:__MACOSX\/|\.)/.test(path) &&
		!(extensionOf(path) === 'sub' && pictures.has(stemOf(path).toLowerCase()));
	const found = entries.filter(isText);
	const certain = found.filter(({path}) => extensionOf(path) !== 'txt');
	const texts = certain.length > 0 ? certain : found;
	const ofFilm = texts.filter(({path}) => !namesCommentary(stemOf(path)));
	return ofFilm.length > 0 ? ofFilm : texts;
}

function withoutParts<Entry extends ArchiveEntry>(entries: readonly Entry[]): Fitting<Entry> {
	const whole = entries.filter(({path}) => partOf(path) === null);
	if (whole.length === 0 && entries.length > 1) {
		return {fault: 'it holds a film in parts, and its file is whole'};
	}
	return {entries: whole.length > 0 ? whole : [...entries]};
}

function ofEpisode<Entry extends ArchiveEntry>(
	entries: readonly Entry[],
	episode: NonNullable<SubtitleCriteria['episode']>,
): Fitting<Entry> {
	const fits = entries.map(entry => ({entry, fit: episodeFit(entry.path, episode)}));
	for (const wanted of ['this', 'compact', 'among others'] as const) {
		const found = fits.filter(({fit}) => fit === wanted).map(({entry}) => entry);
		if (found.length > 0) {
			return {entries: found};
		}
	}
	const unsaid = fits.filter(({fit}) => fit === 'unsaid').map(({entry}) => entry);
	if (unsaid.length === 1 || (unsaid.length > 0 && fits.every(({fit}) => fit === 'unsaid') && sameStem(unsaid))) {
		return {entries: unsaid};
	}
	const {seasonNumber, episodeNumber} = episode;
	return {fault: `it holds nothing for season ${seasonNumber}, episode ${episodeNumber}`};
}

/** Several formats of one subtitle. */
function sameStem(entries: readonly ArchiveEntry[]): boolean {
	return new Set(entries.map(({path}) => stemOf(path).toLowerCase())).size === 1;
}

function theBest<Entry extends ArchiveEntry>(entries: readonly Entry[], wanted: Wanted): ChosenEntry<Entry> {
	const [only, another] = entries;
	if (only && !another) {
		return {entry: only};
	}
	const release = wordsOf(wanted.releaseName ?? '');
	const ranked = entries.map(entry => ({entry, rank: rankOf(entry, wanted, release)})).sort((a, b) => compareRanks(b.rank, a.rank));
	const best = ranked.filter(({rank}) => compareRanks(rank, ranked[0]?.rank ?? []) === 0);
	const [first] = best;
	if (!first || (first.rank[0] ?? -1) < 0) {
		return {fault: 'all of its subtitles are in other languages'};
	}
	if (!areNumbered(best.map(({entry}) => entry))) {
		const names = ranked.slice(0, 5).map(({entry}) => entry.path);
		return {fault: `it is unclear which of its subtitles fits: ${names.join(', ')}`};
	}
	return {entry: best.map(({entry}) => entry).sort((a, b) => (a.path < b.path ? -1 : 1))[0] ?? first.entry};
}

/** `2_English.srt` and `3_English.srt` were made for the same video. */
function areNumbered(entries: readonly ArchiveEntry[]): boolean {
	return (
		new Set(
			entries.map(({path}) =>
				stemOf(path)
					.toLowerCase()
					.replace(/^\d{1,2}_/, ''),
			),
		).size <= 1
	);
}

/** The most important criterion comes first. */
function rankOf({path}: ArchiveEntry, {language, forced = false, hearingImpaired = false}: Wanted, release: ReadonlySet<string>): number[] {
	const stem = stemOf(path);
	const shared = [...wordsOf(stem)].filter(word => release.has(word)).length;
	const isPartial = partial.test(stem) === forced ? 1 : 0;
	const isForHearing = forHearing.test(stem) === hearingImpaired ? 1 : 0;
	return [languageFit(path, language), isPartial, shared, isForHearing, -extensions.indexOf(extensionOf(path))];
}

function compareRanks(a: readonly number[], b: readonly number[]): number {
	return a.map((value, index) => value - (b[index] ?? 0)).find(difference => difference !== 0) ?? 0;
}

function wordsOf(name: string): Set<string> {
	return new Set(name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** What may follow the language: `Film.en.hi.srt`, `Film.eng.2.srt`. */
const mark = /^(?:hi|cc|sdh|forced|foreign|full|default|normal|signs|\d{1,2})$/;

/** 2 when the name of an entry says the wanted language, 1 for another region of it, 0 when it says none, else -1. */
function languageFit(path: string, wanted: string): number {
	const said = languageOf(path);
	if (said === null) {
		return 0;
	}
	const base = (code: string) => code.split('-')[0];
	if (said === wanted) {
		return 2;
	}
	return base(said) === base(wanted) ? 1 : -1;
}

/** The language at the end of the name, or else of a folder: `Film.en.srt`, `2_English.srt`, `pt-BR/Film.srt`. */
function languageOf(path: string): string | null {
	const parts = path.split('/');
	const stem = (parts.at(-1) ?? '').replace(/\.[^.]{1,5}$/, '');
	const words = stem.split(/[\s._()[\]]+/).filter(word => word !== '');
	const last = words.findLast(word => !mark.test(word.toLowerCase())) ?? '';
	return (
		toSubtitleLanguage(last) ??
		parts
			.slice(0, -1)
			.map(toSubtitleLanguage)
			.findLast(code => code !== null) ??
		null
	);
}

type Episode = NonNullable<SubtitleCriteria['episode']>;

/**
 * `compact`: its number may mean season and episode. `among others`: one file for several episodes. `unsaid`: the name
 * says nothing about an episode.
 */
type EpisodeFit = 'this' | 'compact' | 'among others' | 'other' | 'unsaid';

/** `02.srt`, `E02.srt`, `02 - The Door.srt`. */
const bareNumber = /^(?:e|ep|episode)?[\s._-]{0,3}(\d{1,4})(?!\d|p)/i;

/** `102` may be the second episode of the first season. */
const compactBase = 100;

/** Whether a file is for an episode, by its name and its folders. */
function episodeFit(path: string, episode: Episode): EpisodeFit {
	const parsed = parseTitle(path, {mode: 'tv', isPath: true});
	const base = path.slice(path.lastIndexOf('/') + 1);
	if (parsed && parsed.season !== null && parsed.episodes.length > 0) {
		const isIn = parsed.season === episode.seasonNumber && parsed.episodes.includes(episode.episodeNumber);
		return verdict(isIn, parsed.episodes.length);
	}
	if (parsed && parsed.absoluteEpisodes.length > 0) {
		const {absoluteEpisodeNumber: absolute, episodeNumber, seasonNumber} = episode;
		const isIn = parsed.absoluteEpisodes.includes(absolute ?? (seasonNumber === 1 ? episodeNumber : -1));
		const isCompact = parsed.absoluteEpisodes[0] === seasonNumber * compactBase + episodeNumber;
		return !isIn && isCompact ? 'compact' : verdict(isIn, parsed.absoluteEpisodes.length);
	}
	const number = bareNumber.exec(base)?.[1];
	if (number === undefined) {
		return 'unsaid';
	}
	return Number(number) === episode.episodeNumber || Number(number) === episode.absoluteEpisodeNumber ? 'this' : 'other';
}

function verdict(isIn: boolean, count: number): EpisodeFit {
	if (!isIn) {
		return 'other';
	}
	return count === 1 ? 'this' : 'among others';
}
