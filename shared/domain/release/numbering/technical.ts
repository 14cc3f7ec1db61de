import {episodeWords, seasonWords} from './numbering.ts';

/** Stands for one character of a technical number. Titles never contain it and patterns never match it. */
export const blank = '\u0001';

const separator = '[ ._-]';
const year = '(?:19|20)\\d\\d';

const monthOrDay = '(?:0?[1-9]|1[0-2])';
const days = Array.from({length: 12}, (_, index) => String(index + 1));
const sameTwice = [...days, ...days.map(day => day.padStart(2, '0'))].map(day => `${day}[ ._/-]${day}[ ._/-]`).join('|');
/**
 * Day and month cannot be told apart in `04.05.2018`, so such a date is not used. Those who write it in round brackets
 * with dots begin with the day. Written without captures, which would be copied for every number that is blanked.
 */
const unclearDay =
	'(?=[01]?\\d[ ._/-][01]?\\d[ ._/-])(?<!\\((?=\\d{1,2}\\.\\d{1,2}\\.\\d{4}\\)))' +
	`(?!${sameTwice})(?:${[' ', '\\.', '_', '/', '-'].map(mark => `${monthOrDay}${mark}${monthOrDay}${mark}${year}`).join('|')})`;
const unclearDayAlone = new RegExp(`(?<![a-z\\d])${unclearDay}(?![a-z\\d])`, 'i');

/** All kinds of numbers that do not mean episodes. */
const kinds = [
	// Frames are at least 240 lines high, or 400 when four digits wide: `2019x112` is an episode, and `597
	// x264` is not a frame size.
	'(?!\\d{3,4} ?x26[2-6](?!\\d))(?:\\d{3} ?[x×х*] ?[23]\\d\\d|\\d{3,4} ?[x×х*] ?(?:[4-9]\\d\\d|\\d{4}))[pi]?',
	'\\d{3,4}[pi](?:\\d{2,3})?(?:fps)?',
	// Codecs and their settings.
	'[xh][-. _]?26[2-6]|mpe?g-?[24]|mp[34]|av1|avc\\d?|vc-?1|vp9|crf[ ._-]?\\d{2}(?:\\.\\d)?',
	// Sound and its channels. A lone `5.1` belongs neither to a year before it nor to a word for "season" next to it.
	'(?:e?ac-?3|mp3)[ ._-](?:96|128|160|192|224|256|320|384|448|640)',
	'2xflac|dts-?x(?![. _]?26[2-6])|e?ac-?3',
	'(?:aac|e?ac-?3|ddp?a?\\+?|dts(?:-?hd)?(?:[ .-]?ma)?|flac|opus|truehd|l?pcm|ma|hra|atmos|stereo)[ ._-]?[1-9](?:[ ._][0-9])?(?:x\\d)?(?:ch)?|ch[ ._-]?[1-9][ ._][01]',
	`(?<!(?<!(?:19|20)\\d)\\d\\.|(?:${seasonWords}|${episodeWords})[ ._]{1,2})[57]\\.1(?:x\\d|ch)?(?![ ._]{1,2}(?:sezon|сезон|évad|série)|-?[йя])`,
	'[1-9]\\.[01](?:x\\d|ch)|\\d{1,2} ?ch(?:annels?)?',
	// Bit depth, size and rates.
	'\\d{1,2}[ -]?bits?|1[02]b|hi(?:10|444)p?p?|hdr10(?:\\+|plus)?',
	// `04 GB` is an episode in simplified Chinese.
	'(?!0\\d)\\d{1,4}(?:[.,]\\d{1,2})? ?[kmgt]i?b(?:[/ ]?p?s|it(?:/s)?)?',
	'(?:23\\.976|29\\.97|59\\.94|\\d{2,3}) ?fps|\\d{2,3}(?:\\.\\d)? ?k?hz',
	// Sources.
	'[248]k(?:to\\d{3,4}p)?|3d|\\d?x?dvd-?[59]|bd-?(?:25|50|66|100)|cd\\d|ds4k|m2ts',
	'dis(?:[ck]|co|que)s?[ ._-]?\\d{1,2}(?:[ ._]?of[ ._]?\\d{1,2})?|(?:cd|dvd)[ ._-]?\\d{1,2}[ ._]?of[ ._]?\\d{1,2}',
	// Ids, spans of years, dates.
	'(?:tmdb|tvdb|imdb|anidb)(?:id)?[-= :]?\\d{1,9}|tt\\d{7,8}',
	`${year} ?[-–/~] ?${year}(?![-/.]\\d)`,
	unclearDay,
];

const words =
	'(?:\\d{3,4}[pi]|av1|telesync|hd-?ts|hd-?cam|cam-?rip|blu-?ray|bd(?:rip|remux)?|br-?rip|web(?:-?dl|-?rip)?|[ph]dtv|hd-?rip|dvd-?rip|remux|uhd|hevc|avc|[xh][. ]?26[45]|xvid|divx|hdr|ac3|aac|dts|flac|ddp)';
const lines = '(?:480|540|576|720|1080|2160)';
/** Resolutions without `p` count only next to a technical word, because there may be an episode 720. */
const bareLines = `(?=${lines})(?<!(?:${episodeWords})${separator}{1,2})(?:(?<=${words}${separator})${lines}(?!\\d)|(?<!${separator}-${separator})${lines}(?=${separator}{1,2}${words}(?![a-z])))`;
/** `BrRip.264.YIFY`: the codec without its first letter. */
const bareCodec = `(?=26[45])(?<=${words}${separator})26[45](?!\\d)`;
/** A group may be called `S04`. */
const signature = `(?:s\\d{1,2}|e\\d{1,3}|\\d{1,2}x\\d{1,3})$(?<=(?<![a-z\\d])${words}(?![a-z])(?:.{0,60}[a-z\\d+])?-[a-z\\d]{2,6})`;
const checksum = '[[(][\\da-f]{8}[\\])]';

/** The lookahead is cheap and skips every word without a number. */
const technicalNumber = new RegExp(
	`(?<![a-z\\d])(?=[a-z+ ._-]{0,9}\\d)(?:(?:${kinds.join('|')})(?![a-z\\d])|${bareLines}|${bareCodec}|${signature})|${checksum}`,
	'gi',
);
const technicalStart = new RegExp(`^(?:${technicalNumber.source})`, 'i');

/** Does the text begin with such a number? */
export function startsTechnical(text: string): boolean {
	return technicalStart.test(text);
}

/** Does a name have an ambiguous date? Then it is a broadcast, but of an unknown day. */
export function hasUnclearDay(name: string): boolean {
	return unclearDayAlone.test(name);
}

/** The name with every number that does not mean an episode blanked; its length stays the same. */
export function blankTechnical(name: string): string {
	return name.replace(technicalNumber, found => blank.repeat(found.length));
}
