import type {Resolution} from '../parsed-title.ts';
import {isBehindLastDash} from './mark-places.ts';
import type {Mark, Marks} from './marks.ts';

const restoration = /^(?:re(?:master|stor|scan)|scan|dcp)/;

/** `4K Remaster` tells the size of the scan, not of the picture. */
function isOfPicture({words}: Marks, {at, length}: Mark): boolean {
	return !restoration.test(words.lower[at + length] ?? '');
}

/** The lines a name states, the last when there are several; else those that a word such as UHD implies; else 0. */
export function findLines(found: Marks): Resolution {
	let implied: Resolution = 0;
	for (const mark of found.marks.toReversed()) {
		const {term} = mark;
		if (term.is !== 'resolution') {
			continue;
		}
		if (term.stated) {
			return term.lines;
		}
		if (!isBehindLastDash(found.words, mark) && isOfPicture(found, mark)) {
			implied = term.lines;
		}
	}
	return implied;
}
