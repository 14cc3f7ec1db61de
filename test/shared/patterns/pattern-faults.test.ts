import test from 'ava';
import {createPatternMatcher} from '#shared/patterns/match-patterns.ts';
import {createPatternTrial} from '#shared/patterns/pattern-faults.ts';

test('five hundred slow patterns of a document are refused after the time of a few', async t => {
	const matcher = createPatternMatcher();
	t.teardown(matcher.close);
	const goes: number[] = [];
	const trial = createPatternTrial({
		findSlow: patterns => {
			goes.push(patterns.length);
			return matcher.findSlow(patterns);
		},
	});
	const slow = Array.from({length: 500}, (_, index) => `(x+x+)+y${index}z1`);
	const faults = await trial.faultsOf(['\\bgood\\b', '(', ...slow]);
	t.deepEqual([...faults.keys()].sort(), ['(', ...slow].sort());
	t.regex(faults.get(slow[0] ?? '') ?? '', /takes too long/);
	t.regex(faults.get(slow.at(-1) ?? '') ?? '', /not tried, because 50 others/);
	t.regex(faults.get('(') ?? '', /must be a regular expression/);
	// Searches have their turn between the goes.
	t.true(goes.every(each => each <= 20));
	t.true(goes.length <= 4, `${goes}`);
	// The limit is for the whole document.
	t.regex((await trial.faultsOf(['\\banother\\b'])).get('\\banother\\b') ?? '', /not tried/);
	t.is((await createPatternTrial(matcher).faultsOf(['\\banother\\b'])).size, 0);
});
