import {createContext, Script} from 'node:vm';

export interface Check {
	pattern: string;
	/** Which of a subject's texts the pattern looks at. */
	text: number;
}

/** The texts of one release. */
export type Subject = readonly string[];

/** One letter for each check of each subject: `1` match, `0` none, `-` no regular expression. */
export type Verdicts = string;

export interface PatternContext {
	/** Null when the time limit struck; nothing is known then. */
	run(checks: readonly Check[], subjects: readonly Subject[]): Verdicts | null;
}

/**
 * Runs inside the context, where the time limit can interrupt it. Radarr ignores case, and .NET writes that into the
 * pattern too.
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

/** The error is born inside the context, so it is no instance of our Error. */
function isTimeout(error: unknown): boolean {
	return typeof error === 'object' && error !== null && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}

/** A place of its own for regular expressions of users; compiled ones stay there as long as it lives. */
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
