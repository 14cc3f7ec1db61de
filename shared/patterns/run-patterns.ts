import {createContext, Script} from 'node:vm';
import {maxProperties, readPattern} from './read-pattern.ts';

/** A pattern, and which of the texts of a subject it is matched against. */
export interface Check {
	pattern: string;
	text: number;
}

/** The texts of one release. */
export type Subject = readonly string[];

/** What a thread is asked: to match, or to find what would take long on texts that provoke it. */
export type PatternQuestion = {checks: readonly Check[]; subjects: readonly Subject[]} | {tried: readonly string[]};

/** One character for each check of each subject: `1` match, `0` no match, `-` invalid regular expression. */
type Verdicts = string;

export type PatternReply =
	| {
			/** One for each subject. */
			verdicts: Verdicts[];
			/** Patterns that took too long. They count as not matching. */
			slow: string[];
	  }
	| {
			/** Why there is no answer: the machine has no time for it, or all patterns together take too long. */
			unfinished: 'busy' | 'too_much';
	  };

export interface PatternRunner {
	answer(question: PatternQuestion): PatternReply;
}

/** Milliseconds of one run of many tests. */
const runMs = 20;
/**
 * Starting a run costs as much as a few hundred tests. With this number, even slow but harmless patterns stay within
 * the limit.
 */
const testsPerRun = 1000;
/** Milliseconds of one run of a single pattern with few texts, while there is time for slow ones, and then. */
const aloneMs = 10;
const hurriedMs = 2;
/** Runs of one pattern that used the processor in vain: the first one may have compiled it. */
const slowRuns = 2;
/** Runs of one pattern that only waited for the processor; each has twice the time of the one before. */
const waitedRuns = 7;
/** Milliseconds of the processor that slow patterns may use in one call before each has less time to prove itself. */
const slowBudgetMs = 3000;
/** The same for everything in one call. */
const wholeBudgetMs = 60_000;
/** Replaces a pattern that is left out: it matches nothing. */
const never = '(?!)';

class Unfinished extends Error {
	readonly why: 'busy' | 'too_much';

	constructor(why: 'busy' | 'too_much') {
		super(why);
		this.why = why;
	}
}

/** Milliseconds of the processor that this thread has used. */
const usedMs = () => {
	const {user, system} = process.threadCpuUsage();
	return (user + system) / 1000;
};

/**
 * Runs users' regular expressions within limits that really interrupt them. Whether one takes too long is decided by
 * the time of the processor, because a busy machine lets harmless ones wait.
 */
export function createPatternRunner(processorMs: () => number = usedMs): PatternRunner {
	const context = createPatternContext();

	function call(): {test(checks: readonly Check[], subjects: readonly Subject[]): Verdicts[]; slow: Set<string>} {
		const begin = processorMs();
		const slow = new Set<string>();
		let slowMs = 0;

		function refuseTooMuch(): void {
			if (processorMs() - begin > wholeBudgetMs) {
				throw new Unfinished('too_much');
			}
		}

		/** One letter per subject. */
		function testAlone(check: Check, subjects: readonly Subject[]): Verdicts {
			const isHurried = slowMs > slowBudgetMs;
			const limitMs = isHurried ? hurriedMs : Math.max(aloneMs, (runMs * subjects.length) / testsPerRun);
			let [runs, waited] = [0, 0];
			while (waited < waitedRuns) {
				refuseTooMuch();
				const before = processorMs();
				const verdicts = context.run([check], subjects, limitMs * 2 ** waited);
				if (verdicts !== null) {
					return verdicts;
				}
				const used = processorMs() - before;
				if (used < limitMs / 2) {
					waited += 1;
					continue;
				}
				runs += 1;
				slowMs += used;
				if (isHurried || runs === slowRuns) {
					slow.add(check.pattern);
					return '0'.repeat(subjects.length);
				}
			}
			throw new Unfinished('busy');
		}

		/** When the limit is exceeded, each pattern is tried alone to find the slow ones. */
		function testPortion(checks: readonly Check[], subjects: readonly Subject[]): Verdicts[] {
			refuseTooMuch();
			const fit = checks.map(check => (slow.has(check.pattern) ? {...check, pattern: never} : check));
			const together = context.run(fit, subjects, runMs);
			if (together !== null) {
				return subjects.map((_, index) => together.slice(index * checks.length, (index + 1) * checks.length));
			}
			const alone = fit.map(check => testAlone(check, subjects));
			return subjects.map((_, index) => alone.map(letters => letters[index]).join(''));
		}

		return {slow, test: (checks, subjects) => portionsOf(subjects, checks.length).flatMap(portion => testPortion(checks, portion))};
	}

	function answerWhole(question: PatternQuestion): PatternReply {
		const {test, slow} = call();
		if ('checks' in question) {
			const verdicts = test(question.checks, question.subjects);
			return {verdicts, slow: [...slow]};
		}
		for (const pattern of question.tried) {
			test(
				[{pattern, text: 0}],
				provokingTexts(pattern).map(text => [text]),
			);
		}
		return {verdicts: [], slow: [...slow]};
	}

	return {
		answer(question) {
			try {
				return answerWhole(question);
			} catch (error) {
				if (error instanceof Unfinished) {
					return {unfinished: error.why};
				}
				throw error;
			}
		},
	};
}

function portionsOf(subjects: readonly Subject[], checksEach: number): Subject[][] {
	const size = Math.max(1, Math.floor(testsPerRun / Math.max(1, checksEach)));
	return Array.from({length: Math.ceil(subjects.length / size)}, (_, index) => subjects.slice(index * size, (index + 1) * size));
}

interface PatternContext {
	/** Null when the time limit was exceeded; then there are no results. */
	run(checks: readonly Check[], subjects: readonly Subject[], limitMs: number): Verdicts | null;
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
function createPatternContext(): PatternContext {
	const context = createContext({checks: [], subjects: [], compiled: null}, {codeGeneration: {strings: false, wasm: false}});
	const script = new Script(source);

	function run(checks: readonly Check[], subjects: readonly Subject[], limitMs: number): Verdicts | null {
		context['checks'] = checks;
		context['subjects'] = subjects;
		try {
			return String(script.runInContext(context, {timeout: Math.ceil(limitMs)}));
		} catch (error) {
			if (isTimeout(error)) {
				return null;
			}
			throw error;
		}
	}

	return {run};
}

/** Long enough that a pattern whose time doubles with each letter never ends, and one that squares it is quick. */
const runLength = 60;
/** Letters of the pattern that are repeated. */
const maxLetters = 8;

/** What names are made of, whatever the pattern says. */
const usual = ['a', '0', '.', ' ', '-', '_', '[', 'A.', 'a1', '1080p.', 'web-dl '];

/** A name such as sites have it. */
const longName = 'A.Rather.Long.Name.Of.A.Film.2019.S01E02.MULTi.2160p.UHD.BluRay.REMUX.DV.HDR10.HEVC.TrueHD.7.1.Atmos-NOBODY';

/** Texts on which a pattern with nested repetitions takes long: what it repeats, many times, and something else. */
export function provokingTexts(pattern: string): string[] {
	const own = [...new Set(pattern.replace(/\\[a-z]/gi, '').match(/[a-z\d]/gi) ?? [])].slice(0, maxLetters);
	const words = (pattern.match(/[a-z\d]{2,12}/gi) ?? []).slice(0, maxLetters);
	const runs = [...new Set([...own, ...words, ...usual])].map(unit => unit.repeat(Math.ceil(runLength / unit.length)));
	return [...runs.flatMap(run => [`${run}\u0001`, `${longName}.${run}\u0001`]), longName];
}
