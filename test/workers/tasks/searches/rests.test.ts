import test from 'ava';
import {searchEpisodes} from '#shared/jobs/search.ts';
import {onlyAwake} from '#shared/store/tasks/task-state.ts';
import {buildMediaFile, movieDetails} from '#test/helpers/world/movie.ts';
import {createWorld} from '#test/helpers/world.ts';
import {searchCutoffUnmet, searchUpgrades} from '#workers/tasks/searches/search-better.ts';
import {searchMissingEpisodes, searchMissingMovies} from '#workers/tasks/searches/search-missing.ts';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour);
const early = {[onlyAwake]: true};

test('a run before its time takes new movies and those whose pause is over, and leaves the others to a whole run', async t => {
	const {addMovies, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const [resting, awake, forgotten, fresh, found] = (await addMovies(5)).map(({id}) => id);
	await addIndexer();
	for (const id of [resting, awake, forgotten, found]) {
		await deps.movies.markSearched(id!, inHours(-7));
	}
	const line = 'missingMovies';
	await deps.searchBackoff.note(resting!, inHours(-1), {line});
	await deps.searchBackoff.noteAll(
		[awake!, found!].map(id => ({id, line})),
		inHours(-7),
	);
	await deps.movies.setFile(found!, buildMediaFile({}), deps.now());
	t.like(await plan(searchMissingMovies, early), {itemsAffected: 2});
	const ids = (await waiting()).map(({movieId}) => movieId);
	t.deepEqual(ids.toSorted(), [awake, fresh].toSorted());
	t.deepEqual(await deps.searchBackoff.awake(line, deps.now()), [awake], 'what has a file leaves the line');
	t.like(await plan(searchMissingMovies), {itemsAffected: 1});
	t.true((await waiting()).some(({movieId}) => movieId === forgotten));
});

test('a task runs again when the next pause ends or a movie comes out, but not within the hour', async t => {
	const {addMovies, addIndexer, plan, deps} = await createWorld(t, {searches: {}});
	const [movie] = await addMovies(1);
	await addIndexer();
	const nextIn = async () => {
		await plan(searchMissingMovies, early);
		return Math.round(((Number((await deps.tasks.get('missingMovies')).nextRunAt) - Date.now()) / hour) * 10) / 10;
	};
	await deps.movies.markSearched(movie!.id, deps.now());
	await deps.searchBackoff.note(movie!.id, inHours(-1), {line: 'missingMovies'});
	t.is(await nextIn(), 5);
	const [later] = await addMovies(1);
	await deps.movies.change(later!.id, {minimumAvailability: 'released'}, deps.now());
	await deps.movies.refresh(later!.id, {...movieDetails, metaId: later!.metaId, digitalRelease: inHours(3)}, deps.now());
	t.is(await nextIn(), 3);
	await addMovies(1);
	t.is(await nextIn(), 1);
});

test('episodes wait in their line as movies do, and a series is asked for what is due of it', async t => {
	const {addSeries, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const {ids} = await addSeries(['2020-01-01', '2020-01-08', '2020-01-15', '2020-01-22']);
	const other = await addSeries(['2020-01-01']);
	await addIndexer();
	const line = 'missingEpisodes';
	await deps.episodes.markSearched([...ids, ...other.ids], inHours(-7));
	await deps.searchBackoff.noteAll(
		ids.slice(0, 2).map(id => ({id, line})),
		inHours(-7),
	);
	await deps.searchBackoff.noteAll(
		ids.slice(2).map(id => ({id, line})),
		inHours(-1),
	);
	t.like(await plan(searchMissingEpisodes, early), {itemsAffected: 1});
	// The one that was forgotten is not in the line, but no episode with a back-off is searched.
	t.deepEqual((await waiting())[0]?.episodeIds?.toSorted(), ids.slice(0, 2).toSorted());
	t.like(await plan(searchMissingEpisodes), {itemsAffected: 1});
});

test('files below the cutoff are looked at when their pause is over, and never twice for two reasons', async t => {
	const {addSeries, addMovies, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const {id, ids} = await addSeries(['2020-01-01', '2020-01-08']);
	const [movie] = await addMovies(1);
	await addIndexer();
	const poor = {quality: 'SDTV', qualityScore: 10, belowCutoff: true, dateAdded: new Date('2020-01-01')} as const;
	await deps.episodes.recordFile(
		{seriesId: id, episodeIds: ids.slice(0, 1), file: buildMediaFile({...poor, id: 'a', path: '/tv/a.mkv'}), replaces: []},
		deps.now(),
	);
	await deps.movies.setFile(movie!.id, buildMediaFile({...poor, id: 'b'}), deps.now());
	t.like(await plan(searchCutoffUnmet, early), {itemsAffected: 0});
	await deps.searchBackoff.noteAll(
		[
			{id: ids[0]!, line: 'betterEpisodes'},
			{id: movie!.id, line: 'betterMovies'},
		],
		inHours(-7),
	);
	t.like(await plan(searchCutoffUnmet, early), {itemsAffected: 2});
	t.like(await plan(searchUpgrades), {itemsAffected: 0});
	t.is((await waiting()).length, 2);
	const inMs = Number((await deps.tasks.get('upgrade')).nextRunAt) - Date.now();
	t.true(inMs <= hour, 'it looks again when that search is over');
	const [job] = (await waiting()).filter(({seriesId}) => seriesId !== undefined);
	t.false(
		await deps.jobs.isQueued(searchEpisodes, {
			seriesId: id,
			seasonNumber: null,
			episodeIds: job!.episodeIds!,
			reason: 'upgrade',
			executionId: job!.executionId!,
		}),
	);
});

test('an upgrade looks at files that their group may correct, and at no others', async t => {
	const {addMovies, addSeries, addIndexer, plan, waiting, deps} = await createWorld(t, {searches: {}});
	const movies = await addMovies(3);
	const {id, ids} = await addSeries(['2020-01-01', '2020-01-08']);
	await addIndexer();
	const young = {quality: 'Remux-2160p', qualityScore: 100, belowCutoff: false, dateAdded: new Date()} as const;
	const files = [young, {...young, releaseGroup: null}, {...young, dateAdded: inHours(-31 * 24)}];
	for (const [index, file] of files.entries()) {
		await deps.movies.setFile(movies[index]!.id, buildMediaFile({...file, id: `m${index}`}), deps.now());
	}
	for (const [index, file] of [young, files[2]!].entries()) {
		const row = {
			seriesId: id,
			episodeIds: [ids[index]!],
			file: buildMediaFile({...file, id: `e${index}`, path: `/tv/${index}.mkv`}),
			replaces: [],
		};
		await deps.episodes.recordFile(row, deps.now());
	}
	t.like(await plan(searchUpgrades), {itemsProcessed: 2, itemsAffected: 2});
	t.deepEqual(
		(await waiting()).map(({movieId, episodeIds}) => movieId ?? episodeIds?.join()).toSorted(),
		[movies[0]!.id, ids[0]].toSorted(),
	);
});
