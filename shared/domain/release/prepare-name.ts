import {beginsDescription, eastAsian, evenEastAsian} from './east-asian-name.ts';
import {episodeWords, type Release, seasonWords} from './numbering/numbering.ts';
import {blank, blankTechnical, startsTechnical} from './numbering/technical.ts';
import {fromHan, withDigits} from './numbering/written-number.ts';

/** Real release names are shorter; longer input is an attack on CPU time. */
export const longestName = 600;

const groupInFront = /^(?:\[[^[\]]*\][ _.-]*)+/;
const oneGroupInFront = /^\[[^[\]]*\][ _.-]*/;
/** `(Group) Title - 05`; the bracket may also hold a year or belong to the title. */
const roundGroup = /^\([^()\d]{2,20}\)[ _](?=.* - \d)/;
/** Invisible characters, which web pages leave in copied names. */
const invisible = /[\u200b-\u200f\u2060\ufeff]/g;
const wideBrackets = /[【】［］]/g;
const wideLetters = /[０-９Ａ-Ｚａ-ｚ｜（）＋＃＆]/g;
const dashes = /[‐-―−]/g;
/** `】★04月新番[`: a note about the broadcast between brackets. */
const noteBetween =
	/(?<=\])[ ★☆●◆◎]*(?:[ ★☆●◆◎]|\d{1,2}月新番[ ★☆]*|[剧劇][场場]版[ ★☆]*)(?=\[)|(?<=\])[ ★☆]*\d{1,2}月新番[ ★☆]+(?=[^[\]])/g;

/** `字幕组★标题★02★1920x1080`: stars in place of brackets. */
const starsBetween = /^[^[\]【】★]+(?:★[^[\]【】★]*){3,}$/;

/** `[Group][Title][02]Name of the episode[1080p]`. */
const numberBehindTitle =
	/^\[[^[\]]*\][ _.-]*(?:\[[^[\]]*\p{L}{2}[^[\]]*\][ _.-]*)+\[(?!(?:19|20)\d\d\]|(?:480|540|576|720|1080|1440|2160)\])\d{1,4}(?:v\d)?\][ _.-]*$/u;
const nameAlone = /^[^[\]()\d]+(?=[[(])/;

/** `[Group][Title] 02 [1080p]`. */
const numberFirst = /^(?:s\d{1,2}[ ._-]{1,3})?(?:ep?(?:isode)?[ ._]?|第)?\d{1,4}(?:v\d)?[话話集]?[ ._]*(?:[[(]|$)/i;

/**
 * Everything from the second bracket on may be the title, as in `[Group][Title][01]`. Then only the group is removed.
 */
function titleStart(name: string): number {
	const all = groupInFront.exec(name)?.[0].length ?? 0;
	if (all === 0) {
		return name.startsWith('(') ? (roundGroup.exec(name)?.[0].length ?? 0) : 0;
	}
	const rest = name.slice(all);
	if (eastAsian.test(name) && beginsDescription(rest)) {
		return 0;
	}
	if (nameAlone.test(rest) && numberBehindTitle.test(name.slice(0, all))) {
		return oneGroupInFront.exec(name)?.[0].length ?? 0;
	}
	const hasTitle = /\p{L}{2}/u.test(rest) && !rest.startsWith('(') && !numberFirst.test(rest) && !startsTechnical(rest);
	return hasTitle ? all : (oneGroupInFront.exec(name)?.[0].length ?? 0);
}

/** A long run of separators means no more than a short one, but every pattern would try each position in it. */
const longGap = /[-_. ,]{9,}/g;

/** A quick check: nearly every name needs no cleaning. */
const needsCare = /[^ -)+-~]| {2}|__|[-_. ,]{9}/;
const needsRewriting =
	/[рРіхХН\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af【】［］／０-９Ａ-Ｚａ-ｚ｜（）＋＃＆‐-―−★☆●◆◎\u200b-\u200f\u2060\ufeff]|月新番|[-_. ,]{9}/;

/** ` [01/54] - "name.nfo"`: the file's position in a posting. */
const fileOfPosting = / ?\[\d{1,4}\/\d{1,4}\] ?- ?"[^"]*".{0,40}$/;

const posted = /yenc|^\[\d{1,4}\/\d{1,4}\]|\]-\[\d{1,4}\/\d{1,4}\]$/i;
const named = '(?<name>(?=[^[\\]"()]*[ ._][^[\\]"()]*[ ._])[^[\\]"()]{8,300}?)';
/** Where a subject has the name, likeliest first: in brackets, before the position of the file, or as the file. */
const postedNames = [
	new RegExp(`[[(] ?${named} ?[\\])](?=[ -]*\\[\\d{1,4}/\\d{1,4}\\])`),
	new RegExp(`^(?:<+[^<>]{1,40}>+ ?)?${named}[ -]*(?=\\[\\d{1,4}/\\d{1,4}\\]|")`),
	/"(?<name>[^"]{8,300})"/,
];
const partOfFile = /(?:\.vol\d{1,4}[+-]\d{1,4})?\.par2$|(?:\.part\d{1,4})?\.r(?:ar|\d\d)$|\.(?:sfv|srr|srs|nzb|\d{3})$/i;

