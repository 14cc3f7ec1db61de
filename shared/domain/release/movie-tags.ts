import {eastAsian, eastAsianDescription} from './east-asian-name.ts';
import {editionWords} from './parse-tags.ts';
import {isLanguageWord, isVocabulary} from './quality/words.ts';

const picture =
	'\\d{3,4}[pi]|(?:1080|2160)(?=[ ._-](?:blu-?ray|(?:bd|br|web)-?rip|web-?dl|hdtv|uhd|[xh]26[45]))|\\d{3,4}x\\d{3,4}|4k(?:uhd)?(?:remux|rip)?|uhd|[hx][. ]?26[45]|xvid|divx|hevc|av1|vp9|hdr(?:10)?|10bits?|hi10p?';
const disc =
	'(?:us|jp|eu|uk)?[. ]?blu-?ray(?:rip|\\d{3,4}p?)?|bd-?remux|remux|hd-?dvd|dvdr|dvd-?[59]?|(?:(?:us|jp|eu|uk)[. ])?bd(?=[\\])]|[ .](?:\\d{3,4}|remux|avc|hevc))';
const copy =
	'(?:bd|br|web|dvd|hd|tv|hdtv|vhs|vod|ppv|sat|dsr?|web-dl)-?rip(?:mux)?|(?:web-?(?:dl)?|bd|dvd|dl|hdtv)-?mux|web-?dl|web[ ._](?=dl|[hx]26)|hdtv|pdtv|sdtv';
const early =
	'(?:hq|hd)[ ._-]?cam(?:-?rip)?|cam-?rip|h[dq]-?t[sc]|telesync|telecine|(?:dvd|bd|br|web|hd)-?scr(?:eener)?|screener|workprint|r5|pre-?(?:dvd|hd)(?:-?rip)?';
const channels =
	'(?:aac|e?-?ac-?3|ddp?a?\\+?|dts|flac|opus|truehd|l?pcm)[ ._-]?[1-9][ ._][0-9](?:x\\d)?|dts-?(?:hd|es|x)|flac|truehd|e-?ac-?3';
const speech =
	'(?:dual|multi)[ ._-]?audio|multi-?subs?(?=\\])|audio[ ._](?:dual|latino|castellano)|(?:temporada|saison|stagione|staffel)[ ._]\\d{1,2}';

/** Words that never occur in titles. The media title ends before the first of them, or before the bracket around it. */
const strongTag = new RegExp(`[ ._[({,-](?:${[picture, disc, copy, early, channels, speech].join('|')})(?![a-z\\d])`, 'i');

const titled = /[\p{L}\p{N}]/u;

const latinWords = /(?<=[\]) ._/|])(?!(?:ova|oad|sp|movie|end|fin|chs|cht|gb|big5|web|disc|vol)(?![a-z]))[a-z]{3,}/gi;

/** `标题[国语配音].Silent.Sea`: a Latin title after the description of a Chinese one. */
function hasLatinTitle(text: string): boolean {
	return (text.match(latinWords) ?? []).some(word => !isVocabulary(word.toLowerCase()) && !isLanguageWord(word.toLowerCase()));
}

/**
 * Where the technical part begins: at its first word, or at the bracket around that word; the end of the
 * text when there is none.
 */
export function descriptionStart(text: string, other: RegExp | null = null): number {
	const strong = strongTag.exec(text);
	const own = eastAsian.test(text) ? eastAsianDescription(text) : -1;
	const isOwn = own >= 0 && (!strong || own < strong.index) && !hasLatinTitle(text.slice(own, strong?.index));
	const tag = isOwn ? {index: own - 1} : strong;
	const found = tag ? tag.index + 1 : other === null ? -1 : text.search(other);
	if (found < 1 || !titled.test(text.slice(0, found))) {
		return text.length;
	}
	const before = text.slice(0, found);
	const opening = Math.max(before.lastIndexOf('['), before.lastIndexOf('('));
	const closing = Math.max(before.lastIndexOf(']'), before.lastIndexOf(')'));
	return opening > closing && opening > 0 ? opening : found;
}

/** In a fansub name, only the checksum may show that a film's title has ended. The version belongs to it. */
export const checksum = /[ _.]*(?:v\d)?[ _.]*[[(][\da-f]{8}[\])]/i;

