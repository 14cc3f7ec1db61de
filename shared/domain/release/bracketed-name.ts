import {isLatinTitle} from './east-asian-name.ts';
import {countRange, type Mark, type Reader, type Release} from './numbering/numbering.ts';
import {blank} from './numbering/technical.ts';

const han = /[\u3400-\u9fff]/;
const latinWord = /[a-z]{2}/i;
const piece = /\[([^[\]]*)\]|([^[\]]+)/g;

/** `02`, `13完`, `01-24完`, `01-11TV全集+特典`, `第05话`, `12v2`, `07.5`, `TV 09`, `24(END)`, `02(57)`. */
const number =
	/^(?:第|tv|ep?|#)? ?(\d{1,4}(?:\.\d)?)(?:(?: ?v\d)? ?[-~～] ?(\d{1,4}))?(?: ?v\d)? ?(?:tv)?[ 话話集回完全合]*\(?(?:end|fin|完|\d{1,4}(?=\)))?\)?(?: ?\+.*)?$/i;
/** `全24集`, `24集全`: all of them. */
const allOf = /全 ?(\d{1,3}) ?[话話集回]|(?<!\d)(\d{1,3}) ?[话話集回]全/;

/** A season alone in a bracket. */
const seasonAlone = /^(?:第.{1,3}[季期部]|s\d{1,2}|season \d{1,2})$/i;

/** Words in a bracket that describe the posting, not the show. */
const noise =
	/新番|^\d{0,4}年?(?:日剧|美剧|韩剧|英剧|泰剧|国产剧|电视剧|日劇|美劇|韓劇|動畫|动画|动漫)$|国漫|國漫|合集|字幕|更新|搬运|招募|双语|雙語|外挂|外掛|内嵌|內嵌|内封|简体|繁体|简繁|繁體|国语|中文|月番|连载|剧场版|^(?:big5|gb|chs|cht|jap?|jpn?|raw|tv|web(?:-?dl|rip)?|bd(?:rip|mv|iso|box|-?(?:25|50))?|dvd(?:iso|box|5|9)?|blu-?rays?|ova|oad|ona|sp|specials?|dis[ck][ ×x]?\d|baha|avc|hevc|aac|flac|mkv|end|fin|pv|movie|anime)$|(?:web|bd|dvd|tv)-?rip|blu-?rays?|^vol\.? ?\d/i;

/** Scene names with a Chinese prefix use scene numbering. */
const wholeSeason = /\.S\d{1,2}\./i;

/** `Title 標題`: a translation after the Latin title. A wide colon joins both. */
const hanAtEnd = /(?<=[a-z!?\d])[^\p{L}\p{N}：]+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^a-z]*$/iu;

/** `標題 Title`: a translation before it. */
const hanInFront = /^.*[\u3040-\u30ff\u3400-\u9fff\])】][^\p{L}\p{N}]+(?=[a-z\d][^\u3040-\u30ff\u3400-\u9fff]*[a-z])/iu;

/** `Title 標題 Season 2`: a translation between the title and its season. */
const hanBeforeSeason =
	/(?<=[a-z!?\d])[^\p{L}\p{N}]+[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}][^a-z\d/|]*(?=[ ._](?:season \d{1,2}|s\d{1,2}|\d(?:st|nd|rd|th) season)$)/iu;

/** `標題 3 Title S3`: the number that both titles have. */
const numberInFront = /^(\d{1,2})[ ._]+(?=\D.*[ ._]s?0?\1$)/i;

interface Piece {
	text: string;
	at: number;
	end: number;
}

function piecesOf({text, start}: Release): Piece[] {
	return Array.from(text.slice(start).matchAll(piece), found => {
		const at = start + found.index;
		return {text: (found[1] ?? found[2] ?? '').trim(), at, end: at + found[0].length};
	}).filter(({text: written}) => written !== '');
}

function isTitle({text}: Piece): boolean {
	return !noise.test(text) && !seasonAlone.test(text) && !text.includes(blank) && /\p{L}{2}/u.test(text);
}

/** `多田君不恋爱_Title`, `关于我 / Title`: the Latin part if there is one, because libraries use it. */
export function latinPart(title: string): string {
	if (!kanaOrHan.test(title)) {
		return title;
	}
	const parts = title
		.replace(hanBeforeSeason, '')
		.split(/[/|]/.test(title) ? /\s*[/|]\s*/ : /\s*[_·]\s*/)
		.filter(isLatinTitle);
	const mixed = parts[0] ?? title;
	const shorter = parts.find(part => !han.test(part)) ?? mixed.replace(hanAtEnd, '');
	const latin = isLatinTitle(shorter) ? shorter : mixed;
	const tail = han.test(latin) ? latin.replace(hanInFront, '').replace(numberInFront, '') : latin;
	return han.test(tail) || !isLatinTitle(tail) ? latin : tail;
}

