import {findLanguages, type LanguageHit, subtitleMarkers} from './language-hits.ts';
import {isLanguageWord} from './quality/dictionary.ts';
import {longestName, splitWords, type Words} from './quality/words.ts';

/** Chinese words are not separated from others, so they are searched as characters. */
const chineseText = /[简繁]|字幕|中字|国语|國語|粤语/;

/**
 * German releases use `DL` (dual language) when they also have the original sound, and `ML` when they also have
 * English. `WEB-DL` is unrelated.
 */
function addOriginal({lower}: Words, languages: Set<string>): void {
	const dual = lower.some((word, at) => word === 'dl' && lower[at - 1] !== 'web');
	const multi = lower.includes('ml');
	if (dual || multi) {
		languages.add('original');
	}
	if (multi && !dual) {
		languages.add('english');
	}
}

/**
 * Sound languages in a release name, lower case as in the table; empty when it has none. The media title must be cut
 * out of `name`, because a title may contain the name of a language.
 */
export function parseLanguages(name: string): string[] {
	const words = splitWords(name);
	const hits = findLanguages(words);
	if (hits.length === 0) {
		return chineseText.test(words.name) ? ['chinese'] : [];
	}
	const dropped = ofSubtitles(words, hits);
	const languages = new Set(hits.filter(hit => !dropped.has(hit)).map(hit => hit.language));
	if (chineseText.test(words.name)) {
		languages.add('chinese');
	}
	if (languages.size === 1 && languages.has('german')) {
		addOriginal(words, languages);
	}
	return [...languages];
}

/** Is a word the extension of a subtitle file? Then the language is that of the file itself. */
function isSubtitleFile({name, lower, starts}: Words, at: number): boolean {
	return at === lower.length - 1 && name.slice((starts[at] ?? 0) - 1) === '.sub';
}

/** Languages of subtitles: those right after `Sub`, otherwise the codes or the one name right before it. */
function ofSubtitles(words: Words, hits: LanguageHit[]): Set<LanguageHit> {
	const dropped = new Set<LanguageHit>();
	for (let at = 0; at < words.lower.length; at++) {
		if (!subtitleMarkers.has(words.lower[at] ?? '') || isSubtitleFile(words, at)) {
			continue;
		}
		let next = at + 1;
		for (const hit of hits) {
			if (hit.at === next) {
				dropped.add(hit);
				next += hit.length;
			}
		}
		if (next === at + 1) {
			dropBefore(words, hits, {at, dropped});
		}
	}
	return dropped;
}

/**
 * `AC3 5.1 esp eus Subs`: codes right after the audio format belong to the sound, so the
 * subtitles have no known language.
 */
const sound = /^(?:[1-9]|(?:e?ac3|dts|aac|flac|opus|ddp?|mp3|truehd|ma|atmos)\d*)$/;

function isBehindSound({lower}: Words, hits: LanguageHit[], marker: number): boolean {
	let first = marker;
	for (const hit of hits.toReversed()) {
		first = hit.at + hit.length === first ? hit.at : first;
	}
	return (
		marker - first > 1 && /^\d$/.test(lower[first - 1] ?? '') && (sound.test(lower[first - 2] ?? '') || sound.test(lower[first - 3] ?? ''))
	);
}

function dropBefore(words: Words, hits: LanguageHit[], {at: marker, dropped}: {at: number; dropped: Set<LanguageHit>}): void {
	if (isBehindSound(words, hits, marker)) {
		return;
	}
	let end = marker;
	for (const hit of hits.toReversed()) {
		if (hit.at + hit.length !== end) {
			continue;
		}
		if (hit.form === 'word' && end !== marker) {
			return;
		}
		dropped.add(hit);
		end = hit.form === 'word' ? -1 : hit.at;
	}
}

const burntIn = /(?<![a-z0-9])(?:(?<word>(?<language>[a-z]{2,10}?)subs?)|hc|subbed|hard[-_. ]?sub(?:s|bed)?)(?![a-z0-9])/gi;

/** A quick check that nearly every name fails. */
const mayHaveSubs = /sub|hc/i;

/**
 * The word for burnt-in subtitles: `KORSUBS`, or one common word when no language is named; null when there is none.
 */
export function parseHardcodedSubs(name: string): string | null {
	if (!mayHaveSubs.test(name)) {
		return null;
	}
	for (const {groups} of name.slice(0, longestName).matchAll(burntIn)) {
		const language = groups?.['language']?.toLowerCase();
		if (language === undefined) {
			return 'Generic Hardcoded Subs';
		}
		if (language === 'hard' || isLanguageWord(language)) {
			return groups?.['word'] ?? null;
		}
	}
	return null;
}
