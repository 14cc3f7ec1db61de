import {latinPart} from './bracketed-name.ts';
import {descriptionStart, noteInBrackets, shoutedNote} from './movie-tags.ts';
import type {Mark, Release} from './numbering.ts';
import {seasonWords} from './numbering-words.ts';
import {blank, blankTechnical} from './technical.ts';
import {isVocabulary} from './vocabulary.ts';

/** `[標題][Title`: of several titles in brackets the last, which is cut in the middle. */
const lastBracket = /^\[.*?([^[\]]*\p{L}[^[\]]*)\]?$/u;
/** Blanks and brackets, and a day or an episode beside the number that was read. */
const emptyEnd = new RegExp(`(?<![ ._[({${blank}-])(?:[ ._[({-]|${blank}[)\\]}]?)+$`);
const otherNumber = /[ ._-]+(?:(?:19|20)\d\d[ ._-]\d\d[ ._-]\d\d|ep?\d{1,4}|\d{1,4}[회화話话集])$/i;
const seasonInTitle = new RegExp(`[ ._([-]+(?:${seasonWords})[ ._]{0,2}\\d{1,2}(?:[\\])]?(?:[ ._]?\\[[^[\\]]*\\])*)$`, 'i');
const complete = /[ ._([-]+(?:the[ ._])?complete(?:[ ._]series)?[ ._)\]]*$/i;
const miniSeries = /[ ._]*\((?:tv )?mini-?series?\)/i;
const dayInFront = /^\d{6}[ ._]+(?=.*\p{L})/u;
/** A posting may repeat the name in quotes: `Title s05 - "Title Season 5 Episode 14"`. */
const openQuote = /^(?:[^"]*"[^"]*")*[^"]*"/;
const yearSpan = /(?<!\d)((?:19|20)\d\d)(?: ?[-–~] ?(?:19|20)\d\d(?!\d)| ?[-–~] ?(?:\d\d|present|now)?[)\]])/i;
/** `Title (1994-)`, `Title (1994-95)`; a span of two full years is blanked as such. */
const openSpan = /[ ._]*[([](?:19|20)\d\d ?[-–~] ?(?:\d\d|present|now)?[)\]]$/i;
const never = /$^/;
const digit = /\d/;
const shouted = /[A-Z]{4}$|Ti$|AN$/;

/** Groups pad the season in a title, `Title S02`; the show is known without. */
function shortSeason(title: string): string {
	return title.replace(/(?<=[ ._]s)0(?=\d$)/i, '');
}

function withoutNote(title: string): string {
	if (title.endsWith(')') || title.endsWith(']')) {
		return title.replace(noteInBrackets, '').replace(openSpan, '');
	}
	return shouted.test(title) ? title.replace(shoutedNote, '') : title;
}

/** `Title 05.11.2019 WEB`: behind a technical number only words of the release stand. */
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

/** The piece of the name in front of the number, without what describes the release. */
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

/** The media title in front of the number, as written. */
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

/** The first year of `Title (1994-2001)`, which is the show's; the title is without it. */
export function firstYear({name}: Release, {start}: Mark): number | null {
	const found = yearSpan.exec(name.slice(0, start));
	return found && Number(found[1]);
}