/**
 * The release in the subject of a Usenet posting: `[1/9] - "Title.S01E02.par2" yEnc (1/1)`,
 * `[FULL]-[ Title.S01E02-Group ]-[1/9] - "file" yEnc`. Any other name is returned as it is.
 */
export function nameInPosting(subject: string): string {
	if (!posted.test(subject) || /^password/i.test(subject)) {
		return subject;
	}
	for (const pattern of postedNames) {
		const name = pattern.exec(subject)?.groups?.['name'];
		if (name !== undefined) {
			return name.trim().replace(partOfFile, '');
		}
	}
	return subject;
}

/** `[ Title S01E01 720p x264-Group ]`: the whole name inside one pair of brackets. */
const wrapped = /^[[(] ?(?=[^[\]() .]*[ .][^[\]() .]*[ .])(?<inside>[^[\]()]*[^[\]() ]) ?[\])]$/;

/** `Two+Words+Episode+3`: no other separator is in the name. */
const plusBetween = /^(?=[^+]+\+[^+]+\+)[^ ._+]+(?:\+[^ ._+]+)*$/;

/** Several spaces, or others than the usual one, separate as one does. So do several underscores. */
const oddSpaces = /\s{2,}|[^\S ]/g;
const hasOddSpaces = / {2}|[^\S ]|__/;
/** Signs above letters that stand by themselves, as in the names of some disks. */
const loose = /[\u0300-\u036f]/;

/** `Title *2024*`; but `1920*1080`. */
const starred = /(?<![\d*])\*+(?=[^ *])([^*]{1,60})\*+(?!\d)/g;

function evenly(name: string): string {
	const plain = name.includes('*') ? name.replace(starred, '$1') : name;
	const joined = loose.test(plain) ? plain.normalize('NFC') : plain;
	return hasOddSpaces.test(joined) ? joined.replace(oddSpaces, ' ').replace(/_{2,}/g, '_') : joined;
}

/** The name with the order and brackets that all readers expect. */
export function toPlainName(written: string): string {
	const isUsual = !needsCare.test(written);
	const spaced = isUsual ? written : evenly(written);
	const raw = spaced.includes('+') && plusBetween.test(spaced) ? spaced.replaceAll('+', ' ') : spaced;
	const whole = raw.endsWith(']') || raw.endsWith(')') ? (wrapped.exec(raw.slice(0, longestName))?.groups?.['inside'] ?? raw) : raw;
	const short = whole.length > longestName ? whole.slice(0, longestName) : whole;
	if (!short.includes('"') && (isUsual || !needsRewriting.test(short))) {
		return readForwards(short.trim());
	}
	const parted = starsBetween.test(short)
		? `[${short
				.split('★')
				.filter(part => part.trim() !== '')
				.join('][')}]`
		: short;
	const square = parted.replace(wideBrackets, found => ('【［'.includes(found) ? '[' : ']'));
	const plain = square
		.replaceAll('／', '/')
		.replace(wideLetters, found => String.fromCharCode(found.charCodeAt(0) - 0xfee0))
		.replace(invisible, '')
		.replace(dashes, '-')
		.replace(noteBetween, '')
		.replace(fileOfPosting, '')
		.replace(longGap, found => found.slice(0, 3));
	const even = plain
		.trim()
		.replace(foreignDigits, toDigit)
		.replace(lookAlikes, found => latinFor[found] ?? found);
	return readForwards(eastAsian.test(even) ? evenEastAsian(even).trim() : even);
}

/** Arabic, Persian, Indian and Thai digits. */
const foreignDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u0e50-\u0e59]/g;

function toDigit(found: string): string {
	const code = found.charCodeAt(0);
	const zero = [0x660, 0x6f0, 0x966, 0xe50].findLast(start => start <= code) ?? code;
	return String(code - zero);
}

