import {isWholeSeason} from '../../matching/match-episodes.ts';
import type {Candidate} from '../candidate.ts';
import {type Rule, rejected} from '../rule.ts';

const extras =
	/ (?:bonus ?(?:dis[ck]s?|dvds?|blu ?rays?|bds?|materials?|features?|contents?)|bonus(?:es)?|extras|extra ?(?:dis[ck]s?|dvds?)|supplement(?:s|al|ary)?|special features|featurettes?|deleted scenes|behind the scenes|(?:the )?making of|gag reel|bloopers|outtakes|interviews?|trailers?|teasers?|hinter den kulissen|доп(?:олнительные)? материалы|бонусы)(?= )/u;

/** A film in a known picture may have a further `isolated soundtrack`. */
const music = / (?:original )?soundtrack(?= )/;

/** `1080p BluRay + Extras` holds the work itself, too. */
const holdsBoth = / (?:with|w|incl|includes|including|inkl|inklusive|plus|and|und|mit|et|avec|y|con|e|[+&])(?: [^ ]+){0,2}$/;
/** `No Extras`, `sans Bonus`. */
const holdsNone = / (?:no|without|ohne|keine?|sans|senza|sin|sem|zonder|utan|uten|uden|bez|без)$/;
/** `Extras included`, `Bonus inclus`, `Extras removed`. */
const besides = /^ (?:included|inclus(?:e?s?|i)|includ[oi]s?|inclu[ií]dos?|inklusive|enthalten|inside|removed|stripped|entfernt)(?= )/;
/** Only the film itself is spoken over. */
const spokenOver = / (?:audio)?(?:commentar(?:y|ies)|kommentare?)(?= )/;

/** Whatever else is on such a disc, it is not the film or the season itself. */
export const notExtras: Rule = candidate => {
	const {media, beside} = candidate;
	if (!beside || !isWhole(candidate)) {
		return null;
	}
	const {behindKnown} = beside;
	const found = extras.exec(behindKnown) ?? (candidate.parsed?.quality.resolution === 0 ? music.exec(behindKnown) : null);
	return found && !isBeside(behindKnown, found)
		? rejected(`Only extras (${found[0].trim()}), not the ${media.kind === 'movie' ? 'film' : 'season'} itself`)
		: null;
};

/** Does the film come with its extras, or are they left out? */
function isBeside(behind: string, {0: word, index}: RegExpExecArray): boolean {
	const before = behind.slice(0, index);
	return holdsBoth.test(before) || holdsNone.test(before) || besides.test(behind.slice(index + word.length)) || spokenOver.test(behind);
}

/** Offered as a known film or a whole season. The specials of a season 0 may be called anything. */
function isWhole({media, parsed}: Candidate): boolean {
	return media.kind === 'movie'
		? media.movie !== null
		: parsed !== null && isWholeSeason(parsed) && media.episodes.some(({seasonNumber}) => seasonNumber > 0);
}

/** What groups release afterwards: the file that was wrong or missing, or subtitles, and no video. */
const fix = / (?:(?:dir|nfo|proof|sample|sfv|rar|sub)s? ?fix|sub ?pack|sub(?:title)?s? only)(?= )/;

/**
 * Such a release is smaller than anything that indexers tell the size of. One with a size is measured by that: sites
 * also use these words for the whole release that was put right.
 */
export const notOnlyFix: Rule = ({release: {size}, beside}) => {
	const found = size > 0 || !beside ? null : fix.exec(beside.behindKnown);
	return found ? rejected(`Only a fix (${found[0].trim()}), without the video`) : null;
};

const locked =
	/ (?:pass(?:word|wort)? ?(?:protected|required|gesch[^ ]{1,2}tzt)|passworded|pw protected|(?:needs?|requires?) (?:a )?password)(?= )/;
const notLocked = / (?:no|not|non|never|without)$/;

/** Whoever posts such a release wants to be visited, or paid, for the password. */
export const noPassword: Rule = ({beside}) => {
	const found = beside && locked.exec(beside.behindKnown);
	return found && !notLocked.test(beside.behindKnown.slice(0, found.index)) ? rejected(`Needs a password (${found[0].trim()})`) : null;
};

/** DVD5 and DVD9 are sorts of discs, `2CD` is a number of them, and the sound of a disc is `5.1`. */
const part = / (?:cd|dis[ck]|(?=dvd ?[1-4] )dvd) ?(?<number>[1-9])(?= )(?! [01] | of 1 )/g;
/** `CD1-2`, `Disc 1 + 2`. */
const severalParts = / (?:cd|dis[ck]|dvd|parts?|pts?|teile?) ?1(?: [+&])? (?:(?:and|to|bis|und) )?[2-6](?! [01] )(?= )/;
/** `Film 2004 part1`, `Film 2004 1080p pt2`, `Film 2004 second half`; before the year it is part of a title. */
const half = / (?:(?:part|pt|teil|parte) ?(?<number>[1-9]|one|two|three|i{1,3})|(?<which>first|second|1st|2nd) half)(?= )/g;
const partOfSeveral = / (?:part ?|cd ?|dis[ck] ?)?(?<number>[1-9]) ?of ?[2-9](?= )/;

/** The library would show one part as the whole film. Which episodes are on a disc of a season, no name tells. */
export const wholeFilm: Rule = ({media, beside}) => {
	if (media.kind !== 'movie' || !media.movie || !beside) {
		return null;
	}
	const {behindKnown, behindRead} = beside;
	const parts = new Set([...behindKnown.matchAll(part)].map(({groups}) => groups?.['number']));
	const [only] = parts.size === 1 && !severalParts.test(behindKnown) ? parts : [];
	const halves = new Set([...behindRead.matchAll(half)].map(({groups}) => groups?.['number'] ?? groups?.['which']));
	const [onlyHalf] = halves.size === 1 && !severalParts.test(behindRead) ? halves : [];
	const number = only ?? partOfSeveral.exec(behindRead)?.groups?.['number'] ?? onlyHalf;
	return number === undefined ? null : rejected(`Only part ${number} of the film`);
};

const seasonMark =
	/ (?:s\d{1,2}(?:[ed]\d{1,4})*|(?:seasons?|saison|staffel|temporada|stagione|seizoen|sezon|сезон) ?(?:\d{1,2}|one|two|three|four|five|six)|\d{1,2}(?:st|nd|rd|th)? (?:season|сезон)|(?:complete|tv|mini|limited|web) ?series|第 ?[\d一二三四五六七八九十]{1,3} ?季)(?= )/u;
/** Titles of films contain these, too. */
const episodeMark = / (?:\d{1,2}x\d{2,3}|e(?:(?:p|pisodes?) ?)?\d{1,4}|series \d{1,2})(?= )/;

/** A show often has the name of a film, and indexers give their releases the film's id. */
export const noShowAsMovie: Rule = ({media, beside}) => {
	if (media.kind !== 'movie' || !media.movie || !beside) {
		return null;
	}
	const mark = (seasonMark.exec(beside.behindKnown) ?? episodeMark.exec(beside.behindRead))?.[0].trim();
	return mark === undefined ? null : rejected(`Of a series (${mark}), not the film ${media.movie.title}`);
};
