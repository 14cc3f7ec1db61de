import type {Words} from '../marks/words.ts';
import {type LanguageHit, subtitleMarkers} from './language-hits.ts';

/** Is a word the extension of a subtitle file? Then the language is that of the file itself. */
function isSubtitleFile({name, lower, starts}: Words, at: number): boolean {
	return at === lower.length - 1 && name.slice((starts[at] ?? 0) - 1) === '.sub';
}

/** Languages of subtitles: those right after `Sub`, otherwise the codes or the one name right before it. */
export function ofSubtitles(words: Words, hits: LanguageHit[]): Set<LanguageHit> {
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
