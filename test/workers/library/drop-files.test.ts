import test from 'ava';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {dropEpisodeFile, dropMovieFile} from '#workers/library/drop-file.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

const killed = async () => {
	throw new Error('killed');
};

/** What dies in the middle: before the history is written, or before the record is changed. */
const deaths: Record<string, (deps: WorkerDeps) => Partial<WorkerDeps>> = {
	'before it is told': ({history}) => ({history: {...history, add: killed}}),
	'before the record is changed': ({movies, episodes}) => ({
		movies: {...movies, dropFile: killed},
		episodes: {...episodes, removeFiles: killed},
	}),
};

for (const [when, death] of Object.entries(deaths)) {
	test(`a file that is gone is reported once, also by the run after one that died ${when}`, async t => {
		const world = await createWorld(t, {series: {}});
		const {deps, series} = world;
		const movie = await world.addMovie(movieDetails);
		const film = buildMediaFile({id: 'film', path: '/nowhere/film.mkv'});
		await deps.movies.setFile(movie.id, film, new Date());
		const path = '/nowhere/episode.mkv';
		const episodeIds = [(await world.episode(1, 1)).id];
		await deps.episodes.recordFile({seriesId: series.id, episodeIds, file: buildMediaFile({id: 'e', path}), replaces: []}, new Date());
		const dying = {...deps, ...death(deps)};
		const gone = {id: movie.id, title: movie.title, file: film};
		await t.throwsAsync(dropMovieFile(gone, dying), {message: 'killed'});
		await t.throwsAsync(dropEpisodeFile({seriesId: series.id, path}, dying), {message: 'killed'});
		t.deepEqual([await dropMovieFile(gone, deps), await dropEpisodeFile({seriesId: series.id, path}, deps)], [true, true]);
		t.deepEqual([await dropMovieFile(gone, deps), await dropEpisodeFile({seriesId: series.id, path}, deps)], [false, false]);
		const {entries} = await deps.history.page({page: 1, limit: 10});
		t.deepEqual(entries.map(({data}) => data['path']).toSorted(), [path, film.path]);
	});
}
