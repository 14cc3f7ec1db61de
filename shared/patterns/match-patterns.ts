import {createContext, Script} from 'node:vm';
import {type PatternKind, patternKinds} from '../domain/quality/custom-format.ts';
import type {PatternHits, PatternTexts} from '../domain/quality/custom-formats.ts';

export type Patterns = Readonly<Record<PatternKind, readonly string[]>>;

export interface PatternAnswer {
	hits: PatternHits;
	/** Patterns that took longer than the limit: they count as no match. */
	timedOut: string[];
	/** Patterns that are no regular expression. */
	invalid: string[];
}

export interface PatternMatcher {
	/** Tests all patterns on one release's texts. */
	match(patterns: Patterns, texts: PatternTexts): PatternAnswer;
}

/** Of one call, and of one pattern when a call had to be stopped. */
const limitMilliseconds = 20;
/** A busy machine may stall an honest pattern once; one that is stopped so often is left out for good. */
const strikesAllowed = 2;

/** Runs inside the context, where the time limit can interrupt it. Radarr ignores case, and .NET writes that into the pattern too. */
const source = `
	compiled ??= new Map();
	const compile = pattern => {
		const bare = pattern.replace(/^\\(\\?i\\)/, '');
		for (const flags of /\\\\[pP]\\{/.test(bare) ? ['iu', 'i'] : ['i', 'iu']) {
			try {
				return new RegExp(bare, flags);
			} catch {}
		}
		return null;
	};
	checks.map(([pattern, text]) => {
		if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
		const expression = compiled.get(pattern);
		return expression === null ? -1 : Number(expression.test(text));
	}).join()
`;

type Check = readonly [pattern: string, text: string];

/** The error is born inside the context, so it is no instance of our Error. */
function isTimeout(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/**
 * Runs the regular expressions of users under a time limit that really interrupts them, all of a release in one call.
 * Keeps compiled patterns, and which ones have run too long, for as long as it lives.
 */
export function createPatternMatcher(): PatternMatcher {
	const context = createContext({checks: [], compiled: null}, {codeGeneration: {strings: false, wasm: false}});
	const script = new Script(`{${source}}`);
	const strikes = new Map<string, number>();

	/** 1 is a match, 0 is none, -1 is no regular expression; null when the limit struck. */
	function run(checks: readonly Check[]): number[] | null {
		context['checks'] = checks;
		try {
			const answer: unknown = script.runInContext(context, {timeout: limitMilliseconds});
			return String(answer).split(',').map(Number);
		} catch (error) {
			if (isTimeout(error)) {
				return null;
			}

			throw error;
		}
	}

	function runAlone(check: Check): number {
		const [pattern] = check;
		const answer = run([check]);
		if (!answer) {
			strikes.set(pattern, (strikes.get(pattern) ?? 0) + 1);
			return 0;
		}

		return answer[0] ?? 0;
	}

	function match(patterns: Patterns, texts: PatternTexts): PatternAnswer {
		const isStruck = (pattern: string) => (strikes.get(pattern) ?? 0) >= strikesAllowed;
		const asked = patternKinds.flatMap(kind => patterns[kind].map(pattern => ({kind, pattern})));
		const fit = asked.filter(({pattern}) => !isStruck(pattern));
		const checks = fit.map(({kind, pattern}): Check => [pattern, texts[kind]]);
		const before = new Map(strikes);
		const results = checks.length > 0 ? (run(checks) ?? checks.map(runAlone)) : [];
		const named = (kind: PatternKind) =>
			new Set(fit.filter((check, index) => check.kind === kind && results[index] === 1).map(({pattern}) => pattern));

		return {
			hits: {releaseTitle: named('releaseTitle'), releaseGroup: named('releaseGroup'), edition: named('edition')},
			timedOut: [...new Set(asked.map(({pattern}) => pattern))].filter(
				pattern => isStruck(pattern) || (strikes.get(pattern) ?? 0) > (before.get(pattern) ?? 0),
			),
			invalid: [...new Set(fit.filter((_, index) => results[index] === -1).map(({pattern}) => pattern))],
		};
	}

	return {match};
}
