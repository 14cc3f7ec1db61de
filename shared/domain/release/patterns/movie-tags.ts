import {editionWords} from './edition.ts';

const picture = '\\d{3,4}[pi]|\\d{3,4}x\\d{3,4}|4k|uhd|[hx][. ]?26[45]|xvid|divx|hevc|hdr(?:10)?|10bits?';
const disc = 'blu-?ray(?:\\d{3,4}p?)?|bdremux|remux|hd-?dvd|dvdr|dvd-?[59]?|bd(?=[\\])]|[ .](?:\\d{3,4}|remux|avc|hevc))';
const copy = '(?:bd|br|web|dvd|hd|tv|vhs|vod|ppv|sat|dsr?|web-dl)-?rip|(?:web|bd|dvd)-?mux|web-?dl|web[ ._](?=dl|[hx]26)|hdtv|pdtv|sdtv';
const early = '(?:hq|hd)cam|hd-?ts|telesync|telecine|dvd-?scr|screener|workprint|r5';
const speech = 'dual[ ._]audio|audio[ ._](?:dual|latino|castellano)|(?:temporada|saison|stagione|staffel)[ ._]\\d{1,2}';

/** Words that no title has: the media title ends before the first of them. */
export const strongTag = new RegExp(`(?<=[ ._[({,-])(?:${[picture, disc, copy, early, speech].join('|')})(?![a-z\\d])`, 'i');

const loose =
	'limited|internal|real|proper|repack|rerip|read\\.?nfo|complete|dubbed|subbed|multi|dual|dl|ml|retail|festival|cam|ts|tc|hc|web|ws|hybrid|custom|rated|ac3|dts|aac|vff|vfq|vostfr|truefrench|fansub|pal|ntsc|3d|hsbs|hou|v\\d';
const language =
	'german|french|italian|spanish|english|japanese|korean|russian|danish|dutch|swedish|norwegian|finnish|polish|czech|hungarian|turkish|portuguese|brazilian|chinese|mandarin|cantonese|hindi|tamil|telugu|arabic|greek|hebrew|thai|vietnamese|flemish|nordic|latino|castellano|ukrainian|romanian|bulgarian|persian|icelandic|lithuanian|latvian|slovak|catalan';
const languageCode =
	'ITA|iTA|ENG|FRE|FRA|GER|SPA|ESP|RUS|JPN|JAP|KOR|CHI|POL|PL|CZ|SK|HUN|POR|PT|NLD|NL|SWE|NOR|DAN|FIN|TUR|ARA|HEB|HIN|UKR|RO|BG|VFF|VFQ|VF';
const shoutedLoose = 'cam|ts|tc|hc|web|multi|dual|dl|ml|complete|truefrench|vostfr|dubbed|subbed';

/** What parts the title from a tag behind it, and what may stand between that and the year or the next tag. */
const gap = '[ ._,-]*[ ._([{,-]';
const tail = '[\\])}([{ ._-]*$';
const edition = `(?:the[ ._])?${editionWords}`;

/** Before a year only what can hardly be of the title: editions, and other tags where they are spelled as scene groups do. */
export const tagsBeforeYear: readonly RegExp[] = [
	new RegExp(`${gap}(?:${edition}|limited|internal|proper|repack|3d)${tail}`, 'i'),
	new RegExp(
		`${gap}(?<!(?:good|the|an?|GOOD|THE|AN?|Good|The|An?)[ ._-])(?:${`${language}|${shoutedLoose}`.toUpperCase()}|MULTi|TrueFrench|German)${tail}`,
	),
];

/** Before a technical word nearly everything that describes a release. */
export const tagsBeforeTags: readonly RegExp[] = [
	new RegExp(`${gap}(?:${edition}|${loose}|${language})${tail}`, 'i'),
	new RegExp(`${gap}(?:${languageCode})${tail}`),
];

/** Whether the words behind a year are of a release, so that the year before them was the movie's. */
export const tagAtStart = new RegExp(`^[\\]) ._-]*(?:${edition}|${loose}|${language})(?![a-z])`, 'i');
