import type {NewCustomFormat} from '#shared/domain/quality/custom-format.ts';
import {patternsOf} from '#shared/domain/quality/custom-formats.ts';
import type {Fault} from '#shared/errors.ts';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';

const emptyTexts = {releaseTitle: '', releaseGroup: '', edition: ''};

/** Patterns that are no regular expressions, each at its condition. They are compiled under the time limit of every pattern. */
export function patternFaults({conditions}: Pick<NewCustomFormat, 'conditions'>): Fault[] {
	const patterns = patternsOf([{id: '', name: '', conditions, includeWhenRenaming: false}]);
	const {invalid} = createPatternMatcher().match(patterns, [emptyTexts]);
	return conditions.flatMap(({value}, index) =>
		typeof value === 'string' && invalid.includes(value)
			? [{path: `conditions[${index}].value`, message: `conditions[${index}].value must be a regular expression`}]
			: [],
	);
}
