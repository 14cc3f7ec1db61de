import {createPatternContext} from '#shared/match-patterns.ts';

/** Milliseconds. Compiling a pattern takes far less, but a busy machine may stall. */
const limitMs = 1000;

/**
 * Returns the patterns that are not regular expressions. They are compiled where all user patterns run: isolated and
 * under a time limit.
 */
export function brokenPatterns(patterns: readonly string[]): Set<string> {
	const checks = patterns.map(pattern => ({pattern, text: 0}));
	const verdicts = checks.length > 0 ? createPatternContext(limitMs).run(checks, [['']]) : '';
	return new Set(patterns.filter((_pattern, index) => verdicts?.[index] === '-'));
}