const seasonAtEnd = /[ ._([]*(?:第 ?.{1,3} ?[季期部]|(?:season |s)\d{1,2}|\d{1,2}(?:st|nd|rd|th) season)[ )\]]*$/i;
const kanaOrHan = /[\u3040-\u30ff\u3400-\u9fff]/;
const slashes = /(?<!\d)\s*[/|]\s*|\s*[/|]\s*(?!\d)|\s[/|]\s/;
/** More than any posting has. */
const maxOthers = 6;
/** `Title - Yuukaku-hen`, `Title: Two Words`: a part of the show, which has its own count. */
const latinArc = /-hen(?![a-z])|[:：~～]| - /i;
const hanArc = /[篇編编章:：~～・· -]/;

/**
 * The titles that a posting has in Chinese or Japanese besides the Latin one: `[标题][Title][05]`, `标题 / タイトル /
 * Title - 05`. `head` is what stands between its group and its number. A library may know only one of them. If the
 * Latin title names a part of the show and another does not, that one is left out: the number would be another episode.
 */
export function eastAsianTitles(head: string, latin: string, hasSeason: boolean): string[] {
	if (!kanaOrHan.test(head)) {
		return [];
	}
	const inBrackets = Array.from(head.matchAll(/\[([^[\]]*)\]?/g), ([, text = '']) => text.trim());
	const written = head.startsWith('[') ? inBrackets.filter(text => !seasonAlone.test(text)) : [head.replace(/[[\]]/g, ' ')];
	const parts = written
		.flatMap(text => text.split(slashes))
		.flatMap(text => (text.includes('_') && latinWord.test(text) ? text.split('_') : [text]))
		.map(text => (hasSeason ? text.replace(seasonAtEnd, '') : text).trim())
		.filter(text => /\p{L}{2}/u.test(text) && kanaOrHan.test(text) && !noise.test(text) && !text.includes(blank))
		.filter(text => !latinArc.test(latin) || hanArc.test(text));
	return [...new Set(parts)].slice(0, maxOthers);
}

/** `[1080]` gives the lines of the picture. */
function isYearOrLines(written: string): boolean {
	return /^(?:(?:19|20)\d\d|480|540|576|720|1080|1440|2160)$/.test(written);
}

function numberOf(pieces: Piece[]): {at: Piece; mark: Partial<Mark>} | null {
	for (const at of pieces) {
		const found = number.exec(at.text);
		const first = Number(found?.[1]);
		if (!found || isYearOrLines(found[1]!) || at.text.includes(blank)) {
			continue;
		}
		if (!Number.isInteger(first)) {
			return {at, mark: {specialAbsoluteEpisodes: [first], special: true}};
		}
		const absoluteEpisodes = countRange(allOf.test(at.text) ? 1 : first, Number(found[2] ?? first));
		return absoluteEpisodes && {at, mark: {absoluteEpisodes}};
	}
	return null;
}

/**
 * The Latin title after the Chinese one is the show's. A Latin one before it may be a second name of the group; one
 * next to it may be a translation.
 */
function chooseTitle(titles: Piece[]): Piece | undefined {
	const latin = titles.filter(({text}) => latinWord.test(text) && !han.test(text));
	const firstHan = titles.find(({text}) => han.test(text));
	const behind = latin.find(({at}) => firstHan !== undefined && at > firstHan.at);
	const mixed = titles.find(({text}) => latinWord.test(latinPart(text)) && !han.test(latinPart(text)));
	// `[工作室][Group][Several Words][07]`: a single word before the title is another name of the group.
	const isGroup = !firstHan && latin.length === 2 && /^[a-z]+$/i.test(latin[0]!.text) && /[ _]/.test(latin[1]!.text);
	return behind ?? latin[isGroup ? 1 : 0] ?? mixed ?? titles[0];
}

/** Chinese postings put every part into brackets: `[Group][标题][Title][02][1080P]`. */
export const readBracketed: Reader = release => {
	const bracketed = release.name.charAt(release.start) === '[' || han.test(release.name);
	if (!release.hasGroup || !bracketed || wholeSeason.test(release.name)) {
		return null;
	}
	const pieces = piecesOf(release);
	const found = numberOf(pieces);
	const named = pieces.filter(each => isTitle(each) && found !== null && each.at < found.at.at);
	// `[1080P][Group][标题][05]`.
	const titles = named.length > 1 && onlyPicture.test(release.name.slice(0, release.start)) ? named.slice(1) : named;
	const title = chooseTitle(titles)?.text ?? titleInFront(release);
	if (!found || title === null) {
		return null;
	}
	return {...found.mark, start: found.at.at, end: found.at.end, title: latinPart(title)};
};

