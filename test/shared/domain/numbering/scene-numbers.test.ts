import test from 'ava';
import {type SceneEntry, sceneNumbersOf, usableEntries} from '#shared/domain/numbering/scene-numbers.ts';

const entry = (tvdb: [number, number], scene: [number, number, number?]): SceneEntry => ({
	tvdb: {season: tvdb[0], episode: tvdb[1]},
	scene: {season: scene[0], episode: scene[1], absolute: scene[2] ?? null},
});
const number = (season: number, episode: number) => ({season, episode});

test('episodes after the last row of a map continue its numbers, and are marked', t => {
	const entries = [entry([1, 1], [1, 1, 1]), entry([1, 13], [2, 1, 13]), entry([1, 14], [2, 2, 14])];
	t.deepEqual(sceneNumbersOf([number(1, 1), number(1, 14), number(1, 16), number(1, 5), number(0, 1)], entries), [
		{season: 1, episode: 1, absolute: 1, guessed: false},
		{season: 2, episode: 2, absolute: 14, guessed: false},
		{season: 2, episode: 4, absolute: 16, guessed: true},
		null,
		null,
	]);
});

test('seasons after the last row continue its numbers only if the map has another number of seasons', t => {
	const same = [entry([1, 1], [1, 1]), entry([2, 1], [2, 1])];
	const more = [entry([1, 1], [1, 1]), entry([1, 13], [2, 1]), entry([2, 1], [3, 1])];
	t.deepEqual(sceneNumbersOf([number(3, 4)], same), [null]);
	t.deepEqual(sceneNumbersOf([number(3, 4)], more), [{season: 4, episode: 4, absolute: null, guessed: true}]);
});

test('a guess never takes a number that the map gives to another episode', t => {
	const entries = [entry([1, 12], [1, 12]), entry([2, 1], [1, 13])];
	t.deepEqual(sceneNumbersOf([number(1, 13), number(1, 14)], entries), [null, {season: 1, episode: 14, absolute: null, guessed: true}]);
});

test('rows with impossible numbers, and numbers that two rows claim, are dropped and counted', t => {
	const rows = [
		entry([1, 1], [1, 1]),
		entry([1, 2], [1, 2]),
		entry([1, 3], [1, 2]),
		entry([-1, 4], [1, 4]),
		entry([0, 0], [1, 5]),
		entry([1, 6], [1, Number.NaN]),
	];
	t.deepEqual(usableEntries(rows), {entries: [rows[0]], dropped: 5});
});

test('counts from the start that are impossible or stand in two rows are left out, and numbers beyond any show dropped', t => {
	const rows = [entry([1, 1], [1, 1, 1]), entry([1, 2], [1, 2, 2]), entry([1, 3], [1, 3, 2]), entry([1, 4], [1, 4, -4])];
	const far = [entry([1, 5], [1e15, 1]), entry([1, 6], [1, 1e15])];
	const {entries, dropped} = usableEntries([...rows, ...far]);
	t.deepEqual(
		entries.map(({scene}) => scene.absolute),
		[1, null, null, null],
	);
	t.is(dropped, 2);
});

test('of two seasons that would get one number, neither does', t => {
	const entries = [entry([1, 5], [1, 5, 5]), entry([2, 1], [1, 6, 6])];
	t.deepEqual(sceneNumbersOf([number(1, 7), number(2, 2), number(2, 3)], entries), [
		null,
		null,
		{season: 1, episode: 8, absolute: 8, guessed: true},
	]);
});