const sound = 'e?ac-?3[dl]?d?|dts[dl]?d?|aac[dl]?d?|ddp?|md|ld|mic';
const repair = '(?:dir|nfo|sample|proof|sub|audio|sync|rar|source)fix';
const loose = `[257]\\.[01]|bd-?(?:25|50|66|100)|re-?enc(?:oded)?|limited|internal|real|(?:proper|repack|rerip)\\d?|(?:8|10|12)-?bits?|read\\.?nfo|complete|dubbed|subbed|multi\\d?|dual|dl|ml|retail|festival|cam|ts|tc|hc|web|ws|hybrid|custom|rated|stv|doku|hfr|sdr|dv|mp3|\\d(?:\\.\\d)?ch|\\d{1,4}(?:\\.\\d{1,2})?[mg]b|\\d{2,4}kbps|e?msubs?|e?subs?|\\d{2}(?:\\.\\d{2,3})?fps|\\dx[a-z]{3}|crf[ ._]?\\d{2}|vff|vfq|vf2|(?:vf/)?vostfr|subfrench|truefrench|fansub|pal|ntsc|3d|hsbs|hou|v\\d|${sound}|${repair}`;
const language =
	'german|french|italian|spanish|english|japanese|korean|russian|danish|dutch|swedish|norwegian|finnish|polish|czech|hungarian|turkish|portuguese|brazilian|chinese|mandarin|cantonese|hindi|tamil|telugu|malayalam|kannada|arabic|greek|hebrew|thai|vietnamese|flemish|nordic|latino|castellano|ukrainian|romanian|bulgarian|persian|icelandic|lithuanian|latvian|slovak|catalan';
const languageCode =
	'SCR|SE|ITA|iTA|ENG|FRE|FRA|GER|SPA|ESP|RUS|JPN|JAP|KOR|CHI|POL|PL|CZ|SK|HUN|POR|PT|NLD|NL|SWE|NOR|DAN|FIN|TUR|ARA|HEB|HIN|UKR|RO|BG|VFF|VFQ|VF|DC|AMZN|NF|DSNP|HMAX|ATVP|PCOK|PMTP|HULU|iP|iT';
const shoutedLoose = 'scr|ppv|cam|ts|tc|hc|web|multi|dual|dl|ml|complete|truefrench|vostfr|subfrench|dubbed|subbed|stv|doku';

/** What separates the title from the tag after it, and may stand between that tag and the year or the next tag. */
const gap = '[ ._,-]*[ ._([{,-]';
const tail = '[\\])}([{ ._-]*$';
/** `Raw and Uncensored`: after such a connecting word, the edition is part of the title. */
const edition = `(?<!(?:^|[ ._-])(?:and|or|und|et|y|e|&|of|not|is)[ ._-])(?:the[ ._])?${editionWords}`;

function upperAndTitleCase(words: string): string {
	return words
		.split('|')
		.flatMap(word => [word.toUpperCase(), word.charAt(0).toUpperCase() + word.slice(1), word.toUpperCase().replaceAll('I', 'i')])
		.join('|');
}

function upperOnlyFirst(words: string): string {
	return `(?:${words
		.split('|')
		.map(word => word.charAt(0).toUpperCase() + word.slice(1))
		.join('|')})`;
}

/** `The Good German`, `A French`, `My Big Italian`: words that make the language after them part of the title. */
const leads =
	'good|the|an?|my|our|your|his|her|last|first|young|old|big|little|great|fat|mr|mrs|in|of|and|&|for|to|with|from|very|speak|learn|les?|la|une?|der|die|das|el|il';
const unled = `(?<!(?:^|[ ._-])(?:${leads}|${upperAndTitleCase(leads)})[ ._-])`;
/** Before a technical word, only what can hardly end the title before the language. */
const articles = 'the|an?|my|our|your|his|her|good|last|first|young|old|big|little|great|fat|les?|la|une?|der|die|das|el|il';
const unledByArticle = `(?<!(?:^|[ ._-])(?:${articles})[ ._-])`;

/** Dubbed releases have these before the year even in normal spelling; the others are more often part of a title. */
const dubbed = 'French|Italian|Latino|Castellano|Nordic|Flemish|Catalan|Brazilian';
const alwaysDubbed = 'German|Hindi|Tamil|Telugu|Malayalam|Kannada';
const twoWords = '(?<=[\\p{L}\\d][ ._][\\p{L}\\d][^ ._]{0,30})';
const shouted = (words: string) =>
	words
		.split('|')
		.flatMap(word => [word.toUpperCase(), word.toUpperCase().replaceAll('I', 'i')])
		.join('|');

