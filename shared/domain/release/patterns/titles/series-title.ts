import type {Mark, Release} from '../episodes/numbering.ts';
import {seasonWords} from '../episodes/numbering-words.ts';
import {blank, blankTechnical} from '../episodes/technical.ts';
import {isVocabulary} from '../marks/vocabulary.ts';
import {latinPart} from './bracketed-name.ts';
import {descriptionStart, noteInBrackets, shoutedNote} from './movie-tags.ts';

/** `[標題][Title`: the last of several titles in brackets, cut before its closing bracket. */
const lastBracket = /^\[.*?([^[\]]*\p{L}[^[\]]*)\]?$/u;
/** Spaces and brackets, and a date or an episode next to the number that was read. */
const emptyEnd = new RegExp(`(?<![ ._[({${blank}-])(?:[ ._[({-]|${blank}[)\\]}]?)+$`);
const otherNumber = /[ ._-]+(?:(?:19|20)\d\d[ ._-]\d\d[ ._-]\d\d|ep?\d{1,4}|\d{1,4}[회화話话集])$/i;
const seasonInTitle = new RegExp(`[ ._([-]+(?:${seasonWords})[ ._]{0,2}\\d{1,2}(?:[\\])]?(?:[ ._]?\\[[^[\\]]*\\])*)$`, 'i');
const complete = /[ ._([-]+(?:the[ ._])?complete(?:[ ._]series)?[ ._)\]]*$/i;
const miniSeries = /[ ._]*\((?:tv )?mini-?series?\)/i;
const dayInFront = /^\d{6}[ ._]+(?=.*\p{L})/u;
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
		.replace(mark.season ? seasonInTitle : never, '').length;
	return withoutNote(piece.slice(0, length));
}

function isPack({fullSeason, absoluteEpisodes = []}: Mark): boolean {
	return fullSeason === true || absoluteEpisodes.length > 1;
}

/** The media title before the number, as written. */
export function rawSeriesTitle({name, start, hasGroup}: Release, mark: Mark): string {
	if (mark.title !== undefined) {
		return shortSeason(mark.title);
	}
	const quoted = name.includes('"') ? (openQuote.exec(name.slice(0, mark.start))?.[0].length ?? 0) : 0;
	const from = Math.max(Math.min(start, mark.start), quoted);
	const raw = titlePiece(name.slice(from, mark.start), mark).replace(dayInFront, '');
	const plain = raw.replace(miniSeries, '').replace(isPack(mark) ? complete : never, '');
	const latin = latinPart(plain);
	return hasGroup ? shortSeason(lastBracket.exec(latin)?.[1] ?? latin) : latin;
}

/** The first year in `Title (1994-2001)`, which is the show's year; the title does not include it. */
export function firstYear({name}: Release, {start}: Mark): number | null {
	const found = yearSpan.exec(name.slice(0, start));
	return found && Number(found[1]);
}
