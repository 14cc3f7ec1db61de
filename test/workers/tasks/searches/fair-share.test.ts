import test from 'ava';
import fc from 'fast-check';
import {fairShare, type InLine} from '#workers/tasks/searches/search-missing.ts';

const never: InLine = {lastSearchTime: null, cost: 1};
const at = (time: number, cost = 1): InLine => ({lastSearchTime: new Date(time), cost});
const many = (count: number, each: InLine) => Array.from({length: count}, () => each);

test('two lines share scarce searches in the order of how long their titles wait', t => {
	t.is(fairShare(many(10, never), many(10, never), 6), 3);
	t.is(fairShare(many(10, never), [], 6), 6);
	t.is(fairShare([], many(10, never), 6), 0);
	t.is(fairShare([at(1), at(5), at(9)], [at(2), at(3), at(4)], 4), 1);
	t.is(fairShare(many(10, at(1)), many(10, never), 6), 0);
	t.is(fairShare([never], many(10, at(1)), 6), 1);
	t.is(fairShare(many(10, never), many(10, {...never, cost: 5}), 12), 6);
});

const line = fc
	.array(
		fc.record({
			lastSearchTime: fc.option(fc.date({min: new Date(0), max: new Date(1000), noInvalidDate: true})),
			cost: fc.integer({min: 1, max: 20}),
		}),
	)
	.map(all => all.toSorted((a, b) => Number(a.lastSearchTime ?? -1) - Number(b.lastSearchTime ?? -1)));

test('neither line loses a search to the other, and none is left over while somebody waits', t => {
	fc.assert(
		fc.property(line, line, fc.nat(100), (a, b, room) => {
			const [first, second] = [fairShare(a, b, room), fairShare(b, a, room)];
			const wanted = [...a, ...b].reduce((sum, {cost}) => sum + cost, 0);
			// A tie at the very end may be given to either.
			return first + second >= Math.min(room, wanted) && first <= room && second <= room;
		}),
	);
	t.pass();
});
