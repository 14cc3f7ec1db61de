import test, {type ExecutionContext} from 'ava';
import {pageModule} from '#test/helpers/ui/page-module.ts';
import {until} from '#test/helpers/until.ts';

const {createPictureSlots} = await pageModule('parts/picture-slots.ts');

/** Pictures that note when they begin. */
function withPictures(t: ExecutionContext, count: number) {
	const slots = createPictureSlots({pauseMs: 30});
	const begun: number[] = [];
	const takers = Array.from({length: count}, (_, index) => ({begin: () => void begun.push(index), giveUp: () => {}}));
	t.teardown(() => takers.forEach(taker => void slots.leave(taker)));
	return {slots, begun, takers, ask: () => takers.forEach(taker => void slots.ask(taker))};
}

test('three pictures load at a time: those that asked last, and the upper ones of them first', async t => {
	const {slots, begun, takers, ask} = withPictures(t, 5);
	ask();
	await Promise.resolve();
	t.deepEqual(begun, [0, 1, 2]);
	slots.end(takers[1], true);
	t.deepEqual(begun, [0, 1, 2, 3]);
	const later = [7, 8].map(index => ({begin: () => void begun.push(index), giveUp: () => {}}));
	later.forEach(taker => void slots.ask(taker));
	await Promise.resolve();
	slots.end(takers[0], true);
	slots.end(takers[2], true);
	t.deepEqual(begun, [0, 1, 2, 3, 7, 8]);
	slots.leave(takers[4]);
	later.forEach(taker => void slots.end(taker, true));
	t.deepEqual(begun, [0, 1, 2, 3, 7, 8]);
});

test('while no picture can be delivered all wait, and those that failed are tried again after the others', async t => {
	const {slots, begun, takers, ask} = withPictures(t, 7);
	ask();
	await Promise.resolve();
	[0, 1, 2].forEach(index => void slots.end(takers[index], false));
	[3, 4].forEach(index => void slots.end(takers[index], true));
	t.deepEqual(begun, [0, 1, 2, 3, 4]);
	await until(() => begun.length >= 8);
	t.deepEqual(begun.slice(5, 7), [5, 6]);
	[5, 6].forEach(index => void slots.end(takers[index], true));
	await until(() => begun.length >= 10);
	t.deepEqual(begun.slice(7).toSorted(), [0, 1, 2]);
});

test('a picture that keeps failing is given up, and one that left the view is not tried again', async t => {
	const {slots, begun, takers, ask} = withPictures(t, 2);
	ask();
	await Promise.resolve();
	slots.end(takers[1], false);
	slots.end(takers[0], false);
	slots.leave(takers[0]);
	await until(() => begun.length >= 3);
	slots.end(takers[1], false);
	await until(() => begun.length >= 4);
	slots.end(takers[1], false);
	const fresh = {begin: () => void begun.push(9), giveUp: () => {}};
	slots.ask(fresh);
	await until(() => begun.includes(9));
	t.deepEqual(begun, [0, 1, 1, 1, 9]);
	slots.leave(fresh);
});
