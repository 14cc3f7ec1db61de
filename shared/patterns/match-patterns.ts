import {type PatternKind, patternKinds} from '../domain/quality/custom-format.ts';
import type {PatternHits, PatternTexts} from '../domain/quality/custom-formats.ts';
import {type Check, createPatternContext, type Subject} from './pattern-context.ts';

export type Patterns = Readonly<Record<PatternKind, readonly string[]>>;

export interface PatternAnswer {
	/** One for each of the texts, in their order. */
	hits: PatternHits[];
	/** Patterns that took longer than the limit: they count as no match. */
	timedOut: string[];
	/** Patterns that are no regular expression. */
	invalid: string[];
}

export interface PatternMatcher {
	/** Tests all patterns on the texts of many releases. */
	match(patterns: Patterns, texts: readonly PatternTexts[]): PatternAnswer;
}

/** Of one call. */
const limitMilliseconds = 20;
/** Starting a call costs as much as some hundred tests; so many of heavy but honest patterns stay within the limit. */
const testsPerCall = 1000;
/** A busy machine may stall an honest pattern once, not twice in a row. */
const attempts = 2;
/** Stands for a pattern that is left out: it matches nothing. */
const never = '(?!)';

function hitsOf(checks: readonly Check[], verdicts: string): PatternHits {
	const matched = patternKinds.map((_, text) => checks.filter((check, index) => check.text === text && verdicts[index] === '1'));
	const [releaseTitle, releaseGroup, edition] = matched.map(found => new Set(found.map(({pattern}) => pattern)));
	return {releaseTitle: releaseTitle ?? new Set(), releaseGroup: releaseGroup ?? new Set(), edition: edition ?? new Set()};
}

function portionsOf<T>(items: readonly T[], size: number): T[][] {
	return Array.from({length: Math.ceil(items.length / size)}, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** Runs the regular expressions of users under a time limit that really interrupts them; those that run too long are left out for good. */
export function createPatternMatcher(): PatternMatcher {
	const context = createPatternContext(limitMilliseconds);
	const struck = new Set<string>();

	/** One letter for each subject. */
	function testAlone(check: Check, subjects: readonly Subject[]): string {
		for (let attempt = 0; attempt < attempts; attempt++) {
			const verdicts = struck.has(check.pattern) ? null : context.run([check], subjects);
			if (verdicts !== null) {
				return verdicts;
			}
		}

		struck.add(check.pattern);
		return '0'.repeat(subjects.length);
	}

	/** The verdicts of each subject. When the limit strikes, each pattern is tried alone to find the one to blame. */
	function test(checks: readonly Check[], subjects: readonly Subject[]): string[] {
		const fit = checks.map(check => (struck.has(check.pattern) ? {...check, pattern: never} : check));
		const verdicts = context.run(fit, subjects);
		if (verdicts !== null) {
			return subjects.map((_, index) => verdicts.slice(index * checks.length, (index + 1) * checks.length));
		}

		const alone = fit.map(check => testAlone(check, subjects));
		return subjects.map((_, index) => alone.map(letters => letters[index]).join(''));
	}

	function match(patterns: Patterns, texts: readonly PatternTexts[]): PatternAnswer {
		const checks = patternKinds.flatMap((kind, text) => patterns[kind].map(pattern => ({pattern, text})));
		const subjects = texts.map(subject => patternKinds.map(kind => subject[kind]));
		const portions = portionsOf(subjects, Math.max(1, Math.floor(testsPerCall / Math.max(1, checks.length))));
		const verdicts = checks.length > 0 ? portions.flatMap(portion => test(checks, portion)) : [];
		const distinct = [...new Set(checks.map(({pattern}) => pattern))];
		return {
			hits: texts.map((_, index) => hitsOf(checks, verdicts[index] ?? '')),
			timedOut: distinct.filter(pattern => struck.has(pattern)),
			invalid: distinct.filter(pattern => verdicts[0]?.[checks.findIndex(check => check.pattern === pattern)] === '-'),
		};
	}

	return {match};
}