/** Cyrillic letters that look like those of `1080p`, `x264`, `H.264` and `1920x1080`. */
const lookAlikes = /(?<=\d{3,4})[рРі](?![\p{L}\d])|(?<![\p{L}\d])[хХН](?=[. ]?26[45])|(?<=\d{3})[хХ](?=\d{3})/gu;
const latinFor: Readonly<Record<string, string>> = {р: 'p', Р: 'p', і: 'i', х: 'x', Х: 'x', Н: 'H'};

const seasonWord = new RegExp(seasonWords, 'i');
const episodeInFront = /\d{1,2}x\d/i;

/** A group may be called `E112`. */
function blankGroup(text: string, start: number): string {
	return start === 0 || episodeInFront.test(text.slice(0, start)) ? text : blank.repeat(start) + text.slice(start);
}

/** Fields that most names do not need are computed on first use. */
class PreparedName implements Release {
	readonly name: string;
	readonly start: number;
	readonly hasGroup: boolean;
	#text: string | null = null;
	#saysSeason: boolean | null = null;

	constructor(name: string, start: number) {
		this.name = name;
		this.start = start;
		this.hasGroup = start > 0;
	}

	get text(): string {
		this.#text ??= blankGroup(blankTechnical(this.name), this.start);
		return this.#text;
	}

	get saysSeason(): boolean {
		this.#saysSeason ??= seasonWord.test(this.name);
		return this.#saysSeason;
	}
}

/** Prepares a plain name for the patterns. */
export function prepareName(plain: string): Release {
	const name = withoutSites(plain);
	return new PreparedName(name, titleStart(name));
}

const domain =
	'(?:www\\.)?[a-z\\d-]{1,256}(?:\\.[a-z\\d-]{2,20})?\\.(?:com|net|org|info|biz|cc|tv|io|me|to|ws|se|nu|lt|mx|am|ag|ru|ms|co|xyz|pl|pw|eu|nl|de|fr|es|it|nz|za|au|uk|in|re|is|site|club|pro|top|vip|fun|life|online|work|party|link|app|lol|win|one|icu|host|page|world|love|[a-z]{2}\\.[a-z]{2}|(?:com|net|org)\\.[a-z]{2})';

/** `[www.site.com] - `, `www.site.com - `, `site.net - `, `site.net_`, `site.net@` in front. */
const inFront = new RegExp(
	`^(?:https?://|from[ ._]{1,2}(?=[[(]))?(?:[[【(] ?${domain} ?[\\])】][ ._-]*|(?:www\\.${domain}|${domain})[ ]-[ ]|[a-z\\d-]{2,60}\\.(?:com|net|org|info|tv|cc|xyz)[_@](?=\\p{L}{2})|www\\.[a-z\\d-]{2,60}\\.[a-z]{2,6}[ ._-]{1,3})`,
	'iu',
);

/**
 * An address in lower case with any country domain, `kinolamp.fi - `, or one that has lost its dots: `www Lamp lol - `,
 * `{WWW.LAMP.COM} `.
 */
const anyAddress = /^[a-z\d][a-z\d-]{2,60}\.[a-z]{2} - (?=\S)/;
const brokenAddress =
	/^(?:[[({] ?w{2,4}[ .,_][a-z\d-]{2,40}(?:[ .,_][a-z\d-]{2,20})?[ .,_][a-z]{2,8} ?[\])}](?: ?-)?|w{2,4}[ .,_][a-z\d-]{2,40}(?:[ .,_][a-z\d-]{2,20})?[ .,_][a-z]{2,8} -)[ ._]*(?=\S)/i;

/** `[rartv]`, `[eztv]-[rarbg.com]`, `-[site.to]` at the end. In brackets without a dot it must be a known site. */
const atEnd = new RegExp(
	`[ ._-]*\\[[ ]?(?:${domain}|rartv|rarbg|eztv(?:[ ._x]?\\w{2,3})?|ettv|publichd|ethd|tgx|torrentgalaxy|cttv|glodls|vtv)[ ]?\\]$`,
	'i',
);

