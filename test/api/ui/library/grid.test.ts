import test from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';

const {layoutOf, topOf, indexAt} = await pageModule('library/grid.ts');
const wide = {least: 148, gap: 16, textHeight: 46};
const narrow = {least: 104, gap: 10, textHeight: 42};

/** Windows of people, with the pixels of the screen for one of the page: phones, a zoomed laptop, a large screen. */
const windows = [
	{width: 358, height: 844, ratio: 3, measures: narrow},
	{width: 288, height: 568, ratio: 1, measures: narrow},
	{width: 558, height: 500, ratio: 3.5, measures: wide},
	{width: 1592, height: 1000, ratio: 2, measures: wide},
];

for (const count of [100_000, 1_000_000]) {
	for (const {measures, ...sight} of windows) {
		test(`the last of ${count} titles is reached in ${sight.width} pixels with ${sight.ratio} of the screen for each`, t => {
			const {height: sightHeight, ratio} = sight;
			const {height, rowHeight} = layoutOf(count, measures, {...sight, top: 0});
			t.true(height < 17_800_000 && height * ratio < 33_500_000);
			const end = layoutOf(count, measures, {...sight, top: height - sightHeight});
			t.is(end.last, count);
			const rowsDrawn = Math.ceil((end.last - end.first) / end.columns);
			t.true(Math.abs(end.offset + rowsDrawn * rowHeight - measures.gap - height) <= 1, 'the last row ends where the wall does');
		});
	}
}

test('a wall that fits is not stretched, and draws what is in view with two rows above and below', t => {
	const layout = layoutOf(1000, narrow, {width: 358, height: 844, ratio: 3, top: 2210});
	t.like(layout, {columns: 3, rowHeight: 221, stretch: 1, first: 24, last: 48, offset: 8 * 221, height: 334 * 221 - 10});
});

test('the place of a title is the same in either direction, also on a stretched wall', t => {
	const layout = layoutOf(1_000_000, narrow, {width: 358, height: 844, ratio: 3, top: 0});
	t.true(layout.stretch > 1);
	t.is(Math.round(indexAt(topOf(123_456, layout), layout)), 123_456);
});

test('a wall without width, or without titles, draws nothing', t => {
	t.like(layoutOf(10, wide, {width: 0, height: 800, ratio: 1, top: 0}), {first: 0, last: 0});
	t.like(layoutOf(0, wide, {width: 800, height: 800, ratio: 1, top: 0}), {first: 0, last: 0, height: 0});
});
