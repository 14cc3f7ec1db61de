import {hourMs} from '../durations.ts';

/**
 * Milliseconds between two slots of a season. Half a day more than the longest rest, so that a search that begins some
 * hours after a slot still lets its episodes rest long enough before the next one.
 */
export const slotEveryMs = (7 * 24 + 12) * hourMs;

const offsetBasis = 0x81_1c_9d_c5;
const prime = 0x01_00_01_93;

/**
 * The first slot of a season at this moment or later. Each season has its own, so that its episodes become due together
 * and are asked for as a whole, and the seasons of a library are spread over the week.
 */
export function slotAfter(season: string, at: Date): Date {
	const offset = hashOf(season) % slotEveryMs;
	return new Date(offset + Math.ceil((Number(at) - offset) / slotEveryMs) * slotEveryMs);
}

/** FNV-1a. Its 32 bits are more milliseconds than lie between two slots. */
function hashOf(text: string): number {
	let hash = offsetBasis;
	for (const character of text) {
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), prime) >>> 0;
	}
	return hash;
}
