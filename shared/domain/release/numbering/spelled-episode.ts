import {isAt} from '../../text/match-at.ts';
import {markFrom} from './episode.ts';
import {
	episodeRange,
	episodeWords,
	type Mark,
	manyEpisodes,
	ofWords,
	type Reader,
	type Release,
	seasonWords,
	totalWords,
} from './numbering.ts';

/** `Season 1 Episode 2`, `Staffel 1 Folge 2`, `Se.3 afl.3`, `Сезон №2. Серия №14`. */
const spelled = new RegExp(
	`(?<![a-zа-я\\d'’])(?:${seasonWords}|series?|se|s)[ ._:№#-]{0,3}(?<season>\\d{1,4})(?:[ ._]20\\d{6}(?=[ ._]e))?[ ._,:;)\\]/|-]{0,4}[[(]?(?<word>${episodeWords}|e)[ ._:№#-]{0,3}(?<episode>\\d{1,5})(?!\\d)`,
	'i',
);

const ordinalEnd = '(?:-?(?:й|я|ой|ый|ий|ая|th|st|nd|rd|a|[eè]me|re)[ ._]|[ ._ªº°-]{0,2}|ª )[ _]?';
const ordinalSeason = `(?<![a-zа-я\\d])(?<season>\\d{1,2})${ordinalEnd}(?:${seasonWords})`;
const between = '[ ._,:/|)\\]-]{0,4}[[(]?';
/** `1-4 сезоны: 1-40 серии`, `1, 2, 3 сезоны: 24 серии`: the number is the last of several seasons. */
const severalBefore = /(?<!\d)(\d{1,2})(?:[-–]|(?:, ?\d{1,2}){0,20}, ?)$/;
/** `2nd Season (12 episodes)`: the number of them, not one of them. */
const total = new RegExp(`${ordinalSeason}${between}\\d{1,3}(?:${totalWords})`, 'iu');

/** `1. Sezon 5. Bölüm`, `2-й сезон 11-я серия`, `2 сезон: 1-8 серии`. */
const numberFirst = new RegExp(
	`${ordinalSeason}${between}(?<episode>\\d{1,4})(?:(?:, ?\\d{1,4}){0,9}? ?[-–,] ?(?<last>\\d{1,4}))?${ordinalEnd}(?:${episodeWords})(?![a-zа-я])`,
	'i',
);

/** `1ª Temporada Episódio 5`: one number comes before its word, the other after. */
const mixed = new RegExp(`${ordinalSeason}${between}(?:${episodeWords})[ ._]{0,2}(?<episode>\\d{1,4})(?![a-z\\d])`, 'i');

