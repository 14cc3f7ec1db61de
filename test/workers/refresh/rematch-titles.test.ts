import test from 'ava';
import {buildMediaFile, movieDetails, writeAt} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {handlePreviewRematch, handleRematchTitle} from '#workers/refresh/rematch-titles.ts';

const titles = {
	movies: [{id: 99, title: 'The Loud Harbour', releaseDate: '2018-05-01'}],
	series: [
		{
			id: 77,
			title: 'Stone Lanterns',
			seasons: [{number: 1, episodes: [1, 2].map(number => ({number, title: `Stone ${number}`, airDate: '2020-01-01'}))}],
		},
	],
};

test('a movie becomes another one of the provider: its id, file, folder and monitoring stay', async t => {
	const {deps, run, library, addMovie} = await createWorld(t, {titles});
	const {id} = await addMovie(movieDetails);
	const file = buildMediaFile({id: 'film', path: await writeAt(`${library}/The Quiet Harbour (2019)/film.mkv`)});
	await deps.movies.setFile(id, file, new Date());
	const before = await deps.movies.get(id);
	await handleRematchTitle({kind: 'movie', titleId: id, metaId: 99}, deps, run());
	const {metaId, title, year, file: now, path, monitored} = await deps.movies.get(id);
	t.deepEqual({metaId, title, year}, {metaId: 99, title: 'The Loud Harbour', year: 2018});
	t.deepEqual({now, path, monitored}, {now: before.file, path: before.path, monitored: before.monitored});
	const other = await addMovie(movieDetails);
	const error = await t.throwsAsync(handleRematchTitle({kind: 'movie', titleId: other.id, metaId: 99}, deps, run()));
	t.like(error, {code: 'movie_exists'});
	t.is((await deps.movies.get(other.id)).metaId, movieDetails.metaId);
});

test('the files of a series go to the episodes with their numbers in the other series; the preview says which', async t => {
	const {deps, run, series, episode} = await createWorld(t, {series: {}, titles});
	for (const number of [1, 3]) {
		const {id} = await episode(1, number);
		const path = await writeAt(`${series.path}/${number}.mkv`);
		const file = buildMediaFile({id: `file-${number}`, path});
		await deps.episodes.recordFile({seriesId: series.id, episodeIds: [id], file, replaces: []}, new Date());
	}
	const preview = await handlePreviewRematch({titleId: series.id, metaId: 77}, deps, run());
	t.like(preview, {title: 'Stone Lanterns', matchedFiles: 1, leftFiles: 1});
	t.deepEqual(
		preview.files.map(({episodeNumber, newTitle}) => [episodeNumber, newTitle]),
		[
			[3, null],
			[1, 'Stone 1'],
		],
	);
	t.is((await deps.series.get(series.id)).title, series.title, 'a preview changes nothing');
	const first = await episode(1, 1);
	await handleRematchTitle({kind: 'series', titleId: series.id, metaId: 77}, deps, run());
	t.like(await deps.series.get(series.id), {metaId: 77, title: 'Stone Lanterns'});
	t.like(await episode(1, 1), {id: first.id, title: 'Stone 1', file: first.file});
	t.is((await episode(1, 3)).file?.id, 'file-3');
});
