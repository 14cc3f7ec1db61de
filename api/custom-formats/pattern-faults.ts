import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {patternsOf} from '#shared/domain/quality/custom-formats.ts';
import type {Fault} from '#shared/errors.ts';
import {createPatternContext} from '#shared/patterns/pattern-context.ts';

/** Milliseconds; reading a pattern takes far less, but a busy machine may stall. */
const limitMs = 1000;

/** Patterns that are no regular expressions, each at its condition. They are read where every pattern runs, apart from us and under a time limit. */
export function patternFaults({conditions}: Pick<NewCustomFormat, 'conditions'>): Fault[] {
	const patterns = Object.values(patternsOf([{id: '', name: '', conditions, includeWhenRenaming: false}])).flat();
	const checks = patterns.map(pattern => ({pattern, text: 0}));
	const verdicts = checks.length > 0 ? createPatternContext(limitMs).run(checks, [['']]) : '';
	const broken = new Set(patterns.filter((_pattern, index) => verdicts?.[index] === '-'));
	return conditions.flatMap(({value}, index) =>
		typeof value === 'string' && broken.has(value)
			? [{path: `conditions[${index}].value`, message: `conditions[${index}].value must be a regular expression`}]
			: [],
	);
}
