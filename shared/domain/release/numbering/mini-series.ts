import {type EpisodeList, readList} from './episode.ts';
import {countRange, episodeRange, episodeWords, type Mark, type Reader, type Release} from './numbering.ts';

/** `E56`, `e07`, `E11-E12`: an episode without a season. */
const lettered = /(?<=[ ._)\]?!-]|^)e(\d{1,4})(?![a-df-z\d]|e(?!\d))/i;
/** When the broadcast date follows, even a high number belongs to the only season: `E932.190120`. */
const dayBehind = /^[ ._]\d{6}[ ._]/;

/** Korean and Japanese captures begin with the broadcast date: `221208 ABC123 Title ep34`, `240319 Title #08`. */
const datedFront = /^\d{6}[ ._]/;
const datedEpisode = /[ ._](?:ep?|#|第)(\d{1,4})(?![a-z\d])/i;

/** `Part 1`, `Part.Two`, `Pt.II`, `Part 1 to Part 3`. In round brackets it is a part of an episode. */
const part =
	/(?<![a-z\d(])(?:part|pt)[ ._-]?(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|i{1,3}|iv|vi{0,3}|ix|x)(?:(?:[ ._]?(?:[-&+]|and)[ ._]?|[ ._]to[ ._])(?:(?:part|pt)[ ._-]?)?(\d{1,2}))?(?![a-z\d])/i;

/** `1of4`, `2 of 6`, `1-3 of 8`, `05.iz.16`, `05.seriya.iz.16`, `05 серия из 16`. */
const outOf = new RegExp(
	`(?:(?<![a-zа-я\\d])(?:part|${episodeWords})[ ._]{1,2})?(?<![a-zа-я\\d-])(?<!series[ ._])(?:(\\d{1,2})[ ._]?-[ ._]?)?(\\d{1,2})(?:[ ._]?of[ ._]?|(?<!\\d ?- ?\\d{1,2})[ ._](?:iz|из|із)[ ._]|-?[йя]?[ ._](?:seri[iy]?[ayi]|сери[яий]|серія|серії|эпизод)[ ._](?:iz|из|із|з)[ ._])(\\d{1,2})(?![a-zа-я\\d])`,
	'i',
);

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const romans = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];

function toNumber(written: string): number {
	const lower = written.toLowerCase();
	return /^\d/.test(lower) ? Number(lower) : Math.max(words.indexOf(lower), romans.indexOf(lower));
}

function toMark(found: RegExpExecArray, first: number, last: number): Mark | null {
	const episodes = episodeRange(first, last);
	return episodes && {start: found.index, end: found.index + found[0].length, season: 1, episodes, seasonImplied: true};
}

/** Films come in at most two parts. */
const maxPartsOfFilm = 2;

/** Films have parts, too. */
function unsure(mark: Mark | null): Mark | null {
	return mark && {...mark, unsure: true};
}

function readCapture({name, text}: Release): Mark | null {
	const found = datedEpisode.exec(text);
	const mark = found && toMark(found, Number(found[1]), Number(found[1]));
	return mark && {...mark, title: name.slice('240319 '.length, mark.start)};
}

/** Three digits count from the start of the show, as do numbers between underscores, the fansub style. */
function isCount({name}: Release, {index}: RegExpExecArray, {written, end}: {written: string; end: number}): boolean {
	return (written.length > 2 || name.charAt(index - 1) === '_') && !dayBehind.test(name.slice(end));
}

/** `Title.E05`: counted as season 1. Anime groups count from the start of the show. */
export const readSeasonlessEpisode: Reader = release => {
	const {text, start, hasGroup} = release;
	if (datedFront.test(text)) {
		return readCapture(release);
	}
	const found = lettered.exec(text);
	// `[Site] 제목.E05.251103`: Korean captures count within a season even after a group.
	if (!found || found.index < start || (hasGroup && !dayBehind.test(text.slice(found.index + found[0].length)))) {
		return null;
	}
	const written = found[1]!;
	const list: EpisodeList | null = readList(release, {written, at: found.index + found[0].length, season: 1, style: 'letter'});
	if (!list) {
		return null;
	}
	const place = {start: found.index, end: list.end};
	return isCount(release, found, {written, end: list.end})
		? {...place, absoluteEpisodes: list.episodes}
		: {...place, season: 1, episodes: list.episodes, seasonImplied: true};
};

/** `Title.Part.Two`: counted as season 1. */
export const readMiniSeries: Reader = ({text}) => {
	const parts = part.exec(text);
	if (parts) {
		const first = toNumber(parts[1]!);
		return unsure(toMark(parts, first, parts[2] ? Number(parts[2]) : first));
	}
	return null;
};

/** `Title - 05 - 12 of 12`, `Title Episode 5 - Part 2 of 3`: the parts of something else, in the name of an episode. */
const apart = /^\d{1,2} - /;
const countedBefore = new RegExp(`(?:[ ._]-[ ._](?:0\\d|\\d{3})|(?:${episodeWords})[ ._]{1,2}\\d{1,4})[ ._]-[ ._]$`, 'i');

/** `Title.2of6`: counted as season 1, unless an anime group uses it for its own count. */
export const readOutOf: Reader = ({text, hasGroup}) => {
	const count = hasGroup ? null : outOf.exec(text);
	const [first, last, all] = [Number(count?.[1] ?? count?.[2]), Number(count?.[2]), Number(count?.[3])];
	const isOther = count && ((first > 1 && apart.test(count[0])) || countedBefore.test(text.slice(0, count.index)));
	const mark = count && !isOther && last <= all ? toMark(count, first, last) : null;
	return all > maxPartsOfFilm ? mark : unsure(mark);
};

const seriesWord = /сер[иі]|эпизод|seri[iy]?[ayi][ ._]/i;

/** `05 серия из 16`: with the word for an episode, no other reading is likelier. */
export const readSeriesOutOf: Reader = release => (seriesWord.test(release.text) && !release.saysSeason ? readOutOf(release) : null);

const soFar = /[[(](?:(?<first>\d{1,4}) ?[-–] ?)?(?<last>[1-9]\d{0,3})(?:\+\d{1,2})? (?:из|із) >?\d{1,4}(?:\+\d{1,2})?[\])]/i;
const besideShow = /[[(](?:ova|oav|specials?|sp|спешлы?|movies?|фильмы?)(?:-\d)?[\])][ ._]*$/i;

/** `[TV] [12 из 12]`, `[TV-2] [1-8 из >12]`, `[OVA] [2 из 2]`: Russian postings hold all episodes so far. */
export const readSoFar: Reader = ({text}) => {
	const found = soFar.exec(text);
	const {first = '1', last = ''} = found?.groups ?? {};
	const absoluteEpisodes = found && countRange(Number(first), Number(last));
	if (!absoluteEpisodes) {
		return null;
	}
	const beside = besideShow.exec(text.slice(0, found.index));
	return {start: beside?.index ?? found.index, end: found.index + found[0].length, absoluteEpisodes, ...(beside && {special: true})};
};
