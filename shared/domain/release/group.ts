import {findMarks, isTechnical, type Marks} from './quality/marks.ts';
import {asPattern, listed, type PhraseHit, phraseAt} from './quality/phrases.ts';
import type {Term} from './quality/vocabulary.ts';
import {isLanguageWord, isVocabulary, longestName, meaningOf, splitWords, termsAt, type Words} from './quality/words.ts';

interface Signature {
	group: string;
	/** True when the word before the dash is technical: then what follows is certainly a group. */
	sure: boolean;
}

const afterDash = /^[ ._]?([\p{L}\p{N}]{2,60}(?:&[\p{L}\p{N}]{2,30}){0,3}|\p{Lu})([_. ]\p{L}{2,20})?$/u;
/** A hexChecksum at the end is no group. */
const hexChecksum = /^(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{8}$/;
const dashedBefore = /-(?<part>[a-z0-9]{2,30})$/i;
/** Sizes, counts and the `E11` in `S02-E11`. */
const number = /^(?:(?:e|ep|s)?\d{1,4}(?:v\d)?|\d{1,2}x\d{2,3}|\d{3,4}[pi])$/i;
/** What a dash attaches to an episode number may be the episode title: `S02E07-The_Storm`. */
const isEpisode = /^s\d{1,4}e\d{1,4}$/;
const measured = /^\d+[kmgt]i?b$/;
const soundOrDepth = /^(?:(?:8|10|12)bits?|aac|e?ac3|dts|ddp?|truehd)$/;
const dtsVariants = new Set(['hd', 'es', 'x', 'ma', 'hr', 'hra', 'hdma']);

/** A quick check that nearly every name fails. */
const mayBeTeam = /-(?:(?:fan)?subs?|raws?|team)$/i;
const longestTeam = 8;
/** `AAC -Gull-Subs`. */
const teamAtEnd = /-([a-z0-9]{2,30}-(?:(?:fan)?subs?|raws?|team))$/i;

/**
 * `x264-GROUP`: the scene style. Null when the words around the last dash form one term (`WEB-DL`), when nothing before
 * the dash is technical, or when more than one plain word follows.
 */
function groupBehindDash(text: string, known: Marks | null = null): Signature | null {
	const team = mayBeTeam.test(text.slice(-longestTeam)) ? teamAtEnd.exec(text) : null;
	if (team && isTechnical(splitWords(text.slice(0, team.index)), splitWords(text.slice(0, team.index)).lower.length - 1)) {
		return {group: team[1]!, sure: true};
	}
	const dash = text.lastIndexOf('-');
	const [, group, more] = (dash < 1 ? null : afterDash.exec(text.slice(dash + 1))) ?? [];
	if (group === undefined) {
		return null;
	}
	const found = known?.words.name.startsWith(text) ? known : null;
	// Most names have already been split.
	const {words: head, titleEnd} = found ?? findMarks(splitWords(text.slice(0, dash)));
	const last = head.starts.findLastIndex(start => start < dash);
	if (titleEnd > last || cannotBeGroup(head.lower[last] ?? '', group)) {
		return null;
	}
	if (isEpisode.test(head.lower[last] ?? '') && (more !== undefined || /^\d{5,}$/.test(group))) {
		return null;
	}
	const hasSpaceAfter = ' ._'.includes(text.charAt(dash + 1));
	if (hasSpaceAfter && (more !== undefined || text.slice(0, dash).trimEnd().endsWith(')') || !endsTechnically(head, last))) {
		return null;
	}
	const sure = isTechnical(head, last) || isLanguageWord(head.lower[last] ?? '');
	// A single letter is a group only where nothing else can be.
	if (group.length === 1 && (!sure || hasSpaceAfter || !endsTechnically(head, last))) {
		return null;
	}
	if (!sure && (more !== undefined || text.charAt(dash - 1) === ' ')) {
		return null;
	}
	return {group: sure ? withSecondWord(group, more) : joinParts(text.slice(0, dash), group), sure};
}

function isCodec(hit: PhraseHit<Term[]> | null): boolean {
	return hit?.value.some(({is}) => is === 'codec') ?? false;
}

/**
 * ` - Group`: with a space after the dash, only a technical word or a size before it leaves no doubt, because an
 * episode title may follow.
 */
function endsTechnically({lower, meanings}: Words, last: number): boolean {
	return meanings[last]?.isVocabulary || measured.test(lower[last] ?? '');
}

/** Do the words around the dash form one term (`WEB-DL`), or is the second one a number or a technical word? */
function cannotBeGroup(before: string, group: string): boolean {
	const after = group.toLowerCase();
	const first = phraseAt(meaningOf(before)?.terms ?? [], [before, after], 0);
	if (first?.length === 2 || number.test(after) || hexChecksum.test(after) || (before === 'dts' && dtsVariants.has(after))) {
		return true;
	}
	if (soundOrDepth.test(after) || (/^bits?$/.test(after) && number.test(before))) {
		return true;
	}
	const behindCodec = isCodec(first);
	return !behindCodec && (isVocabulary(after) || (isLanguageWord(after) && isLanguageWord(before)));
}

/** Groups with a dash in their name: `x264-ONE-TWO`. */
function joinParts(head: string, group: string): string {
	const match = dashedBefore.exec(head);
	const part = match?.groups?.['part'];
	if (match === null || part === undefined) {
		return group;
	}
	const words = splitWords(head.slice(0, match.index));
	return /[\])]$/.test(head.slice(0, match.index)) ||
		(isTechnical(words, words.lower.length - 1) && !cannotBeGroup(words.lower.at(-1) ?? '', part))
		? `${part}-${group}`
		: group;
}

