import test from 'ava';
import {seriesTogether} from '#shared/domain/media/series-together.ts';

test('series are done together until there are too many of them or of their episodes; a long one is alone', t => {
	const of = (...counts: number[]) => counts.map(totalEpisodeCount => ({totalEpisodeCount}));
	const steps = (all: {totalEpisodeCount: number}[]) =>
		seriesTogether(all, {series: 3, episodes: 100}).map(some => some.map(each => each.totalEpisodeCount));
	t.deepEqual(steps(of()), []);
	t.deepEqual(steps(of(50, 50, 1)), [[50, 50], [1]]);
	t.deepEqual(steps(of(1, 2, 3, 4)), [[1, 2, 3], [4]]);
	t.deepEqual(steps(of(1, 5000, 1)), [[1], [5000], [1]]);
});
