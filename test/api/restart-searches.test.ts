import test, {type ExecutionContext} from 'ava';
import {buildIndexer} from '#test/helpers/build-indexer.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';

async function restingLibrary(t: ExecutionContext) {
	const served = await serve(t);
	const {deps} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const movie = await addMovie(served);
	const series = await deps.series.add(buildSeriesDetails(), buildNewSeries(), deps.now());
	const episodes = (await deps.episodes.ofSeries(series.id)).map(({id}) => id);
	const ids = {movie: movie.id, episode: episodes[0]!, subtitles: `subtitles-${movie.id}`};
	for (const id of Object.values(ids)) {
		await deps.searchBackoff.note(id, deps.now());
	}
	return {
		...served,
		movie,
		series,
		async paused() {
			const found = await deps.searchBackoff.paused(Object.values(ids), deps.now());
			return Object.entries(ids)
				.filter(([, id]) => found.has(id))
				.map(([name]) => name);
		},
	};
}

test('a new indexer, or one that is switched on, makes every title worth a search, but no subtitles', async t => {
	const {call, paused, deps, movie} = await restingLibrary(t);
	const {status, body} = await call('POST /api/indexers', {body: buildIndexer({enabled: false})});
	t.is(status, 201);
	t.deepEqual(await paused(), ['movie', 'episode', 'subtitles']);
	t.is((await call(`PUT /api/indexers/${body.id}`, {body: {enabled: true}})).status, 200);
	t.deepEqual(await paused(), ['subtitles']);
	await deps.searchBackoff.note(movie.id, deps.now());
	await call(`PUT /api/indexers/${body.id}`, {body: {enabled: true, priority: 1}});
	t.deepEqual(await paused(), ['movie', 'subtitles']);
	await call('POST /api/indexers', {body: buildIndexer({name: 'Another'})});
	t.deepEqual(await paused(), ['subtitles']);
});

test('another profile makes its titles worth a search', async t => {
	const {call, paused, deps, movie, series} = await restingLibrary(t);
	const {id} = await deps.qualityProfiles.getDefault();
	t.is((await call(`PUT /api/library/series/${series.id}`, {body: {qualityProfileId: id}})).status, 200);
	t.deepEqual(await paused(), ['movie', 'subtitles']);
	t.is((await call(`PUT /api/library/movies/${movie.id}`, {body: {qualityProfileId: id}})).status, 200);
	t.deepEqual(await paused(), ['subtitles']);
});