/** `x264-One_Two`. A language after the underscore is that of the release. */
function withSecondWord(group: string, more: string | undefined): string {
	const word = more?.startsWith('_') ? more.slice(1).toLowerCase() : '';
	return word === '' || isLanguageWord(word) || /^(?:sample|proof|subs?|screens?)$/.test(word) ? group : `${group}${more}`;
}

/** Groups whose names are not a single word after the last dash. They are found at the end of any name. */
const unusualGroups = listed(
	'KRaLiMaRKo, E.N.D, D-Z0N3, D-ZON3, Koten_Gars, BluDragon, ZØNEHD, HQMUX, VARYG, YIFY, YTS.MX, YTS.LT, YTS.AG, YTS.AM, YTS.BZ, YTS.PE, YTS, TMd, Eml HDTeam, LMain, ' +
		'DarQ, BEN THE MEN, TAoE, QxR, 126811, Vialle, SEV, Fight-BB, Blu-bits, DX-TV, FTW-HS, VH-PROD',
);

/** Groups that sign as the last word in the last brackets: `(1080p BluRay x265 Silence)`. */
const bracketedGroups = listed(
	'Silence, afm72, Panda, Ghost, MONOLITH, Tigole, Joy, ImE, UTR, t3nzin, Anime Time, Project Angel, Hakata Ramen, HONE, Vyndros, Garshasp, Kappa, Natty, RCVR, SAMPA, ' +
		'YOGI, r00t, EDGE2020, RZeroX, FreetheFish, Anna, Bandi, Qman, theincognito, HDO, DusIctv, DHD, CtrlHD, ADC, XZVN, RH, Kametsu, Celdra, GiLG, Ralphy',
);

const known = new RegExp(
	`(?<![\\p{L}\\p{N}])(?:(?<unusual>${asPattern(unusualGroups)})[\\])]{0,2}|(?<bracketed>${asPattern(bracketedGroups)})[\\])])$`,
	'iu',
);

const lastNote = /(?:\[[^[\]]{1,40}\]| ?\{\{[^{}]{1,60}\}\}|\{[^{}]{1,60}\}| ?\(\d\)| ?\([^()]{2,200}\)| password[=: ].{1,60})$/i;

/** Enough for the longest of these names and its closing bracket. All other names are checked by style below. */
const longestKnown = 24;

/** The last part of a path. A slash inside a name, as in `Title / Other title`, is kept. */
function lastSegment(name: string): string {
	if (name.includes('\\') || name.startsWith('/')) {
		return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
	}
	return name;
}

/** `Title (720p.x264-Group)`. */
function groupSignedInBrackets(text: string): string | null {
	const inside = lastBrackets.exec(text)?.groups?.['inside'];
	const signature = inside === undefined ? null : groupBehindDash(inside);
	return signature?.sure ? signature.group : null;
}

