import {isBehindTitle, type Marks} from './marks.ts';
import {type SourceRow, streamingServices} from './source.ts';

/**
 * The source that a name tells: the last sure word, or else the last word that may be one and stands behind the title.
 * A region or a screener says more than the DVD it came on.
 */
export function findSource(found: Marks): SourceRow | null {
	let sure: SourceRow | null = null;
	let unsure: SourceRow | null = null;
	for (const mark of found.marks) {
		const {term} = mark;
		if (term.is !== 'source') {
			continue;
		}
		if (term.sure) {
			sure = term.row;
		} else if (isBehindTitle(found, mark) && (unsure === null || term.row.name !== 'dvd')) {
			unsure = term.row;
		}
	}
	const narrower = unsure !== null && (unsure.modifier === 'regional' || unsure.modifier === 'screener');
	return sure?.source === 'dvd' && narrower ? unsure : (sure ?? unsure);
}

/** Whether a streaming service's tag stands behind the title. */
export function hasStreamingService({words, titleEnd}: Marks): boolean {
	for (let at = titleEnd; at < words.lower.length; at++) {
		if (streamingServices.has(words.name.slice(words.starts[at], words.ends[at]))) {
			return true;
		}
	}
	return false;
}
