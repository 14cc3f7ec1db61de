import {episodeRange, type Mark, type Reader, type Release} from './numbering.ts';
import {episodeWords, listWords, seasonWords} from './numbering-words.ts';

/** `S01E05`, `S01.Ep05`, `s1x05`, `S01][E05`; inside a word only the strict `zoos01e11`. */
const lettered = new RegExp(
	`(?:(?<![a-z\\d])s(\\d{1,4})(?:[ ._]?[\\])]?[ ._-]?[[(]?|[ _]-[ _](?=e\\d))(?:x?e|x|(?:${episodeWords})[ ._]?)[ ._-]?|(?<!\\d)s(\\d\\d)e(?=\\d\\d)|(?<![a-z\\d])t(\\d{1,2})[ ._]?e)(\\d{1,5})(?!\\d)`,
	'i',
);

/** `4x05`, `2009x09`, `[1x05]`, also with the Cyrillic letter. */
const crossed = /(?<![a-zа-я\d])(\d{1,2}|(?:19|20)\d\d)[xх×]e?(\d{1,4})(?![\d])(?!p\b)/i;

/** `Season 1 Episode 2`, `Staffel 1 Folge 2`, `Se.3 afl.3`. */
const spelled = new RegExp(
	`(?<![a-zа-я\\d])(?:${seasonWords}|series?|se|s)[ ._:-]{0,3}(\\d{1,4})[ ._,:;)\\]/|-]{0,4}[[(]?(?:${episodeWords}|e)[ ._:-]{0,3}(\\d{1,5})(?!\\d)`,
	'i',
);

const ordinalSeason = `(?<![a-zа-я\\d])(\\d{1,2})(?:[ .ªº°-]{0,2}|ª |st |nd |rd |th )(?:${seasonWords})`;

/** `1. Sezon 5. Bölüm`, `1 сезон 5 серия`, `2 сезон: 1-8 серии`. */
const numberFirst = new RegExp(
	`${ordinalSeason}[ ._,:/|-]{0,4}[[(]?(\\d{1,4})(?:-(\\d{1,4}))?[ ._-]{0,2}(?:${episodeWords})(?![a-zа-я])|${ordinalSeason}[ ._,:/|-]{0,4}[[(]?(?:${episodeWords})[ ._]{0,2}(\\d{1,4})(?![a-z\\d])`,
	'i',
);

/** `Temporada 2 [Cap.206]`, `[Cap.408_411]`: season and episode in one number. */
const chapter = /(?<![a-z])cap(?:[ií]tulos?)?[ ._]{0,2}(\d{1,2})(\d{2})(?:[_ -]{1,3}(?:\1)?(\d{2}))?(?!\d)/i;

/** `[HDTV][Cap.206]`: what brackets say beside the number is not of the title, unless it is a year. */
const tagsBefore = /(?:[ ._-]{0,3}\[(?!(?:19|20)\d\d\])[^[\]]{1,60}\]){1,4}[ ._-]{0,3}\[?$/;

/** A second number that carries a marker of its own: `E02`, `-E03`, ` - S07E23`, `.S03E02`, `-2x10`, ` en 4`. */
const nextMarked = new RegExp(
	`[ ._]{0,2}(?:(?:[-~～–+&,/]|${listWords})[ ._]{0,2})?(?:(?:s(\\d{1,4})[ ._]?)?(?:e|(?:${episodeWords})[ ._]?)|(?:\\d{1,2}|(?:19|20)\\d\\d)[xх×]|x)[ ._]?(\\d{1,5})(?!\\d|[a-df-wyz]|[ex](?!\\d))|(?:[ ._]{1,2}(?:${listWords})[ ._]{1,2}| ?[&+] ?|, ?)(\\d{1,5})(?![a-z\\d])`,
	'iy',
);

/** A second number after a mere dash; with as many digits as the one before, or the very next, else it is the episode's title. */
const nextBare = /(?:[-~～–_]|(?<=[- ]\d{1,4}) ?[~～] ?)(\d{1,5})(?![a-z\d])/iy;

/** `1-8 из 8`, `1-8 of 8`: told to be a list by the count behind it. */
const listOfAll = /[ ]?[-–][ ]?(\d{1,3})[ ._](?:of|из|з|iz|di|de|von|z)[ ._](\d{1,3})/iy;

const half = /\.5(?![a-z\d])/iy;
const part = /[a-d](?![a-z\d])/iy;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
	pattern.lastIndex = at;
	return pattern.exec(text);
}

