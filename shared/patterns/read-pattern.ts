import {mapInTurns} from '../coordination/wait.ts';

/** Each becomes thousands of ranges when it is read, which takes thousands of times as long as a letter. */
export const maxProperties = 200;

/**
 * The regular expression of a user's pattern; null for an invalid one. Radarr ignores case, and .NET patterns may also
 * say so themselves. It is parsed here but compiled only on first use, so parsing takes time in proportion to its
 * length.
 */
export function readPattern(pattern: string): RegExp | null {
	const bare = pattern.replace(/^\(\?i\)/, '');
	if (bare.split(/\\p\{/i).length - 1 > maxProperties) {
		return null;
	}
	for (const flags of /\\[pP]\{/.test(bare) ? ['iu', 'i'] : ['i', 'iu']) {
		try {
			return new RegExp(bare, flags);
		} catch {
			// The other flags may fit.
		}
	}
	return null;
}

/** Whether a broken pattern is one of .NET, whose regular expressions have more than ours. */
export const isOfOtherDialect = (pattern: string): boolean =>
	readPattern(
		pattern
			.replaceAll(/\(\?[imnsx-]+\)/gi, '')
			.replaceAll(/\(\?(?:>|[imnsx-]+:|<-?\w*(?:-\w+)?>|'\w+')/gi, '(?:')
			.replaceAll(/\\p\{Is\w+\}/gi, '\\w'),
	) !== null;

/** The requirement of a pattern, for the caller that sent it. */
export const patternRule = `must be a regular expression, with at most ${maxProperties} Unicode properties`;

/** The patterns that are not regular expressions. None of them is run here, where everybody would wait for it. */
export async function brokenPatterns(patterns: readonly string[]): Promise<Set<string>> {
	return new Set((await mapInTurns(patterns, each => (readPattern(each) === null ? [each] : []))).flat());
}
