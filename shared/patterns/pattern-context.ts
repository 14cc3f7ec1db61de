import {createContext, Script} from 'node:vm';

export interface Check {
	pattern: string;
	/** Index of the subject's text to match the pattern against. */
	text: number;
}

/** The texts of one release. */
export type Subject = readonly string[];

/** One letter for each check of each subject: `1` match, `0` no match, `-` invalid regular expression. */
export type Verdicts = string;

export interface PatternContext {
	/** Null when the time limit was exceeded; then there are no results. */
	run(checks: readonly Check[], subjects: readonly Subject[]): Verdicts | null;
}

/**
 * Runs inside the context, where the time limit can interrupt it. Radarr ignores case, and .NET patterns
 * may also say so themselves.
 */
const source = `{
	const compile = pattern => {
		const bare = pattern.replace(/^\\(\\?i\\)/, '');
		for (const flags of /\\\\[pP]\\{/.test(bare) ? ['iu', 'i'] : ['i', 'iu']) {
			try {
				return new RegExp(bare, flags);
			} catch {}
		}
		return null;
	};
	compiled ??= new Map();
	const ready = checks.map(({pattern, text}) => {
		if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern));
		return {expression: compiled.get(pattern), text};
	});
	let verdicts = '';
	for (const subject of subjects) {
		for (const {expression, text} of ready) {
			verdicts += expression === null ? '-' : expression.test(subject[text]) ? '1' : '0';
		}
	}
	verdicts;
}`;

/** The error is created inside the context, so it is not an instance of our Error. */
function isTimeout(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** A separate context for users' regular expressions. Compiled ones are cached there for its lifetime. */
export function createPatternContext(limitMilliseconds: number): PatternContext {
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
