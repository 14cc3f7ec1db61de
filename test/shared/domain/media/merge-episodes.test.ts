import test from 'ava';
import {type KnownEpisode, mergeEpisodes} from '#shared/domain/media/merge-episodes.ts';
import {buildEpisodeDetails, buildSeason} from '#test/helpers/build-series.ts';
import {buildMediaFile} from '#test/helpers/world/movie.ts';

const known = (metaId: number | null, seasonNumber: number, episodeNumber: number, fileId?: string): KnownEpisode => ({
	metaId,
	seasonNumber,
	episodeNumber,
	file: fileId === undefined ? null : buildMediaFile({id: fileId}),
});
const season = (number: number, rows: [metaId: number, episodeNumber: number][]) =>
	buildSeason(number, [], {episodes: rows.map(([metaId, episodeNumber]) => buildEpisodeDetails(number, episodeNumber, {metaId}))});

test('episodes that change places keep their files', t => {
	const [a, b] = [known(1, 1, 1, 'fa'), known(2, 1, 2)];
	const {kept, added, removed, left} = mergeEpisodes(
		[a, b],
		[
			season(1, [
				[2, 1],
				[1, 2],
			]),
		],
	);
	t.deepEqual(
		kept.map(({known: each, details, file}) => [each.metaId, details.episodeNumber, file?.id ?? null]),
		[
			[2, 1, null],
			[1, 2, 'fa'],
		],
	);
	t.deepEqual([added, removed, left], [[], [], []]);
});

test('an episode without an id, or with a new one, is found by its numbers', t => {
	const rows = [known(null, 1, 1), known(9, 1, 2)];
	const {kept, added} = mergeEpisodes(rows, [
		season(1, [
			[1, 1],
			[2, 2],
			[3, 3],
		]),
	]);
	t.deepEqual(
		kept.map(({known: each}) => each),
		rows,
	);
	t.deepEqual(
		added.map(({episodeNumber}) => episodeNumber),
		[3],
	);
});

test('what is gone goes, unless it has a file', t => {
	const rows = [known(1, 1, 1), known(2, 1, 2), known(3, 1, 3, 'f3')];
	const {removed, left} = mergeEpisodes(rows, [season(1, [[1, 1]])]);
	t.deepEqual([removed, left], [[rows[1]], [rows[2]]]);
});

test('of two episodes that became one, the file goes to the one that is left', t => {
	const rows = [known(1, 1, 1, 'f1'), known(2, 1, 2)];
	const {kept, removed, left} = mergeEpisodes(rows, [season(1, [[2, 1]])]);
	t.is(kept[0]?.file?.id, 'f1');
	t.deepEqual([removed, left], [[rows[0]], []]);
});

test('silence about a season, or about all, removes nothing', t => {
	const rows = [known(1, 1, 1), known(2, 2, 1)];
	t.deepEqual(mergeEpisodes(rows, []).left, rows);
	t.deepEqual(mergeEpisodes(rows, [season(1, []), season(2, [[2, 1]])]).left, [rows[0]]);
});