const onlyPicture = /^\[(?:\d{3,4}p|[248]k|u?hd|bd|web(?:-?dl|-?rip)?|[hx]26[45]|hevc)[^\p{L}[\]]*\]/iu;
const onlyBrackets = /^(?:\[[^[\]]*\][ ._]*){2,}$/;

/** The title among brackets with nothing between them: `[标题][Title][BDMV][1080p]`; null for any other text. */
export function bracketedTitle(text: string): string | null {
	if (!onlyBrackets.test(text)) {
		return null;
	}
	const pieces = Array.from(text.matchAll(piece), found => ({text: (found[1] ?? '').trim(), at: found.index, end: found.index}));
	const end = pieces.findIndex(({text: written}) => /^(?:\d{3,4}[pi]|\d{3,4}x\d{3,4})/i.test(written));
	const titles = pieces.slice(0, end < 0 ? pieces.length : end).filter(isTitle);
	const title = chooseTitle(titles)?.text;
	return title === undefined ? null : latinPart(title);
}

/** `[Title][02][1080p]`: without a title after it, the first bracket is not a group. */
function titleInFront({name, start}: Release): string | null {
	const text = name.slice(1, start).replace(/\][^\]]*$/, '');
	return isTitle({text, at: 0, end: start}) && !/[[\]]/.test(text) ? text : null;
}

const counted =
	/[第제] ?(\d{1,4})(?:[-~～—] ?(\d{1,4}))? ?[话話集回화회]|(?<=[^\d全共]|^)(?<!\([1-9]?)(\d{1,4})(?:[-~]\d{1,4})?[话話集回화회](?=[^\p{L}]|$)/u;

/** The episodes in `第05话` or `第01-15集`, anywhere in the name. */
export function countedEpisodes(text: string): number[] | null {
	const found = counted.exec(text);
	if (!found) {
		return null;
	}
	const first = Number(found[1] ?? found[3]);
	return countRange(first, Number(found[2] ?? first));
}

/** `标题 全24集`: all episodes of a show, which has one season or counts from its start. */
export const readChineseWhole: Reader = release => {
	const {text, start} = release;
	const found = allOf.exec(text);
	const absoluteEpisodes = found && countRange(1, Number(found[1] ?? found[2]));
	if (!absoluteEpisodes) {
		return null;
	}
	const title = /\p{L}/u.test(text.slice(start, found.index)) ? null : titleInFront(release);
	return {start: found.index, end: found.index + found[0].length, absoluteEpisodes, ...(title !== null && {title})};
};

/** `(25集)` after a title tells how many there are. */
const countInRound = /\([1-9]\d{1,2} ?集\)/;

/** All episodes of a show that gives only their number in round brackets. */
export const readCountInRound: Reader = ({text, start, hasGroup}) => {
	const found = hasGroup ? null : countInRound.exec(text);
	return found && found.index > start
		? {start: found.index, end: found.index + found[0].length, fullSeason: true, multiSeason: true, unsure: true}
		: null;
};

/** `第10期`: the issue of a show, where nothing else is numbered. */
const issue = /第 ?(\d{1,4}) ?[期夜][上中下]?/;
const otherCount = /[-#[(第~] ?\d{1,3}(?![\d年月])|(?<![a-z])ep? ?\d|\d[话話集回]/i;
/** In Japanese, 期 counts seasons. */
const term = /[\u3040-\u30ff].*期/;

export const readIssue: Reader = ({text, start}) => {
	const found = term.test(text) ? null : issue.exec(text);
	if (!found || found.index <= start || otherCount.test(text.slice(start).replace(issue, ''))) {
		return null;
	}
	return {start: found.index, end: found.index + found[0].length, absoluteEpisodes: [Number(found[1])]};
};

const behindCount = /^[ ._-]+([^[\]()]*[^[\]() ._-])/;

/** `标题 第05话`: this form counts from the start of the show. */
export const readCounted: Reader = ({name, text}) => {
	const absoluteEpisodes = countedEpisodes(text);
	const found = counted.exec(text);
	if (!absoluteEpisodes || !found) {
		return null;
	}
	const end = found.index + found[0].length;
	// `第01話 標題`: only the text after the count can be the title.
	const title = found.index === 0 ? (behindCount.exec(name.slice(end))?.[1] ?? '') : '';
	return {start: found.index, end, absoluteEpisodes, ...(title !== '' && {title})};
};
