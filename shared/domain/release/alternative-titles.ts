import {isLatinTitle} from './east-asian-name.ts';
import type {Numbering} from './numbering/numbering.ts';
import type {Ids, ReleaseTags} from './parse-tags.ts';
import type {ParsedTitle} from './parsed-title.ts';

const alsoKnownAs = /[ ._]?[([]?(?<![a-z])(?:aka|a\.k\.a\.?)(?![a-z])[ ._]+|[ ._]\/[ ._]/i;
/** A quick check that nearly every title fails. */
const mayHaveMore = /[/|]|a\.?k\.?a/i;
const slashed = /[ ._]\/[ ._]/;
const slash = /(?<=[^\d\s]\s?)[ )\]][/|](?=[ ([])|(?<=^[^[\]()]*[\u3400-\u9fff])\/(?=[\u3400-\u9fff])/;

/** The parts of `One AKA Two` and `One / Two`; any other title is its own only part. */
export function splitAlternatives(title: string): string[] {
	if (!mayHaveMore.test(title) || (!alsoKnownAs.test(title) && !slash.test(title))) {
		return [title];
	}
	return title
		.split(alsoKnownAs)
		.flatMap(part => part.split(slash))
		.map(part => part.replace(/[\s)\]]+$/, ''))
		.filter(part => part.trim() !== '');
}

/** `Title (Second Title)`. When a word leads into the brackets or they number a part, they belong to the title. */
const secondInBrackets =
	/^(?<first>.*[^ ._](?<!(?:^|[ ._])(?:and|or|of|the|&)))[ ._]*[([](?!(?:aka|part|pt|vol|chapter|teil|book|episode)(?![a-z])|[^()[\]]*(?:(?:dub|sub)s?[)\]]|字幕|中字|双语|国语|國語|配音))(?<second>(?=[^()[\]]*\p{L}{3})[^()[\]]{4,80})[)\]][ ._]*$/iu;
const known = /a\.?k\.?a/i;

/** Libraries use a film's Latin title if it has one. */
function latinFirst(titles: string[]): string[] {
	return titles.toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
}

const directors = /^\([^()]*\p{Script=Cyrillic}[^()]*\)?[ ._]*$/u;

/** Russian postings put the directors after the titles: `Один / One (Имя Фамилия)`. */
function withoutDirectors(raw: string): string {
	const open = raw.lastIndexOf('(');
	return open > 0 && slashed.test(raw.slice(0, open)) && directors.test(raw.slice(open)) ? raw.slice(0, open).trimEnd() : raw;
}