/** A quick check: hardly any name contains a site. */
const mayHaveSite = /^(?:from )?[[【({]? ?(?:https?:|w{2,4}[ .,_]|[a-z\d-]{2,60}\.[a-z]{2,6}(?:\.[a-z]{2})?(?: ?[\])】]| - |[_@]))/i;

/** `[电影天堂www.site.com]`, `【更多电影请访问 www.site.com】`: a Chinese site's own note. */
const chineseNote =
	/^[[【][^[\]【】]{0,40}[\u3400-\u9fff][^[\]【】]{0,20}(?:www\.)?[a-z\d-]{2,40}\.(?:com|net|org|cc|tv|me|cn|top|vip)[^[\]【】]{0,10}[\]】][ ._-]*/i;

/** `某某电影www.site.com.标题`: the same without brackets. */
const chineseSite = /^[\u3400-\u9fff]{2,8}(?:www\.)[a-z\d-]{2,40}\.(?:com|net|org|cc|tv|me|cn)[ ._-]{1,3}(?=[\u3400-\u9fff])/i;

function withoutAddress(name: string): string {
	const known = name.replace(inFront, '');
	return known === name ? name.replace(anyAddress, '').replace(brokenAddress, '') : known;
}

/** The name without the web sites that posted it, at the start and at the end. */
export function withoutSites(name: string): string {
	let rest = mayHaveSite.test(name) ? withoutAddress(name) : name.replace(chineseNote, '').replace(chineseSite, '');
	for (let count = 0; count < 3 && rest.endsWith(']'); count++) {
		const shorter = rest.replace(atEnd, '');
		if (shorter === rest || shorter === '') {
			break;
		}
		rest = shorter;
	}
	return rest.trim();
}

const reversed = /\d{2,3}E-?\d{2}S[ ._-](?<=(?:^|[ ._-])\d{2,3}E-?\d{2}S.)|[ ._-]p0(?:27|801)[ ._-]/;

/** Some posters write the whole name backwards: `50E50S.denorD` is `Droned.S05E05`. */
export function readForwards(name: string): string {
	return reversed.test(name) ? [...name].reverse().join('') : name;
}

const extensions =
	'mkv|mp4|avi|m4v|wmv|ts|m2ts|mpg|mpeg|mov|iso|img|vob|flv|webm|ogm|ogv|divx|xvid|rmvb|rm|asf|3gp|strm|dvr-ms|wtv|bin|mk3d|nzb|torrent|srt|ass|ssa|sub|idx|vtt|nfo|rar|zip|par2|7z';
const mediaExtension = new RegExp(`(?:\\.(?:${extensions})|(?<=[\\])]) (?:mkv|mp4|avi))$`, 'i');
/** The longest of them with its dot and what stands before it. */
const longestEnding = 10;
/** In capitals it is the source, a telesync. */
const telesync = /\.TS$/;
const seasonFolder = new RegExp(`^(?:[st]|series|${seasonWords})[ ._-]{0,2}(\\d{1,4})(?:[ ._-]*[([].*|[ ._]{1,2}[-–][ ._].*)?$`, 'i');
const ordinalFolder = new RegExp(`^(\\d{1,2})(?:[.ªº°]|-?[йя]|nd|rd|th|st|[eè]me|[eè]re|re|e|a)?[ ._-]{0,2}(?:${seasonWords})$`, 'i');
/** `第二季`, `第2期`. */
const chineseFolder = /^第 ?([一二三四五六七八九十]{1,3}|\d{1,2}) ?[季期]$/;
const leadingEpisode = new RegExp(`^(?:(?:e|${episodeWords})[ ._#-]{0,2})?(\\d{1,3}(?=[ ._화회話话集-]|$)|\\d{4}$)`, 'i');

interface FileName {
	name: string;
	/** In lower case with its dot; null for an unknown or missing one. */
	extension: string | null;
}

/** Removes the extension of a film, subtitle or download file; any other ending is part of the name. */
export function splitExtension(name: string): FileName {
	const ending = name.slice(-longestEnding);
	const found = telesync.test(ending) ? null : mediaExtension.exec(ending)?.[0];
	return found ? {name: name.slice(0, -found.length), extension: found.toLowerCase().replace(' ', '.')} : {name, extension: null};
}

interface PathParts {
	file: string;
	/** The folders above the file, nearest first, without drives and empty parts. */
	folders: string[];
}

/** Splits a path at either kind of slash. */
export function splitPath(path: string): PathParts {
	const parts = path.split(/[\\/]+/).filter(part => part !== '' && !/^[a-z]:$/i.test(part));
	const file = parts.pop() ?? '';
	return {file, folders: parts.reverse()};
}

/** The number of a folder such as `Season 1`; 0 for `Specials`; null for any other folder. */
export function seasonOfFolder(folder: string | undefined): number | null {
	const name = withDigits(folder ?? '');
	const found = seasonFolder.exec(name) ?? ordinalFolder.exec(name);
	if (/^specials?$/i.test(folder ?? '')) {
		return 0;
	}
	const chinese = found ? null : chineseFolder.exec(name);
	return found ? Number(found[1]) : chinese && fromHan(chinese[1]!);
}

/** The number at the start of a file such as `02 Name`. It is the episode when the folder gives the season. */
export function leadingNumber(file: string): number | null {
	const found = leadingEpisode.exec(file);
	return found ? Number(found[1]) : null;
}
