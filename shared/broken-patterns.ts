import {setImmediate as turn} from 'node:timers/promises';
import {maxProperties, readPattern} from './match-patterns.ts';

/** Milliseconds after which others have their turn. A body may have hundreds of patterns. */
const turnMs = 5;

/** The requirement of a pattern, for the caller that sent it. */
export const patternRule = `must be a regular expression, with at most ${maxProperties} Unicode properties`;

/** The patterns that are not regular expressions. None of them is run here, where everybody would wait for it. */
export async function brokenPatterns(patterns: readonly string[]): Promise<Set<string>> {
	const broken = new Set<string>();
	let begunAt = performance.now();
	for (const pattern of patterns) {
		if (performance.now() - begunAt > turnMs) {
			await turn();
			begunAt = performance.now();
		}
		if (readPattern(pattern) === null) {
			broken.add(pattern);
		}
	}
	return broken;
}
