import test from 'ava';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {readEvents} from '#test/helpers/read-events.ts';
import {serve} from '#test/helpers/serve.ts';

test('the stream tells what happens to movies', async t => {
	const served = await serve(t);
	const {deps, url, call, headersOf} = served;
	const stream = await readEvents(t, `${url}/api/library/events`, await headersOf('streaming'));
	const {id} = await addMovie(served, {}, {libraryId: 'films'});
	const about = {kind: 'movie', id, libraryId: 'films'};
	t.like(await stream.next(), {event: 'titleAdded', data: about});
	await call(`PUT /api/library/movies/${id}`, {body: {monitored: false}});
	t.like(await stream.next(), {event: 'titleChanged', data: about});
	await deps.movies.replaceFile(id, buildMediaFile(), {replaces: null, at: deps.now()});
	t.like(await stream.next(), {event: 'fileAdded', data: about});
	await deps.movies.dropFile(id, buildMediaFile().id, {unmonitor: false, at: deps.now()});
	t.like(await stream.next(), {event: 'fileRemoved', data: about});
	await call(`DELETE /api/library/movies/${id}`);
	t.like(await stream.next(), {event: 'titleRemoved', data: about});
});

test('the stream tells what happens to series and their files', async t => {
	const {deps, url, call, headersOf} = await serve(t);
	const stream = await readEvents(t, `${url}/api/library/events`, await headersOf('user'));
	const {id} = await deps.series.add(buildSeriesDetails(), buildNewSeries(), deps.now());
	const about = {kind: 'series', id, libraryId: null};
	t.like(await stream.next(), {event: 'titleAdded', data: about});
	const [episode] = await deps.episodes.ofSeason(id, 1);
	await call(`PUT /api/library/episodes/${episode?.id}`, {body: {monitored: false}});
	t.like(await stream.next(), {event: 'titleChanged', data: about});
	await deps.episodes.recordFiles(id, [{episodeIds: [episode?.id ?? ''], file: buildMediaFile(), replaces: []}], deps.now());
	t.like(await stream.next(), {event: 'fileAdded', data: about});
	await deps.episodes.removeFiles({seriesId: id, fileIds: [buildMediaFile().id]}, deps.now());
	t.like(await stream.next(), {event: 'fileRemoved', data: about});
	await call(`DELETE /api/library/series/${id}`);
	t.like(await stream.next(), {event: 'titleRemoved', data: about});
});

test('titles that come and go are in the history', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served, {}, {addedBy: {kind: 'backfill', id: 'films'}});
	await served.call(`DELETE /api/library/movies/${id}`);
	const {body} = await served.call(`GET /api/history?movieId=${id}`);
	t.like(body.history[0], {event: 'titleRemoved', title: 'The Quiet Harbour (2019)', data: {metaId: 4711}});
	t.like(body.history[1], {event: 'titleAdded', movieId: id, data: {metaId: 4711, addedBy: 'backfill', addedById: 'films'}});
});

test('who adds a title is shown with it', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served, {collectionMetaId: 90, collectionTitle: 'Harbours'}, {addedBy: {kind: 'person', id: null}});
	const {body} = await served.call(`GET /api/library/movies/${id}`);
	t.like(body, {addedBy: {kind: 'person', id: null}, collectionMetaId: 90, collectionTitle: 'Harbours'});
	t.deepEqual((await served.call('GET /api/library/movies')).body.movies[0].addedBy, {kind: 'person', id: null});
	await served.deps.connection.collection('movies').updateOne({}, {$unset: {addedBy: 1, collectionMetaId: 1}});
	t.like((await served.call(`GET /api/library/movies/${id}`)).body, {addedBy: null, collectionMetaId: null});
});
