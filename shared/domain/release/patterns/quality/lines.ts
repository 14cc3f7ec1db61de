import type {Resolution} from '../../parsed-title.ts';
import {isBehindLastDash} from '../marks/mark-places.ts';
import type {Mark, Marks} from '../marks/marks.ts';

const restoration = /^(?:re(?:master|stor|scan)|scan|dcp)/;

/** `4K Remaster` is the resolution of the scan, not of the picture. */
function isOfPicture({words}: Marks, {at, length}: Mark): boolean {
	return !restoration.test(words.lower[at + length] ?? '');
}

/**
 * The resolution that a name states, the last if there are several; else the one implied by a word such as UHD; else 0.
 */
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
