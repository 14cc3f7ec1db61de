import {brokenPatterns} from '#api/http/broken-patterns.ts';
import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {patternsOf} from '#shared/domain/quality/custom-formats.ts';
import type {Fault} from '#shared/errors.ts';

/** Finds patterns that are not regular expressions; each fault names its condition. */
export function patternFaults({conditions}: Pick<NewCustomFormat, 'conditions'>): Fault[] {
	const broken = brokenPatterns(Object.values(patternsOf([{id: '', name: '', conditions, includeWhenRenaming: false}])).flat());
	return conditions.flatMap(({value}, index) =>
		typeof value === 'string' && broken.has(value)
			? [{path: `conditions[${index}].value`, message: `conditions[${index}].value must be a regular expression`}]
			: [],
	);
}
