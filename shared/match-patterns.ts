import {setImmediate} from 'node:timers/promises';
import {createContext, Script} from 'node:vm';
import {type PatternKind, patternKinds} from './domain/quality/custom-format.ts';
import type {PatternHits, PatternTexts} from './domain/quality/custom-formats.ts';

type Patterns = Readonly<Record<PatternKind, readonly string[]>>;

export interface PatternAnswer {
	/** One for each text, in the same order. */
	hits: PatternHits[];
	/** Patterns that exceeded the time limit; they count as not matching. */
	timedOut: string[];
	/** Patterns that are not valid regular expressions. */
	invalid: string[];
}

export interface PatternMatcher {
	/** Tests all patterns against the texts of many releases. */
	match(patterns: Patterns, texts: readonly PatternTexts[]): PatternAnswer;
}

/** Time limit of one call. */
const limitMilliseconds = 20;
/**
 * Starting a call costs as much as a few hundred tests. With this number, even slow but harmless
 * patterns stay within the limit.
 */
const testsPerCall = 1000;
/** Attempts of a pattern that used the processor in vain. */
const slowAttempts = 2;
/** Attempts in all: a busy machine may let a harmless pattern wait until its time is over. */
const maxAttempts = 10;
/** Time of the processor that this process has used so far. */
const usedMs = () => {
	const {user, system} = process.cpuUsage();
	return (user + system) / 1000;
};
/** Replaces a pattern that is left out: it matches nothing. */
const never = '(?!)';

function hitsOf(checks: readonly Check[], verdicts: string): PatternHits {
	const matched = patternKinds.map((_, text) => checks.filter((check, index) => check.text === text && verdicts[index] === '1'));
	const [releaseTitle, releaseGroup, edition] = matched.map(found => new Set(found.map(({pattern}) => pattern)));
	return {releaseTitle: releaseTitle ?? new Set(), releaseGroup: releaseGroup ?? new Set(), edition: edition ?? new Set()};
}

function portionsOf(subjects: readonly Subject[], checksEach: number): Subject[][] {
	const size = Math.max(1, Math.floor(testsPerCall / Math.max(1, checksEach)));
	return Array.from({length: Math.ceil(subjects.length / size)}, (_, index) => subjects.slice(index * size, (index + 1) * size));
}

function patternsWhere(checks: readonly Check[], isMeant: (check: Check, index: number) => boolean): string[] {
	return [...new Set(checks.filter(isMeant).map(({pattern}) => pattern))];
}

/**
 * Runs users' regular expressions under a time limit that really interrupts them. A pattern that exceeds it
 * is left out permanently.
 */
export function createPatternMatcher(processorMs: () => number = usedMs): PatternMatcher {
	const context = createPatternContext(limitMilliseconds);
	const struck = new Set<string>();

	/** One letter per subject. Only what used the processor is left out for good, not what waited for it. */
	function testAlone(check: Check, subjects: readonly Subject[]): string {
		for (let attempt = 0, slow = 0; attempt < maxAttempts && slow < slowAttempts; attempt++) {
			const before = processorMs();
			const verdicts = context.run([check], subjects);
			if (verdicts !== null) {
				return verdicts;
			}
			slow += processorMs() - before >= limitMilliseconds / 2 ? 1 : 0;
			if (slow === slowAttempts) {
				struck.add(check.pattern);
			}
		}
		return '0'.repeat(subjects.length);
	}

	/** The verdicts for each subject. When the limit is exceeded, each pattern is tried alone to find the slow one. */
	function test(checks: readonly Check[], subjects: readonly Subject[]): string[] {
		const fit = checks.map(check => (struck.has(check.pattern) ? {...check, pattern: never} : check));
		const together = context.run(fit, subjects);
		if (together !== null) {
			return subjects.map((_, index) => together.slice(index * checks.length, (index + 1) * checks.length));
		}
		const alone = fit.map(check => testAlone(check, subjects));
		return subjects.map((_, index) => alone.map(letters => letters[index]).join(''));
	}

	function match(patterns: Patterns, texts: readonly PatternTexts[]): PatternAnswer {
		const checks = patternKinds.flatMap((kind, text) => patterns[kind].map(pattern => ({pattern, text})));
		const subjects = texts.map(subject => patternKinds.map(kind => subject[kind]));
		const verdicts = portionsOf(subjects, checks.length).flatMap(portion => test(checks, portion));
		return {
			hits: texts.map((_, index) => hitsOf(checks, verdicts[index] ?? '')),
			timedOut: patternsWhere(checks, ({pattern}) => struck.has(pattern)),
			invalid: patternsWhere(checks, (_, index) => verdicts[0]?.[index] === '-'),
		};
	}

	return {match};
}

