import type {SubtitleKind} from '../media/subtitle.ts';
import {type FoundLanguage, isRegion, languageAt, regionalForm, toSubtitleLanguage, wordsOf} from './language-words.ts';

/** What a file name says about a subtitle. */
export interface SubtitleTags extends Omit<SubtitleKind, 'language'> {
	/** A code of `subtitle-languages.ts`; null when the name does not say it. */
	language: string | null;
}

/** In the languages in which discs and streaming services label them, without accents. */
const forcedWords: ReadonlySet<string> = new Set(
	'forced foreign karaoke signs songs erzwungen forces forcada forcadas forcado forcados forcee forcees forzado forzados forzada forzate forzati forzato tvungen'.split(
		' ',
	),
);
const impairedWords: ReadonlySet<string> = new Set(
	(
		'sdh cc hoh deaf impaired captions closedcaptions gehorlose horgeschadigte malentendant malentendants sourds ' +
		'sordo sordi sordos sordas surdos ensurdecidos doven slechthorenden horselshammede'
	).split(' '),
);
/** Hindi, or hearing-impaired beside another language. */
const hindiOrImpaired = 'hi';
/** They say nothing about the language. */
const plainWords: ReadonlySet<string> = new Set(
	'ass closed default dialogue full hard hearing normal only orig original parts non not regular sub subs subtitle subtitles text track und undefined utf'.split(
		' ',
	),
);
/** A comment on the film replaces no subtitles of the film. */
const commentWords: ReadonlySet<string> = new Set(
	'comment commentary comments kommentar kommentare commentaire commentaires commento commenti comentario comentarios'.split(' '),
);
/** In names of releases these may be French: `Comment tuer son boss`. */
const looseCommentWords: ReadonlySet<string> = new Set(['comment', 'comments']);
const negations: ReadonlySet<string> = new Set(['non', 'not', 'without']);
/** Regions that, next to these, are not a language: `pt.br`, `zh.hk`. */
const dividedRegions: ReadonlySet<string> = new Set(
	(
		'419 br cn hans hant hk latam mx tw america american big5 brasil brasileiro brazil brazilian hongkong latin latino ' +
		'latinoamerica mexican mexico taiwan trad traditional'
	).split(' '),
);
/** Characters of a text that are read; a longer one is not the name of a subtitle. */
const maxLetters = 300;

interface Segment {
	words: string[];
	found: FoundLanguage | null;
	/** Every word is a language, a region, a mark or a number. */
	isClear: boolean;
}

/**
 * Reads the part of a name that follows the video's name: `.pt-BR.sdh`, `_eng`, ` (English, forced)`, `.Director's
 * Commentary.en`. Codes count only where nothing else stands between dots, so that `.This is it` is not Italian.
 */
export function readTags(text: string): SubtitleTags {
	const segments = text.slice(-maxLetters).split('.').map(toSegment);
	const words = segments.flatMap(segment => segment.words);
	const spoken = segments.filter(segment => segment.found !== null && (segment.isClear || segment.found.isName));
	const clear = spoken.filter(({isClear}) => isClear);
	const others = clear.filter((segment, position) => !isHi(segment) && !isRegionOf(clear.slice(0, position), segment));
	const chosen = others.at(-1) ?? clear.at(-1) ?? spoken.at(-1) ?? null;
	const isComment = isCommentary(text);
	const language = chosen === null ? null : languageOf(chosen, segments);
	return {
		language: isComment ? null : language,
		forced: saysForced(words, language),
		hearingImpaired: saysImpaired(words) || hasHi(words, chosen),
	};
}

/** Is it a comment on the film, by its name? */
export function isCommentary(text: string): boolean {
	return wordsOf(text).some(word => commentWords.has(word));
}

/** Does the name of a release say that it is of a comment on the film? */
export function namesCommentary(release: string): boolean {
	return wordsOf(release).some(word => commentWords.has(word) && !looseCommentWords.has(word));
}

/** `Forcé` without its accent is an English word, too. */
function saysForced(words: readonly string[], language: string | null): boolean {
	return says(words, forcedWords) || (language === 'fr' && says(words, new Set(['force'])));
}

