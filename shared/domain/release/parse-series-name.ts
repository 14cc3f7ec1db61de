import {assembleTitle, splitAlternatives, splitScripts, toTitleText} from './alternative-titles.ts';
import {bracketedTitle, eastAsianTitles, latinPart} from './bracketed-name.ts';
import {cleanTitle} from './clean-title.ts';
import {splitYearInFront} from './east-asian-name.ts';
import {descriptionStart, noteInBrackets, shoutedNote} from './movie-tags.ts';
import {pairInFront} from './numbering/compact-number.ts';
import {episodeRange, type Mark, type Release, seasonWords} from './numbering/numbering.ts';
import {readShow} from './numbering/read-show.ts';
import {splitSpecial, tellsSpecial} from './numbering/special.ts';
import {blank, blankTechnical} from './numbering/technical.ts';
import {fromHan} from './numbering/written-number.ts';
import {parseIds, parseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';
import {toPlainName} from './prepare-name.ts';
import {isVocabulary} from './quality/words.ts';
import {splitYear} from './year.ts';

/**
 * A pack or an unnumbered file that is called a special may belong to season 0. So may a nameless one, and
 * an episode 0 of a season.
 */
function mayBeSpecial({season, episodes = [], airDate}: Mark, special: boolean, title: string): boolean {
	const nameless = title === '' && !airDate && (episodes.length === 0 || season === 0);
	return nameless || special || (episodes.length === 1 && episodes[0] === 0);
}

/** When one of the titles is in Latin script, libraries use that one. */
function latinFirst(titles: string[]): string[] {
	if (titles.length < 2) {
		return titles;
	}
	const latin = titles.find(title => /[a-z]{2}/i.test(title) && !/\p{Script=Cyrillic}/u.test(title));
	return latin === undefined ? titles : [latin, ...titles.filter(title => title !== latin)];
}

/**
 * `[Group] Romaji (English Words) S02E05`: a title of several words in brackets is the same one in another language.
 * Without a season it may be that of a later part of the show.
 */
const inBothLanguages = /^(?<first>\p{L}[^()]*[^() ]) \((?<second>\p{L}[^()\d]* [^()\d]*)\)(?<behind> S\d{1,2})?$/u;

function othersOf({hasGroup, name, start}: Release, {start: end, season}: Mark, titles: string[]): string[] {
	const [only = '', ...more] = titles;
	if (!hasGroup || more.length > 0) {
		return [];
	}
	const {first, second, behind = ''} = inBothLanguages.exec(only)?.groups ?? {};
	const hasSeason = season !== undefined || behind !== '';
	const bracketed = first !== undefined && second !== undefined && hasSeason ? [first + behind, second + behind] : [];
	const others = [...bracketed, ...eastAsianTitles(name.slice(start, end), only, season !== undefined)].map(toTitleText);
	return others.filter(other => cleanTitle(other) !== cleanTitle(only));
}

interface SeriesTitles {
	titles: string[];
	/** The title says that its number counts specials. The last of its titles leaves out the word for them. */
	special: boolean;
}

function readTitles(release: Release, mark: Mark): SeriesTitles {
	const raw = rawSeriesTitle(release, mark);
	const {title, special} = mark.absoluteEpisodes ? splitSpecial(raw) : {title: raw, special: false};
	const plain = special ? [toTitleText(title)] : [];
	const named = splitAlternatives(raw);
	const scripts = named.length === 1 ? splitScripts(raw) : null;
	const parts = scripts ? [scripts.latin, scripts.foreign] : named;
	const all = [...parts, ...(mark.moreTitles ?? []), ...withEnd(release, mark, raw)].map(part =>
		toTitleText(mark.season ? part.replace(broadcastAtEnd, '') : part),
	);
	const titles = latinFirst(all);
	return {titles: [...titles, ...othersOf(release, mark, titles), ...plain], special};
}

/** Nobody numbers episodes this high within a season without naming the season. */
const highestPlainEpisode = 99;

/** `Season 1/05-06 Name.mkv`: two episodes of the folder's season rather than one of season 5. */
function pairOfFolder(mark: Mark, folderSeason: number, name: string): Mark | null {
	const pair = mark.start === 0 && mark.unsure && mark.season !== folderSeason ? pairInFront(name) : null;
	const episodes = pair && episodeRange(...pair);
	return episodes && {...mark, season: folderSeason, episodes};
}

/**
 * `Season 2/Title - E07.mkv`: when the file has no season, the folder gives it. A group's count may continue across
 * seasons, and so may any other high count: both must lead into the folder's season.
 */
function inFolder(mark: Mark, folderSeason: number | null, {hasGroup, name, start}: Release): Mark {
	if (folderSeason === null) {
		return mark;
	}
	if (mark.seasonImplied) {
		return {...mark, season: folderSeason};
	}
	const {absoluteEpisodes: counted = []} = mark;
	if (hasGroup && mark.season === undefined && counted.length > 0 && !englishSeason.test(name.slice(start, mark.start))) {
		return {...mark, season: folderSeason};
	}
	if (hasGroup || mark.season !== undefined || counted.length === 0) {
		return pairOfFolder(mark, folderSeason, name) ?? mark;
	}
	const withinSeason = counted.every(number => number <= highestPlainEpisode);
	return {...mark, season: folderSeason, ...(withinSeason && {episodes: counted, absoluteEpisodes: []})};
}

interface NamedFile {
	extension: string | null;
	folderSeason: number | null;
}

/** Parses a show's release name without extension; null when it has no episode, season or date. */
export function parseSeriesName(releaseTitle: string, {extension, folderSeason}: NamedFile): ParsedTitle | null {
	const front = splitYearInFront(toPlainName(releaseTitle));
	const show = readShow(front.rest);
	if (!show) {
		return null;
	}
	const {plain, release, mark: written} = show;
	const counted = withSeasonOfTitle(written, release);
	const mark = inFolder(counted, folderSeason, release);
	const {titles, special: countsSpecials} = readTitles(release, mark);
	const title = titles[0] ?? '';
	const {withoutYear, year} = splitYear(title);
	const behind = release.name.slice(Math.max(mark.start, mark.end));
	const special = mark.special === true || countsSpecials || (mark.episodes === undefined && tellsSpecial(behind));
	const rest = release.start > 0 ? release.name.slice(0, release.start) + behind : behind;
	const tags = parseTags({name: plain, rest, extension, mode: 'tv'});
	return assembleTitle({
		names: {title, titles, titleWithoutYear: withoutYear, releaseTitle, year: year ?? firstYear(release, mark) ?? front.year},
		numbering: special ? {...mark, special} : mark,
		possibleSpecial: mayBeSpecial(mark, special, title),
		ids: parseIds(release.name),
		// `[标题][第05集]` names no group.
		tags: tags.group === title ? {...tags, group: null} : tags,
	});
}

const foreignWords = `series|se|${seasonWords.slice(seasonWords.indexOf('|') + 1)}`;
/**
 * A season in any language but English, or in its British form: of the words, only `Season` stays in the title of a
 * count such as `Title Season 2 - 05`.
 */
const foreignSeason = new RegExp(
	`(?<![\\p{L}\\d])(?:(?:${foreignWords})[ ._]{0,2}|t(?=\\d{1,2}[ ._-]*$))(?<behind>\\d{1,2})(?!\\d)|(?<![\\p{L}\\d])(?<before>\\d{1,2})(?:[.ªº°]|[eè]me|e|-?[йя])?[ ._]{0,2}(?:${foreignWords})(?!\\p{L})|第 ?(?<han>[一二三四五六七八九十]{1,3}|\\d{1,2}) ?[季期部]|(?<![\\d-])(?<term>\\d{1,2})[期기](?=[ ._[「]|$)`,
	'iu',
);
const englishSeason = /(?<![a-z\d])(?:s0?|season[ ._])(?<behind>\d{1,2})(?!\d)|(?<![a-z\d])(?<before>\d{1,2})(?:st|nd|rd|th)[ ._]season/i;
/** `Title [TV-2] [1-12 из 12]`, `Название (ТВ-3) / Title`, `Title TV-IV [13 из 13]`: the number of its broadcast. */
const broadcast =
	/[[(](?:tv|тв)[ -]?(?<behind>[1-9]\d?)(?:\+[^[\]()]{1,20})?[\])]|[ ._](?:tv|тв)-(?:(?<bare>[1-9]\d?)|(?<roman>I{1,3}|IV|VI{0,3}))(?=[ ._]*(?:[/[(]|$))/iu;
const broadcastAtEnd = /[ ._[(]+(?:tv|тв)[ -]?(?:[1-9]\d?|I{1,3}|IV|VI{0,3})[\])]?[ ._]*$/iu;
const romans = ['', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII'];
const mayHaveSeason = /[季期部\d]/;

/**
 * `[Group] Title Saison 2 - 05`, `第二季 / Title - 02`, `[标题 第二季][Title][03]`: a season that the title will not
 * have, because it is spelled in another language or is in the half that is left out. Libraries know the title
 * without it.
 */
function withSeasonOfTitle(mark: Mark, release: Release): Mark {
	if (mark.seasonImplied) {
		const {behind} = broadcast.exec(release.name.slice(0, mark.start))?.groups ?? {};
		return behind === undefined ? mark : {...mark, season: Number(behind), seasonImplied: false};
	}
	if (mark.season !== undefined || mark.special || (mark.absoluteEpisodes ?? []).length === 0) {
		return mark;
	}
	const head = release.name.slice(release.start, Math.max(mark.start, release.start));
	if (!mayHaveSeason.test(head)) {
		return mark;
	}
	const english = rawSeriesTitle(release, mark);
	if (englishSeason.test(english)) {
		return mark;
	}
	const {behind, before, bare, roman, han, term} =
		(foreignSeason.exec(head) ?? englishSeason.exec(head) ?? broadcast.exec(head))?.groups ?? {};
	const digits = behind ?? before ?? bare ?? term ?? romans.indexOf(roman?.toUpperCase() ?? '');
	const season = han === undefined ? Number(digits) : fromHan(han);
	return season > 0 ? {...mark, season} : mark;
}

/** `[標題][Title`: the last of several titles in brackets, cut before its closing bracket. */
const lastBracket = /^\[.*?([^[\]]*\p{L}[^[\]]*)\]?$/u;
/** Spaces and brackets, and a date or an episode next to the number that was read. */
const emptyEnd = new RegExp(`(?<![ ._[({${blank}-])(?:[ ._[({-]|${blank}[)\\]}]?)+$`);
const otherNumber = /[ ._-]+(?:(?:19|20)\d\d[ ._-]\d\d[ ._-]\d\d|ep?(?:isode[ ._])?\d{1,4}|\d{1,4}[회화話话集]|第\d{1,4}[期回集话話])$/i;
/** `Title Season 3 S03E05`, `Title 3rd Season S03E05`, `标题 第三季 - 05`. */
const seasonInTitle = new RegExp(
	`(?:[ ._([-]+(?:(?:(?:${seasonWords}|se)[ ._]{0,2}|t)\\d{1,2}|\\d{1,2}(?:st|nd|rd|th|[.ªº°]|[eè]me|e|-?[йя])?[ ._]{0,2}(?:${seasonWords}))|[ ._([-]*(?:第.{1,3}[季期部]|\\d{1,2}[期기]))(?:[\\])]?(?:[ ._]?\\[[^[\\]]*\\])*)$`,
	'i',
);
const complete = /[ ._([-]+(?:the[ ._])?complete(?:[ ._](?:series|seasons?))?[ ._)\]]*$/i;
/** `Title Series 2 - 05`. */
const britishInTitle = /[ ._-]+series[ ._]{1,2}\d{1,2}$/i;
/** `Title (1968) [Group]`, before a number without a group in front. */
const groupBehindYear = /(?<=\((?:19|20)\d\d\)) ?\[[^[\]]{1,30}\]$/;
const miniSeries = /[ ._]*\((?:tv )?mini-?series?\)/i;
/** `[Group][Title] S2 - 05`. */
const bracketBeforeSeason = /^\[([^[\]]*\p{L}{2}[^[\]]*)\][ ._-]*(S\d{1,2})$/u;
const dayInFront = /^\d{6}[ ._]+(?=.*\p{L})/u;
/** `165.Two Words.S08E14`: the words of the title have another separator than its number. */
const countInFront = /^\d{2,4}\.(?=[^ ._]+ [^._]+[ ._-]*$)/;
/** A posting may repeat the name in quotes: `Title s05 - "Title Season 5 Episode 14"`. */
const openQuote = /^(?:[^"]*"[^"]*")*[^"]*"/;
const yearSpan = /(?<!\d)((?:19|20)\d\d)(?: ?[-–~] ?(?:19|20)\d\d(?!\d)| ?[-–~] ?(?:\d\d|present|now)?[)\]])/i;
/** `Title (1994-)`, `Title (1994-95)`. A span of two full years has already been blanked. */
const openSpan = /[ ._]*[([](?:19|20)\d\d ?[-–~] ?(?:\d\d|present|now)?[)\]]$/i;
const never = /$^/;
const digit = /\d/;
const shouted = /[A-Z]{4}$|Ti$|AN$/;

/** Groups zero-pad the season in a title, as in `Title S02`; the show's own name has no padding. */
function shortSeason(title: string): string {
	return title.replace(/(?<=[ ._]s)0(?=\d$)/i, '');
}

function withoutNote(title: string): string {
	if (title.endsWith(')') || title.endsWith(']')) {
		return title.replace(noteInBrackets, '').replace(openSpan, '');
	}
	return shouted.test(title) ? title.replace(shoutedNote, '') : title;
}

/** `Title 05.11.2019 WEB`: only technical words follow a technical number. */
function withoutDescription(blanked: string): string {
	const at = blanked.indexOf(blank);
	const behind =
		at < 1
			? []
			: blanked
					.slice(at)
					.toLowerCase()
					.split(/[^\p{L}\d]+/u);
	return behind.length > 0 && behind.every(word => word === '' || isVocabulary(word)) ? blanked.slice(0, at) : blanked;
}

/** The text before the number, without technical words. */
function titlePiece(piece: string, mark: Mark): string {
	const described = piece.slice(0, descriptionStart(piece));
	if (!digit.test(described)) {
		return withoutNote(described.replace(emptyEnd, ''));
	}
	const length = withoutDescription(blankTechnical(described))
		.replace(emptyEnd, '')
		.replace(otherNumber, '')
		.replace(groupBehindYear, '')
		.replace(mark.season ? seasonInTitle : never, '')
		.replace(mark.season && mark.absoluteEpisodes ? britishInTitle : never, '').length;
	return withoutNote(piece.slice(0, length));
}

function isPack({fullSeason, absoluteEpisodes = []}: Mark): boolean {
	return fullSeason === true || absoluteEpisodes.length > 1;
}

/** The media title before the number, as written, in all its scripts. */
function wholeSeriesTitle({name, start, hasGroup}: Release, mark: Mark): string {
	if (mark.title !== undefined) {
		return shortSeason(mark.season ? mark.title.replace(seasonInTitle, '') : mark.title);
	}
	const quoted = name.includes('"') ? (openQuote.exec(name.slice(0, mark.start))?.[0].length ?? 0) : 0;
	const from = Math.max(Math.min(start, mark.start), quoted);
	const bracketed = hasGroup ? bracketedTitle(name.slice(from, mark.start).replace(/\[$/, '')) : null;
	if (bracketed !== null) {
		return shortSeason(bracketed);
	}
	const raw = titlePiece(name.slice(from, mark.start), mark)
		.replace(dayInFront, '')
		.replace(mark.episodes ? countInFront : never, '');
	const plain = raw.replace(miniSeries, '').replace(isPack(mark) ? complete : never, '');
	return plain.replace(bracketBeforeSeason, '$1 $2');
}

/** The media title before the number, as written; of two scripts, the Latin one. */
function rawSeriesTitle(release: Release, mark: Mark): string {
	const whole = wholeSeriesTitle(release, mark);
	const latin = mark.title === undefined ? latinPart(whole) : whole;
	return release.hasGroup && mark.title === undefined ? shortSeason(lastBracket.exec(latin)?.[1] ?? latin) : latin;
}

/** `标题 PUNCH！`: a single Latin word behind a Chinese title may as well be its end. */
function withEnd(release: Release, mark: Mark, latin: string): string[] {
	const whole = release.hasGroup && /^[^ ._]+$/.test(latin) ? wholeSeriesTitle(release, mark) : latin;
	return whole.length > latin.length && whole.endsWith(latin) && !/[/|[\]]/.test(whole) ? [whole] : [];
}

/** The first year in `Title (1994-2001)`, which is the show's year; the title does not include it. */
function firstYear({name}: Release, {start}: Mark): number | null {
	const found = yearSpan.exec(name.slice(0, start));
	return found && Number(found[1]);
}
