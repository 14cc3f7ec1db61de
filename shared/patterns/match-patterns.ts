import {Worker} from 'node:worker_threads';
import {type AskedChild, askChild, threadChild} from '../coordination/child.ts';
import {minuteMs} from '../domain/durations.ts';
import {type PatternKind, patternKinds} from '../domain/quality/custom-format.ts';
import type {PatternHits, PatternTexts} from '../domain/quality/custom-formats.ts';
import {Unavailable} from '../errors.ts';
import type {Check, PatternQuestion, PatternReply} from './run-patterns.ts';

type Patterns = Readonly<Record<PatternKind, readonly string[]>>;

export interface PatternAnswer {
	/** One for each text, in the same order. */
	hits: PatternHits[];
	/** Patterns that took too long, now or earlier; they count as not matching. */
	timedOut: string[];
	/** Patterns that are not valid regular expressions. */
	invalid: string[];
}

export interface PatternMatcher {
	/**
	 * Tests all patterns against the texts of many releases.
	 * @throws Unavailable `patterns_unfinished` if the machine is too busy, or all together take too long
	 */
	match(patterns: Patterns, texts: readonly PatternTexts[]): Promise<PatternAnswer>;
	/** The patterns that take too long on texts that provoke it. */
	findSlow(patterns: readonly string[]): Promise<Set<string>>;
	close(): Promise<void>;
}

/** Patterns that are left out in all processes alike: otherwise a release would have another score in each of them. */
export interface StruckPatterns {
	/** Which of these are left out. */
	among(patterns: readonly string[]): Promise<ReadonlySet<string>>;
	strike(patterns: readonly string[]): Promise<void>;
}

/** What this process has struck, for tests and measurements. */
function strikesOfThisProcess(): StruckPatterns {
	const struck = new Set<string>();
	return {
		async among(patterns) {
			return new Set(patterns.filter(pattern => struck.has(pattern)));
		},
		async strike(patterns) {
			for (const pattern of patterns) {
				struck.add(pattern);
			}
		},
	};
}

interface MatcherOptions {
	struck?: StruckPatterns;
	thread?: Pick<AskedChild<PatternQuestion, PatternReply>, 'ask' | 'close'>;
}

/**
 * Runs users' regular expressions in a thread, within limits: even to compile one may take long, which nothing
 * interrupts. A pattern that takes too long is left out from then on, in all processes.
 */
export function createPatternMatcher({struck = strikesOfThisProcess(), thread = patternThread()}: MatcherOptions = {}): PatternMatcher {
	return {
		async match(patterns, texts) {
			const checks = patternKinds.flatMap((kind, text) => patterns[kind].map((pattern): Check => ({pattern, text})));
			if (checks.length === 0 || texts.length === 0) {
				return {hits: texts.map(() => hitsOf([], '')), timedOut: [], invalid: []};
			}
			const all = [...new Set(checks.map(({pattern}) => pattern))];
			const known = await struck.among(all);
			const fit = checks.filter(({pattern}) => !known.has(pattern));
			const subjects = texts.map(subject => patternKinds.map(kind => subject[kind]));
			const {verdicts, slow} = finishedBy(await thread.ask({checks: fit, subjects}));
			if (slow.length > 0) {
				await struck.strike(slow);
			}
			// What was found slow after it had matched some texts counts for none of them.
			const left = new Set(slow);
			const counted = fit.map(check => (left.has(check.pattern) ? null : check));
			return {
				hits: texts.map((_, index) => hitsOf(counted, verdicts[index] ?? '')),
				timedOut: all.filter(pattern => known.has(pattern) || left.has(pattern)),
				invalid: [...new Set(fit.filter((_, index) => verdicts[0]?.[index] === '-').map(({pattern}) => pattern))],
			};
		},
		async findSlow(patterns) {
			return new Set(patterns.length === 0 ? [] : finishedBy(await thread.ask({tried: patterns})).slow);
		},
		close: thread.close,
	};
}

/** Milliseconds. The thread itself ends what takes long, so only a machine that stands still makes it this late. */
const answerLimitMs = 10 * minuteMs;
const idleMs = 5 * minuteMs;
const memoryMiB = 128;

function patternThread(): Pick<AskedChild<PatternQuestion, PatternReply>, 'ask' | 'close'> {
	const code = new URL('./patterns.worker.ts', import.meta.url);
	const resourceLimits = {maxOldGenerationSizeMb: memoryMiB, maxYoungGenerationSizeMb: 16};
	const {ask, end} = askChild<PatternQuestion, PatternReply>({
		start: () => threadChild(new Worker(code, {resourceLimits})),
		limitMs: answerLimitMs,
		idleMs,
		failure({why, error}) {
			const what = error ? `failed: ${error.message}` : why === 'late' ? 'did not answer' : 'ended';
			return new Unavailable('patterns_unfinished', `The thread that matches patterns ${what}. It is tried again.`);
		},
	});
	return {ask, close: end};
}

function finishedBy(reply: PatternReply): {verdicts: string[]; slow: string[]} {
	if ('unfinished' in reply) {
		throw new Unavailable('patterns_unfinished', unfinished[reply.unfinished]);
	}
	return reply;
}

const unfinished = {
	busy: 'The machine is too busy to match the patterns of custom formats and release profiles. It is tried again.',
	too_much: 'The patterns of all custom formats and release profiles together take more than a minute. Delete formats that are not used.',
};

function hitsOf(checks: readonly (Check | null)[], verdicts: string): PatternHits {
	const hits: Record<PatternKind, Set<string>> = {releaseTitle: new Set(), releaseGroup: new Set(), edition: new Set()};
	for (const [index, check] of checks.entries()) {
		const kind = check && verdicts[index] === '1' ? patternKinds[check.text] : undefined;
		if (check && kind) {
			hits[kind].add(check.pattern);
		}
	}
	return hits;
}