/** `Title 2 Season 1 Episode 3`: a number after the last word shows that words come before their numbers. */
const numberFollows = /^[ ._:№#-]{0,3}(?!(?:19|20)\d\d)\d{1,4}(?![a-z\d])/i;
/**
 * `Title 2 сезон 5 серия 12 Gulls`, `2.Sezon 5.Bolum 12 Gulls`: small letters, or dots where the rest has spaces, show
 * that the words come after their numbers.
 */
const smallWords = /^\d{1,2}[ _]сезон[ _]\d{1,4}[ _](?:сери[яи]|серія)$/;
const dottedWords = /^\d{1,2}\.\p{L}+[ _]\d{1,4}\.\p{L}+$/u;
const capital = /\p{Lu}/u;

/** `1. Sezon`, `2-й сезон`: marked as an ordinal, not just separated by a dot. */
const ordinal = /^\d{1,2}(?:\.[ ._]|-?[йяªº°])/i;

/**
 * `Temporada 2 [Cap.206]`, `[Cap.408_411]`: season and episode in one number. The whole word counts from the start:
 * `Capítulo 105`.
 */
const chapter =
	/(?<![a-z])(?:ca{1,2}p|(?<=\[)cap[ií]tulos?)[ ._]{0,2}(\d{1,2})(\d{2})(?:(?:(?:-| al? )(?:\1)?|[_ ]{1,3}\1)(\d{2}))?(?!\d)/i;

/** `[HDTV][Cap.206]`: brackets before the number are not part of the title, unless they hold a year. */
const tagsBefore = /(?:[ ._-]{0,3}\[(?!(?:19|20)\d\d\])[^[\]]{1,60}\]){1,4}[ ._-]{0,3}\[?$/;

const outOf = new RegExp(`[ ._](?:${ofWords})[ ._]\\d{1,3}(?!\\d)`, 'iy');

/** `Серии: 6 из 12`: the number of episodes released so far. */
function isSoFar(name: string, at: number, word: string): boolean {
	return manyEpisodes.test(word) && isAt(outOf, name, at);
}

/** `The Long Season.2023.E01`: the word ends the title, and the year of the show follows. */
function isYearOfShow(written: string, season: string, word: string): boolean {
	return /^(?:19|20)\d\d$/.test(season) && word.length === 1 && /^\p{L}{3}/u.test(written);
}

function readWords(release: Release): Mark | null {
	const found = spelled.exec(release.text);
	const {season = '', episode = '', word = ''} = found?.groups ?? {};
	// `Title S2 - Ep 5` keeps the season in its title; `[S 2 - Ep 005]` is a mark.
	const isWord = word.length > 2 && !release.hasGroup && /^s0/i.test(found?.[0] ?? '');
	if (
		!found ||
		isYearOfShow(found[0], season, word) ||
		(!isWord && /^s[ ._]?\d+[ _]-[ _]/i.test(found[0]) && release.text.charAt(found.index - 1) !== '[')
	) {
		return null;
	}
	const at = found.index + found[0].length;
	if (isSoFar(release.name, at, word)) {
		const episodes = episodeRange(1, Number(episode));
		return episodes && {start: found.index, end: at, season: Number(season), episodes};
	}
	return markFrom(release, {start: found.index, at, season, episode, style: 'word'});
}

/** In names without capitals, small letters show nothing. */
function isNumberFirst(text: string, {start, end}: {start: number; end: number}): boolean {
	const words = text.slice(start, end);
	return dottedWords.test(words) || (smallWords.test(words) && capital.test(text.slice(0, start)));
}

function readNumberFirst({text}: Release): Mark | null {
	const found = total.test(text) ? null : numberFirst.exec(text);
	const several = found && severalBefore.exec(text.slice(0, found.index));
	const [first, last] = [Number(several?.[1]), Number(found?.groups?.['season'])];
	if (found && several && first < last) {
		const end = found.index + found[0].length;
		return {start: several.index, end, season: first, lastSeason: last, multiSeason: true, fullSeason: true};
	}
	const place = found && {start: found.index, end: found.index + found[0].length};
	if (found && place && (ordinal.test(found[0]) || isNumberFirst(text, place) || !numberFollows.test(text.slice(place.end)))) {
		const {season, episode, last = episode} = found.groups ?? {};
		const episodes = episodeRange(Number(episode), Number(last));
		return episodes && {...place, season: Number(season), episodes};
	}
	return null;
}

function readMixed(release: Release): Mark | null {
	const found = mixed.exec(release.text);
	const {season = '', episode = ''} = found?.groups ?? {};
	return found && markFrom(release, {start: found.index, at: found.index + found[0].length, season, episode, style: 'word'});
}

/** `Episode 14 Le Phare Jaune (saison 2)`: the episode comes before the title, and the season after it. */
const episodeFirst = new RegExp(
	`^(?:${episodeWords})[ ._:№#-]{0,3}(?<episode>\\d{1,4})[ ._:-]{1,3}(?<title>\\p{L}[^\\d]{1,120}?)[ ._-]{1,3}[([]?(?:(?:${seasonWords})[ ._]{0,2}(?<season>\\d{1,2})|(?<before>\\d{1,2})${ordinalEnd}(?:${seasonWords}))(?![\\p{L}\\d])[)\\]]?`,
	'iu',
);

function readEpisodeFirst({text}: Release): Mark | null {
	const found = episodeFirst.exec(text);
	const {episode, title = '', season, before} = found?.groups ?? {};
	return found && {start: 0, end: found[0].length, season: Number(season ?? before), episodes: [Number(episode)], title};
}

/** Such a posting holds at most a dozen episodes. A wider range begins the episode title: `Cap.1927_1984`. */
const longestChapters = 12;

function readChapter({text}: Release): Mark | null {
	const found = chapter.exec(text);
	if (!found) {
		return null;
	}
	const [first, last] = [Number(found[2]), Number(found[3] ?? found[2])];
	const listed = last - first <= longestChapters ? episodeRange(first, last) : null;
	const start = found.index - (tagsBefore.exec(text.slice(0, found.index))?.[0].length ?? 0);
	return {start, end: found.index + found[0].length, season: Number(found[1]), episodes: listed ?? [first]};
}

/** Season and episode spelled out: `Season 1 Episode 2`, `1. Sezon 5. Bölüm`, `[Cap.206]`. */
export const readSpelledEpisode: Reader = release => {
	if (!release.saysSeason) {
		return readChapter(release) ?? readWords(release);
	}
	return readEpisodeFirst(release) ?? readNumberFirst(release) ?? readChapter(release) ?? readWords(release) ?? readMixed(release);
};