/** All titles of a film: the main one first, then the others in the name. */
export function movieTitles(written: string): string[] {
	const raw = withoutDirectors(written);
	const parts = splitAlternatives(raw);
	if (parts.length > 1) {
		return known.test(raw) ? [raw, ...parts] : latinFirst(parts);
	}
	const {first, second} = /[([]/.test(raw) ? (secondInBrackets.exec(raw)?.groups ?? {}) : {};
	if (first !== undefined && second !== undefined) {
		return latinFirst([first, second]);
	}
	const scripts = splitScripts(raw) ?? splitTail(raw);
	return scripts ? [scripts.latin, scripts.foreign] : [raw];
}

/** Letters of Chinese, Japanese, Korean, Russian, Greek, Arabic, Hebrew and Thai titles. */
const foreign =
	'\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Cyrillic}\\p{Script=Greek}\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Thai}';
const hasForeign = new RegExp(`[${foreign}]`, 'u');
const lastForeign = new RegExp(`[${foreign}][^${foreign}]*$`, 'u');
/** A quick check that nearly every title fails. */
const beyondAscii = /[^ -~]/;
const latinStart = /[\p{Script=Latin}\d]/u;
const latinWord = /\p{Script=Latin}{2}/u;

/** `Лодочник Part 2` is a single title. */
const numberedPart = /^[ ._-]*(?:part|chapter|vol|volume|book|season|episode|the[ ._]movie)(?![a-z])/i;

/** `标题2 Title II`: a number that is attached to the other title. */
const ownNumber = /^\d{1,4}(?=[ ._])/;

interface TwoScripts {
	latin: string;
	foreign: string;
}

/** Position of the Latin title after the last foreign letter; -1 without one. */
function latinFrom(title: string): number {
	const last = title.search(lastForeign);
	const behind = last + 1 + (ownNumber.exec(title.slice(last + 1))?.[0].length ?? 0);
	const rest = title.slice(behind);
	const start = rest.search(latinStart);
	return last < 0 || start < 1 || !isLatinTitle(rest) || numberedPart.test(rest) ? -1 : behind + start;
}

/** Does a title have letters of a non-Latin script? */
export function isForeign(title: string): boolean {
	return hasForeign.test(title);
}

/**
 * `Тихий берег Silent Shore`, `沉默的海.The.Silent.Sea`: a title in two scripts, the Latin one last;
 * null for any other title.
 */
export function splitScripts(title: string): TwoScripts | null {
	if (!beyondAscii.test(title) || !hasForeign.test(title)) {
		return null;
	}
	const at = latinFrom(title);
	return at < 0 || latinWord.test(title.slice(0, at)) ? null : {latin: withoutNumber(title.slice(at)), foreign: title.slice(0, at)};
}

/** `Тихий берег 2 Silent Shore 2`: the first number belongs to the other title. */
function withoutNumber(latin: string): string {
	return latin.replace(/^(\d{1,2})[ ._]+(?=\D.*[ ._]\1[ ._]*$)/, '');
}

/** `Silent Shore Тихий берег`: the same in reverse order. */
export function splitTail(title: string): TwoScripts | null {
	const at = beyondAscii.test(title) ? title.search(hasForeign) : -1;
	const [latin, foreign] = [title.slice(0, at), title.slice(at)];
	return at < 1 || latin.endsWith('：') || !latinWord.test(latin) || latinWord.test(foreign) ? null : {latin, foreign};
}

/** What the parsers of one name found, each for its own subject. */
interface TitleParts {
	names: Pick<ParsedTitle, 'title' | 'titles' | 'titleWithoutYear' | 'releaseTitle' | 'year'>;
	numbering: Partial<Numbering>;
	possibleSpecial: boolean;
	ids: Ids;
	tags: ReleaseTags;
}

/** Written field by field, because spreading the parts into one object takes longer than parsing the name. */
export function assembleTitle({names, numbering, possibleSpecial, ids, tags}: TitleParts): ParsedTitle {
	return {
		title: names.title,
		titles: names.titles,
		titleWithoutYear: names.titleWithoutYear,
		releaseTitle: names.releaseTitle,
		year: names.year,
		edition: tags.edition,
		group: tags.group,
		hash: tags.hash,
		imdbId: ids.imdbId,
		tmdbId: ids.tmdbId,
		hardcodedSubs: tags.hardcodedSubs,
		season: numbering.season ?? null,
		episodes: numbering.episodes ?? [],
		absoluteEpisodes: numbering.absoluteEpisodes ?? [],
		specialAbsoluteEpisodes: numbering.specialAbsoluteEpisodes ?? [],
		airDate: numbering.airDate ?? null,
		dailyPart: numbering.dailyPart ?? null,
		fullSeason: numbering.fullSeason ?? false,
		partialSeason: numbering.partialSeason ?? false,
		seasonPart: numbering.seasonPart ?? null,
		multiSeason: numbering.multiSeason ?? false,
		lastSeason: numbering.lastSeason ?? null,
		...(numbering.across && {across: numbering.across}),
		seasonExtra: numbering.seasonExtra ?? false,
		splitEpisode: numbering.splitEpisode ?? false,
		special: numbering.special ?? false,
		possibleSpecial,
		languages: tags.languages,
		quality: tags.quality,
	};
}

/** Single letters between dots form an acronym: `U.N.C.L.E.` keeps its dots, `The.Movie` does not. */
const acronym = /(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?![\p{L}\p{N}]))?/gu;
const mayHaveAcronym = /[^ .]\.[^ .]\./;
const keptDot = '\u0002';

function keepDots(found: string): string {
	return found.endsWith('.') ? `${found.replaceAll('.', keptDot)} ` : found.replaceAll('.', keptDot);
}

/** Part of a release name in normal spelling: `The.Man.from.U.N.C.L.E.` becomes `The Man from U.N.C.L.E.`. */
export function toTitleText(piece: string): string {
	const kept = mayHaveAcronym.test(piece) ? piece.replace(acronym, keepDots) : piece;
	const spaced = kept.replace(/[._\s]+/g, ' ');
	return unwrapped(closeBracket(trimTitle(kept === piece ? spaced : spaced.replaceAll(keptDot, '.'))));
}

/** `[标题]`: the whole title in one pair of brackets. */
function unwrapped(title: string): string {
	return title.startsWith('[') && title.indexOf(']') === title.length - 1 ? title.slice(1, -1) : title;
}

/** Cutting inside brackets leaves one opening or closing bracket unmatched. */
function closeBracket(title: string): string {
	const last = title.at(-1);
	if (title.startsWith('[') && !title.includes(']')) {
		return title.slice(1);
	}
	if ((last === ')' && !title.includes('(')) || (last === ']' && !title.includes('['))) {
		return title.slice(0, -1);
	}
	return title.lastIndexOf('(') > title.lastIndexOf(')') ? `${title})` : title;
}

/** Removes separators and half-open brackets that cutting left at both ends. */
function trimTitle(text: string): string {
	let start = 0;
	let end = text.length;
	while (start < end && ' -–_.,:/|~+)]}·、，'.includes(text[start]!)) {
		start++;
	}
	while (end > start && ' -–_,:/|~+([{<·、，：'.includes(text[end - 1]!)) {
		end--;
	}
	return text.slice(start, end);
}
