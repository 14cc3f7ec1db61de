import type {ParsedTitle} from '../release/parsed-title.ts';
import {foldLetters} from '../text/fold-letters.ts';

/** Words of a release name around the title of the work. Each text begins and ends with a space, as its words do. */
export interface BesideTitle {
	before: string;
	/** Behind the title of the library's record, which may be shorter than the one that was read. */
	behindKnown: string;
	/** Behind all that was read as the title. */
	behindRead: string;
}

/** `+` and `&` join what a release holds. */
const word = /[\p{L}\p{N}]+|[+&]/gu;
/** Words that people leave out of a title, or replace. */
const loose: ReadonlySet<string> = new Set(['and', '&', '+', 'the', 'a', 'an']);

function wordsOf(text: string): string[] {
	const plain = text
		.toLowerCase()
		.normalize('NFKD')
		.replace(/[\p{M}'’`]/gu, '');
	return foldLetters(plain).match(word) ?? [];
}

const joined = (words: readonly string[]) => ` ${words.join(' ')} `;

/** Where the title begins and ends among the words; null if it is not there as a whole. */
function findTitle(words: readonly string[], title: string): {start: number; end: number} | null {
	const wanted = wordsOf(title).filter(each => !loose.has(each));
	for (let start = 0; wanted.length > 0 && start < words.length; start += 1) {
		let found = 0;
		for (let at = start; at < words.length; at += 1) {
			if (words[at] === wanted[found]) {
				found += 1;
			} else if (found === 0 || !loose.has(words[at] ?? '')) {
				break;
			}
			if (found === wanted.length) {
				return {start, end: at + 1};
			}
		}
	}
	return null;
}

/**
 * The words beside the title: what is part of a title, such as `Extras` or `Season of the Witch`, says nothing about
 * what the release holds. `recorded` is the title that the library has for it.
 */
export function besideTitle({releaseTitle, title, year: yearRead}: ParsedTitle, recorded: string | null): BesideTitle {
	const words = wordsOf(releaseTitle);
	const read = findTitle(words, title);
	const known = (recorded === null ? null : findTitle(words, recorded)) ?? read;
	const year = yearRead ? words.indexOf(String(yearRead)) : -1;
	const otherwise = {start: 0, end: year < 0 ? words.length : year};
	const behind = (found: {end: number} | null) => joined(words.slice((found ?? otherwise).end));
	return {before: joined(words.slice(0, (known ?? otherwise).start)), behindKnown: behind(known), behindRead: behind(read ?? known)};
}