const maxNotes = 3;

/**
 * `x264-Group[Site]`, `x264-Group{{password}}`, `x264-Group (Second Title)`: somebody else's note after the signature.
 */
function groupBeforeNote(text: string): Signature | null {
	let rest = text;
	for (let note = lastNote.exec(rest), count = 0; note && count < maxNotes; note = lastNote.exec(rest), count++) {
		rest = rest.slice(0, note.index);
		const signature = groupBehindDash(rest);
		if (signature?.sure || signature?.group.includes('-')) {
			return {...signature, sure: true};
		}
	}
	return null;
}

/**
 * The group that made a release, as it spells itself, or null. `name` has no known media extension; `found` are
 * its marks if already known.
 */
export function parseGroup(name: string, found: Marks | null = null): string | null {
	const text = withoutAdditions(withoutSitePrefix(lastSegment(name.slice(0, longestName)).trim()), false);
	const groups = known.exec(text.slice(-longestKnown))?.groups;
	if (groups !== undefined) {
		return groups['unusual'] ?? groups['bracketed'] ?? null;
	}
	const signature = groupBehindDash(text, found) ?? groupBeforeNote(text);
	if (signature?.sure) {
		return signature.group;
	}
	return (
		groupInFront(text) ??
		groupInLastBrackets(withoutAdditions(text, true)) ??
		signature?.group ??
		groupDashedInBrackets(text) ??
		groupSignedInBrackets(text) ??
		groupInInnerBrackets(text)
	);
}

const firstBrackets = /^[[【](?<inside>[^[\]【】]{1,100})[\]】]/;
const innerBrackets = /\[(?<inside>[a-z0-9_-]{2,40})\][ ._]?\[/gi;
const dashedInBrackets = / - (?<group>(?!\d+[\])])[a-z0-9]{2,30})[\])]$/i;
const oneWord = /^[a-z0-9]+$/i;
const gap = /[-._ ]/;

/** `[Group] Title`: the style of fansub groups. */
function groupInFront(text: string): string | null {
	const inside = firstBrackets.exec(text)?.groups?.['inside']?.trim();
	return inside === undefined || isSite(inside) || isDescription(inside) ? null : inside;
}

/** `Title [Group]`: one word in square brackets, separated from the text before. */
function groupInLastBrackets(text: string): string | null {
	const match = lastBrackets.exec(text);
	const inside = match?.groups?.['inside'];
	if (match === null || inside === undefined || !text.endsWith(']') || !oneWord.test(inside)) {
		return null;
	}
	return match.index > 0 && gap.test(text.charAt(match.index - 1)) ? inside : null;
}

/** `Title (1080p x265 - Group)`. */
function groupDashedInBrackets(text: string): string | null {
	return dashedInBrackets.exec(text)?.groups?.['group'] ?? null;
}

/** `Title [Group] [BluRay][1080p]`: a bracket with one plain word before the technical ones. */
function groupInInnerBrackets(text: string): string | null {
	for (const {groups} of text.matchAll(innerBrackets)) {
		const inside = groups?.['inside'] ?? '';
		if (!isDescription(inside)) {
			return inside;
		}
	}
	return null;
}

/** Suffixes appended after the group, never a group themselves. A star stands for any letters and digits. */
const addedSuffixes = listed(
	'1, obfuscated, obfuscation, scrambled, sample, pre, postbot, xpost, rakuv*, asrequested, alternativetorequested, repackpost, captcha, wrteam, inc0gnito, proof, thumb',
);

/** Posters and indexers who append their name after the group, but also sign alone. */
const posterSuffixes = listed('rp, nzbgeek, whiterev, buymore, gerov, z0ids3n, chamele0n, 4p, 4planet, altezachen, newz');

/** Sites that sign a release in separate brackets. */
const siteTags = listed('eztv, ettv, rarbg, rartv, tgx, ethd, vtv, torrentday, no-rar, pir8, prime, cttv, publichd, glodls, eztvx');