const shoutedCode = 'iTA|ITA|ENG|FRE|GER|SPA|ESP|RUS|HUN';

/** `3D`, `3D HSBS`, `3D.Half-OU`; but `Trapped in 3D`. */
const threeD = '(?<!(?:^|[ ._-])in[ ._-])3d(?:[ ._-]?(?:h(?:alf)?|f(?:ull)?)?[ ._-]?(?:ou|sbs|tab))?';

/** Before a year, only what can hardly belong to a title: editions, languages and other tags in release spelling. */
export const tagsBeforeYear: readonly RegExp[] = [
	new RegExp(`${gap}(?:${edition}|limited|internal|(?:proper|repack|rerip)\\d?|dubbed|subbed|bd-?(?:25|50|66|100)|${threeD})${tail}`, 'i'),
	new RegExp(
		`${gap}${unled}(?:(?:DC[ ._-])?(?:${alwaysDubbed}|${shouted(language)})|(?<!washington[ ._-]|Washington[ ._-])DC|SE|EE|WS|FS|${shoutedLoose.toUpperCase()}|MULTi|TrueFrench)${tail}`,
	),
	new RegExp(`${twoWords}${gap}${unled}(?:${dubbed})${tail}`, 'u'),
	new RegExp(`(?<=\\p{Ll}(?:[ ._-](?:${shoutedCode})){0,2})${gap}(?:${shoutedCode})${tail}`, 'u'),
];

/** Before a technical word, nearly everything that describes a release. */
export const tagsBeforeTags: readonly RegExp[] = [
	new RegExp(`${gap}(?:${edition}|${loose}|${unledByArticle}(?:${language}))${tail}`, 'i'),
	new RegExp(`${gap}(?:${languageCode})${tail}`),
];

/** Before a year in brackets, a language in normal spelling belongs to the title: `Studying Spanish (2015)`. */
export const languageBeforeBracket = new RegExp(`[ ._]${upperOnlyFirst(language)}[ ._]*$`);

/** The rest of a name after its title is one language. */
export const languageAlone = new RegExp(`^[ ._-](?:${language})${tail}`, 'i');

/** `The Kind German`: an article and one word need the language after them more than a release does. */
export const languageBehindArticle = new RegExp(`^[ ._]*(?:the|an?)[ ._-][^ ._-]+[ ._-]${upperOnlyFirst(language)}[ ._-]*$`, 'i');

/** Do technical words follow a year? Then it was the movie's year. */
export const tagAtStart = new RegExp(`^[\\]) ._-]*(?:${edition}|${loose}|${language})(?![a-z])`, 'i');

/**
 * `Title 1984 German 2020 DL`: a year with nothing but such words up to the next one belongs to the title, unless
 * the next is that of a restoration.
 */
export const onlyTags = new RegExp(
	`^(?!.*(?:remaster|restor|criterion|anniversary))[\\]) ._-]*(?:(?:${edition}|${loose}|${language})[ ._([-]{1,3}){1,4}$`,
	'i',
);

/** `Title (Uncut)`, `Title [German Dub]`: a note in brackets at the end of a series title. */
export const noteInBrackets = new RegExp(
	`[ ._]*[([](?:(?:${edition}|${language}|dub(?:bed)?|sub(?:bed)?|dublado|legendado|multi|complete|movie|[剧劇][场場]版|tv(?:-\\d)?(?:\\+(?:ova|ona|sp|specials?))?(?=\\]|(?<=-\\d)\\))|eng|ita|rus|ger|fre)[ ._+-]?|[^()[\\]]{0,8}(?:字幕|中字|双语|国语|國語|配音)[^()[\\]]{0,8}){1,4}[)\\]]$`,
	'i',
);

/** `Title.GERMAN.S01E05`: in capitals after a title that is not. */
export const shoutedNote = new RegExp(
	`(?<=\\p{Ll}.*)[ ._-]+(?:${language.toUpperCase()}|UNCUT|UNCENSORED|EXTENDED|DUBBED|SUBBED|MULTI|MULTi|iTALiAN)$`,
	'u',
);
