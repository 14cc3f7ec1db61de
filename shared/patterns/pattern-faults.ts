import type {PatternMatcher} from './match-patterns.ts';
import {brokenPatterns, patternRule} from './read-pattern.ts';

/** The part of a matcher that judges patterns before anybody runs them. */
export type PatternTrial = Pick<PatternMatcher, 'findSlow'>;

/** The requirement that a slow pattern does not meet, for the caller that sent it. */
const quickRule = 'takes too long on some names: write it without nested repetitions, such as a+ instead of (a+)+';

/** What is wrong with the patterns that cannot be used, for the sentence that names them. */
export async function faultsOfPatterns(patterns: readonly string[], {findSlow}: PatternTrial): Promise<Map<string, string>> {
	const all = [...new Set(patterns)];
	const broken = await brokenPatterns(all);
	const slow = await findSlow(all.filter(pattern => !broken.has(pattern)));
	return new Map([...[...broken].map(each => [each, patternRule] as const), ...[...slow].map(each => [each, quickRule] as const)]);
}