const suffix = new RegExp(`-(?:${asPattern(addedSuffixes)})$`, 'i');
const poster = new RegExp(`(?<=(?<before>[\\p{L}\\p{N}]{2,60}))-(?:${asPattern(posterSuffixes)})$`, 'iu');
const posterAtEnd = new RegExp(`-(?:${asPattern(posterSuffixes)})$`, 'i');
const siteNames = new Set(siteTags);
const site = /^(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+){0,2}\.[a-z]{2,5}$/i;
/** Groups that sign with their own address: `[YTS.MX]`, and Hungarian ones such as `[Tern.Hu] Title - 01`. */
const signature = /^(?:yts\.|(?!www\.)[a-z-]+\.hu$)/i;
const sitePrefix =
	/^(?!\[[a-z-]{2,60}\.hu\])(?:\[[ ]*(?:www\.)?[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3}[ ]*\]|www\.[a-z0-9-]{2,60}(?:\.[a-z0-9-]{2,30}){1,3})[-._ ]*/i;
/** The last pair of brackets, at the very end. */
const lastBrackets = /[[(【](?<inside>[^[\]()【】]{1,200})[\])】]$/;
const digitFirst = /^\d/;
/** Plain numbers and numbers with a unit; `2HD` is a group. */
const measure = /^\d+(?:x\d+)?(?:[pi]\d{0,2}|[kdx]|v\d|ch|bits?|fps|k?hz|[mg]i?b|[km]bps|of\d+|audio|st|nd|rd|th)?$/;
const checksum = /^(?:[0-9a-f]{8}|tt\d{7,8})$/i;
/** `(S:285/L:11)`: current seeders and leechers. */
const peers = / ?\(S:\d{1,6}\/L:\d{1,6}\)$/i;

/** `blu` and `ray` have a meaning only together. */
function isOfPhrase(words: Words, at: number): boolean {
	return [at - 1, at].some(start => start >= 0 && (termsAt(words, start)?.length ?? 0) > at - start);
}

/** Is every word technical, a language or a number, or is the whole text a checksum or an id? */
function isDescription(text: string): boolean {
	const words = splitWords(text);
	const describes = (word: string, at: number) =>
		digitFirst.test(word) ? isVocabulary(word) || measure.test(word) : isTechnical(words, at);
	return checksum.test(text) || words.lower.every((word, at) => describes(word, at) || isLanguageWord(word) || isOfPhrase(words, at));
}

/** `电影天堂www.site.com`: a Chinese site's own note. */
const chineseSite = /[\u3400-\u9fff].{0,20}\.(?:com|net|org|cc|tv|me|cn|top|vip)/i;

/** Is the text in brackets the name of a site? */
function isSite(inside: string): boolean {
	return siteNames.has(inside.toLowerCase()) || (site.test(inside) && !signature.test(inside)) || chineseSite.test(inside);
}

/** The name without a site in front: `[www.site.org] - Title`. */
function withoutSitePrefix(name: string): string {
	return name.replace(sitePrefix, '');
}

/** A poster's name right after a technical word is the only name there is, so it is kept. */
function withoutSuffix(text: string): string {
	if (!text.includes('-')) {
		return text;
	}
	const shorter = text.replace(suffix, '');
	const before = posterAtEnd.test(shorter) ? poster.exec(shorter)?.groups?.['before'] : undefined;
	return before === undefined || isDescription(before) ? shorter : shorter.replace(poster, '');
}

function withoutGap(text: string): string {
	return '-_. '.includes(text.at(-1) ?? '|') ? text.replace(/[-_. ]{1,9}$/, '') : text;
}

function isAddition(inside: string, mayDescribe: boolean): boolean {
	return isSite(inside) || (mayDescribe && isDescription(inside));
}

/** Removes what others appended after the group: sites, suffixes and, on request, brackets that describe the file. */
function withoutAdditions(text: string, alsoDescriptions: boolean): string {
	let rest = text.endsWith(')') ? text.replace(peers, '') : text;
	for (let times = 0; times < 8; times++) {
		const brackets = ')]】'.includes(rest.at(-1) ?? ' ') ? lastBrackets.exec(rest) : null;
		const isAdded = brackets !== null && isAddition(brackets.groups!['inside']!.trim(), alsoDescriptions && rest.endsWith(']')); // the pattern has it
		const shorter = withoutGap(isAdded ? rest.slice(0, brackets.index) : withoutSuffix(rest));
		if (shorter === rest || shorter === '') {
			return rest;
		}
		rest = shorter;
	}
	return rest;
}