interface Check {
	pattern: string;
	/** Index of the subject's text to match the pattern against. */
	text: number;
}

/** The texts of one release. */
type Subject = readonly string[];

/** One character for each check of each subject: `1` match, `0` no match, `-` invalid regular expression. */
type Verdicts = string;

interface PatternContext {
	/** Null when the time limit was exceeded; then there are no results. */
	run(checks: readonly Check[], subjects: readonly Subject[]): Verdicts | null;
}

/** Each becomes thousands of ranges when it is read, which takes thousands of times as long as a letter. */
const maxProperties = 200;

/**
 * The regular expression of a user's pattern; null for an invalid one. Radarr ignores case, and .NET patterns may also
 * say so themselves. It is parsed here but compiled only on first use, so parsing takes time in proportion to its
 * length.
 */
function readPattern(pattern: string): RegExp | null {
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

/** Runs inside the context, where the time limit can interrupt it. What is too large to be built is no pattern. */
const source = `{
	const maxProperties = ${maxProperties};
	const compile = ${readPattern.toString()};
	const test = (check, text) => {
		try {
			return check.expression.test(text) ? '1' : '0';
		} catch {
			compiled.set(check.pattern, null);
			check.expression = null;
			return '-';
		}
	};
	compiled ??= new Map();
	const ready = checks.map(({pattern, text}) => {
		if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
		return {pattern, expression: compiled.get(pattern), text};
	});
	let verdicts = '';
	for (const subject of subjects) {
		for (const check of ready) {
			verdicts += check.expression === null ? '-' : test(check, subject[check.text]);
		}
	}
	verdicts;
}`;

/** The error is created inside the context, so it is not an instance of our Error. */
function isTimeout(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** A separate context for users' regular expressions. Compiled ones are cached there for its lifetime. */
function createPatternContext(limitMilliseconds: number): PatternContext {
	const context = createContext({checks: [], subjects: [], compiled: null}, {codeGeneration: {strings: false, wasm: false}});
	const script = new Script(source);

	function run(checks: readonly Check[], subjects: readonly Subject[]): Verdicts | null {
		context['checks'] = checks;
		context['subjects'] = subjects;
		try {
			return String(script.runInContext(context, {timeout: limitMilliseconds}));
		} catch (error) {
			if (isTimeout(error)) {
				return null;
			}
			throw error;
		}
	}

	return {run};
}

/** Milliseconds after which others have their turn. A body may have hundreds of patterns. */
const sliceMs = 5;

/** The requirement of a pattern, for the caller that sent it. */
export const patternRule = `must be a regular expression, with at most ${maxProperties} Unicode properties`;

/** The patterns that are not regular expressions. None of them is run here, where everybody would wait for it. */
export async function brokenPatterns(patterns: readonly string[]): Promise<Set<string>> {
	const broken = new Set<string>();
	let begunAt = performance.now();
	for (const pattern of patterns) {
		if (performance.now() - begunAt > sliceMs) {
			await setImmediate();
			begunAt = performance.now();
		}
		if (readPattern(pattern) === null) {
			broken.add(pattern);
		}
	}
	return broken;
}
