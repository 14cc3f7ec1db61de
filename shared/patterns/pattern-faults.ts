import type {PatternMatcher} from './match-patterns.ts';
import {brokenPatterns, patternRule} from './read-pattern.ts';

/** Judges the patterns of one document, such as a body or a guide, before anybody runs them. */
export interface PatternTrial {
	/** What is wrong with the patterns that cannot be used, for the sentence that names them. */
	faultsOf(patterns: readonly string[]): Promise<Map<string, string>>;
}

/** Patterns that are tried in one go. Searches wait for the same thread, and have their turn after each go. */
const triedTogether = 20;
/** Slow patterns of a document after which its others are not tried: each takes as long as thousands of good ones. */
const maxSlow = 50;

/** The requirement that a slow pattern does not meet, for the caller that sent it. */
const quickRule = 'takes too long on some names: write it without nested repetitions, such as a+ instead of (a+)+';
const untriedRule = `is not tried, because ${maxSlow} others that came with it take too long: correct or remove those first`;

export function createPatternTrial({findSlow}: Pick<PatternMatcher, 'findSlow'>): PatternTrial {
	let slowSoFar = 0;

	async function faultsOfSome(patterns: readonly string[]): Promise<[string, string][]> {
		if (slowSoFar >= maxSlow) {
			return patterns.map(each => [each, untriedRule]);
		}
		const slow = [...(await findSlow(patterns))];
		slowSoFar += slow.length;
		return slow.map(each => [each, quickRule]);
	}

	return {
		async faultsOf(patterns) {
			const all = [...new Set(patterns)];
			const broken = await brokenPatterns(all);
			const faults = new Map([...broken].map(each => [each, patternRule]));
			const readable = all.filter(pattern => !broken.has(pattern));
			for (let at = 0; at < readable.length; at += triedTogether) {
				for (const [pattern, fault] of await faultsOfSome(readable.slice(at, at + triedTogether))) {
					faults.set(pattern, fault);
				}
			}
			return faults;
		},
	};
}