/** `Non udenti` are the deaf, and `hard of hearing` are too. */
function saysImpaired(words: readonly string[]): boolean {
	const text = ` ${words.join(' ')} `.replace(notForHearing, ' ');
	return says(text.split(' '), impairedWords) || / (?:non udenti|hard of hearing) /.test(text);
}

const notForHearing = / (?:non|not|without)(?: for)?(?: the)? (?:(?:deaf|hard of|hearing|impaired|or|and) )+/;

/** `Non-forced` says the opposite. `No` is no such word, because it is Norwegian. */
function says(words: readonly string[], marks: ReadonlySet<string>): boolean {
	return words.some((word, position) => marks.has(word) && !negations.has(words[position - 1] ?? ''));
}

/** The language of a name that says nothing else, such as that of a folder; null for any other. */
export function readClearly(text: string): (SubtitleTags & {isName: boolean}) | null {
	const {isClear, found} = toSegment(text.slice(0, maxLetters).replaceAll('.', ' '));
	return isClear && found ? {...readTags(text.replaceAll('.', ' ')), isName: found.isName} : null;
}

/** Reads a track inside a video: its language, as the file gives it, and its title. */
export function readTrackTags({language, title}: {language: string; title: string}): SubtitleTags {
	const ofTitle = readTags(title);
	const own = toSubtitleLanguage(language);
	const words = wordsOf(title);
	// `Brazilian` and `Traditional` in a title say which form of the language it is.
	const isForm = own !== null && ofTitle.language?.startsWith(`${own}-`);
	const spoken = own === null || isForm ? ofTitle.language : regionalForm(own, words);
	return {
		language: isCommentary(title) ? null : spoken,
		forced: saysForced(words, own),
		hearingImpaired: ofTitle.hearingImpaired || (own !== null && own !== 'hi' && words.includes(hindiOrImpaired)),
	};
}

function toSegment(text: string): Segment {
	const words = wordsOf(text);
	let found: FoundLanguage | null = null;
	let isClear = words.length > 0;
	for (let position = 0; position < words.length; ) {
		const here = languageAt(words, position);
		const word = words[position] ?? '';
		// The first one counts: what follows may be its region, or the second of a bilingual subtitle.
		const isBetter = here !== null && (found === null || (here.isName && !found.isName) || isLoneHi(found, words));
		if (here && isBetter && !(word === hindiOrImpaired && found !== null)) {
			found = here;
		}
		isClear &&= here !== null || isSaidBesides(word);
		position += here?.length ?? 1;
	}
	return {words, found, isClear};
}

/** `track3_[eng]`, as programs that take tracks out of a video name them. */
const numbered = /^(?:track|sub|id)?\d+$/;

const isLoneHi = (found: FoundLanguage, words: readonly string[]) =>
	words[0] === hindiOrImpaired && found.language === 'hi' && !found.isName;

function isSaidBesides(word: string): boolean {
	return forcedWords.has(word) || impairedWords.has(word) || plainWords.has(word) || isRegion(word) || numbered.test(word);
}

/** `br` after `pt`, which alone is Breton. */
function isRegionOf(before: readonly Segment[], {words}: Segment): boolean {
	const [word = '', ...more] = words;
	const makesForm = ({found}: Segment) => found !== null && regionalForm(found.language, [word]) !== found.language;
	return more.length === 0 && dividedRegions.has(word) && before.some(makesForm);
}

const isHi = ({words}: Segment) => words.length === 1 && words[0] === hindiOrImpaired;

function hasHi(words: readonly string[], chosen: Segment | null): boolean {
	const count = words.filter(word => word === hindiOrImpaired).length;
	return chosen?.found?.language === hindiOrImpaired && !chosen.found.isName ? count > 1 : count > 0;
}

/** With its region, which may stand between dots of its own. */
function languageOf({words, found}: Segment, segments: readonly Segment[]): string {
	const divided = segments.filter(each => each.words.every(word => dividedRegions.has(word))).flatMap(each => each.words);
	return regionalForm(found?.language ?? '', [...words, ...divided]);
}