interface NextEpisode {
	number: number;
	end: number;
}

function nextEpisode(text: string, at: number, {last, digits, season}: {last: number; digits: number; season: number}): NextEpisode | null {
	const all = matchAt(listOfAll, text, at);
	if (all) {
		return {number: Number(all[1]), end: at + all[0].length};
	}
	const marked = matchAt(nextMarked, text, at);
	if (marked?.[1] && Number(marked[1]) !== season) {
		return null;
	}
	if (marked) {
		return {number: Number(marked[2] ?? marked[3]), end: at + marked[0].length};
	}
	const bare = matchAt(nextBare, text, at);
	const written = bare?.[1] ?? '';
	const sameStyle = written.length >= digits && written.length <= digits + 1;
	const neighbour = Number(written) === last + 1 && bare?.[0].startsWith('-');
	return bare && (sameStyle || neighbour) ? {number: Number(written), end: at + bare[0].length} : null;
}

/** Reads on from the first episode's number to the last one of the list. */
function readList(text: string, {season, first, at}: {season: number; first: string; at: number}): {last: number; end: number} {
	let last = Number(first);
	let end = at;
	for (let count = 0; count < 50; count++) {
		const next = nextEpisode(text, end, {last, digits: first.length, season});
		if (!next || next.number <= last || next.number - Number(first) > 500) {
			return {last, end};
		}
		({number: last, end} = next);
	}
	return {last, end};
}

function isSeason(written: string): boolean {
	return written.length < 4 || /^(?:19|20)/.test(written);
}

function markFrom(text: string, found: RegExpExecArray, season: string, episode: string): Mark | null {
	const all = matchAt(listOfAll, text, found.index + found[0].length);
	if (all && Number(episode) === 1 && all[1] === all[2]) {
		return {start: found.index, end: found.index + found[0].length + all[0].length, season: Number(season), fullSeason: true};
	}
	const {last, end} = readList(text, {season: Number(season), first: episode, at: found.index + found[0].length});
	const episodes = episodeRange(Number(episode), last);
	if (!isSeason(season) || !episodes) {
		return null;
	}
	const special = matchAt(half, text, end) !== null;
	const split = matchAt(part, text, end) !== null;
	return {start: found.index, end: end + (special ? 2 : split ? 1 : 0), season: Number(season), episodes, special, splitEpisode: split};
}

function readNumberFirst(release: Release): Mark | null {
	const found = numberFirst.exec(release.text);
	if (!found) {
		return null;
	}
	const first = Number(found[2] ?? found[5]);
	const episodes = episodeRange(first, Number(found[3] ?? first));
	return episodes && {start: found.index, end: found.index + found[0].length, season: Number(found[1] ?? found[4]), episodes};
}

function readChapter(release: Release): Mark | null {
	const found = chapter.exec(release.text);
	if (!found) {
		return null;
	}
	const first = Number(found[2]);
	const episodes = episodeRange(first, Number(found[3] ?? first));
	const start = found.index - (tagsBefore.exec(release.text.slice(0, found.index))?.[0].length ?? 0);
	return episodes && {start, end: found.index + found[0].length, season: Number(found[1]), episodes};
}

/** Season and episode told together: `S01E02-E04`, `4x05`, `Season 1 Episode 2`, `[Cap.206]`. */
export const readEpisode: Reader = release => {
	const letters = lettered.exec(release.name);
	if (letters) {
		return markFrom(release.name, letters, letters[1] ?? letters[2] ?? letters[3]!, letters[4]!);
	}
	const cross = crossed.exec(release.text);
	if (cross) {
		return markFrom(release.text, cross, cross[1]!, cross[2]!);
	}
	const words = spelled.exec(release.text);
	if (words && !/^s[ ._]?\d+ - /i.test(words[0])) {
		return markFrom(release.text, words, words[1]!, words[2]!);
	}
	return readChapter(release) ?? readNumberFirst(release);
};
