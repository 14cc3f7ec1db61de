import test, {type ExecutionContext} from 'ava';
import {readFeedEvents} from '#api/calendar/feed.ts';
import {Conflict} from '#shared/errors.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

/** Two libraries for movies and one for series, each with a root folder of its own. */
async function withLibraries(t: ExecutionContext) {
	const served = await serve(t);
	const {deps, directory} = served;
	await deps.qualityProfiles.ensureDefaults(deps.now());
	const {id: qualityProfileId} = await deps.qualityProfiles.getDefault();
	const add = async (name: string, type: 'movies' | 'tv') => {
		const path = `${directory}/${name}`;
		const root = await deps.rootFolders.add({name, path}, deps.now());
		const flags = {enabled: true, monitored: true, backfillEnabled: false};
		const profiles = {qualityProfileId, languageProfileId: 'l'};
		return {...(await deps.libraries.add({name, type, rootFolderId: root.id, ...profiles, ...flags}, deps.now())), path};
	};
	const [hd, uhd, shows] = [await add('HD', 'movies'), await add('4K', 'movies'), await add('Shows', 'tv')];
	const addTo = (library: typeof hd, metaId = 4711) =>
		addMovie(served, {metaId}, {libraryId: library.id, rootFolderPath: library.path, path: `${library.path}/${metaId}`});
	return {...served, hd, uhd, shows, addTo};
}

test('a body that names a library may add a copy, and a refusal names the copies that there are', async t => {
	const served = await withLibraries(t);
	const {call, hd, uhd, addTo} = served;
	const {id, path} = await addTo(hd);
	const asked: {libraryId: string | null; besideOthers?: boolean}[] = [];
	await answerJobs(t, served, {
		addMovie: async payload => {
			asked.push(payload);
			if (payload.libraryId !== uhd.id || !payload.besideOthers) {
				throw new Conflict('movie_exists', 'The Lamp is in the library already.');
			}
			return {id: unknownId, title: 'The Lamp'};
		},
	});
	const post = (body: object) => call('POST /api/library/movies', {body: {metaId: 4711, ...body}});
	t.is((await post({libraryId: uhd.id})).status, 201);
	for (const body of [{libraryId: hd.id}, {rootFolderPath: uhd.path}, {rootFolderPath: uhd.path, libraryId: null}]) {
		t.like((await post(body)).body, {status: 409, code: 'movie_exists', copies: [{id, libraryId: hd.id, path}]});
	}
	t.deepEqual(
		asked.map(({besideOthers}) => besideOthers ?? false),
		[true, true, false, false],
	);
});

test('a title moves to a library that has no copy of it, and its files only if they shall', async t => {
	const {call, deps, hd, uhd, addTo} = await withLibraries(t);
	const [one, two] = [await addTo(hd), await addTo(uhd)];
	const put = (id: string, body: object) => call(`PUT /api/library/movies/${id}`, {body});
	const copies = [
		{id: one.id, libraryId: hd.id, path: one.path},
		{id: two.id, libraryId: uhd.id, path: two.path},
	];
	t.like((await put(one.id, {libraryId: uhd.id, monitored: false})).body, {status: 409, code: 'movie_exists', copies});
	t.true((await deps.movies.get(one.id)).monitored, 'nothing of it is changed');
	t.is((await put(two.id, {libraryId: null})).status, 200);
	const moved = await put(one.id, {libraryId: uhd.id});
	t.like(moved.body, {success: true});
	t.is(moved.body.taskId, undefined);
	t.like(await deps.movies.get(one.id), {libraryId: uhd.id, path: `${hd.path}/4711`});
	const other = await addTo(hd, 8);
	const withFiles = await put(other.id, {libraryId: uhd.id, moveFiles: true});
	t.regex(withFiles.body.taskId, /^files-/);
	const [change] = (await deps.fileChanges.page({page: 1, limit: 10})).changes;
	t.like(change, {kind: 'move', to: uhd.path, path: `${uhd.path}/8`});
});

test('a bulk change takes each film into a library once', async t => {
	const {call, deps, hd, uhd, addTo} = await withLibraries(t);
	const [one, two, other] = [await addTo(hd), await addTo(uhd), await addTo(hd, 8)];
	const {body} = await call('PUT /api/library/movies/bulk', {body: {ids: [one.id, two.id, other.id], libraryId: uhd.id}});
	const error = 'The library has this movie already.';
	t.like(body, {success: false, updatedCount: 2, failedCount: 1, failures: [{id: one.id, error}]});
	t.is((await deps.movies.get(other.id)).libraryId, uhd.id);
});

test('an exclusion is for the library alone while another one has the title', async t => {
	const {call, deps, hd, uhd, addTo} = await withLibraries(t);
	const [one, two] = [await addTo(hd), await addTo(uhd)];
	await deps.movies.setFile(two.id, buildMediaFile(), deps.now());
	t.is((await call(`DELETE /api/library/movies/${one.id}?addImportExclusion=true`)).status, 204);
	t.true(await deps.importExclusions.has('movie', 4711, hd.id));
	t.false(await deps.importExclusions.has('movie', 4711, uhd.id));
	t.truthy((await deps.movies.get(two.id)).file, 'the other copy stays as it is');
	t.is((await call(`DELETE /api/library/movies/${two.id}?addImportExclusion=true`)).status, 204);
	t.true(await deps.importExclusions.has('movie', 4711, uhd.id));
});

test('series have the same rules', async t => {
	const {call, deps, shows} = await withLibraries(t);
	const add = (libraryId: string | null) =>
		deps.series.add(buildSeriesDetails({metaId: 9}), {...buildNewSeries({path: `/tv/${libraryId}`}), libraryId}, deps.now());
	const [one, two] = [await add(shows.id), await add(null)];
	const {body} = await call(`PUT /api/library/series/${two.id}`, {body: {libraryId: shows.id}});
	t.like(body, {status: 409, code: 'series_exists'});
	t.is(body.copies.length, 2);
	t.is((await call(`DELETE /api/library/series/${one.id}?deleteAddImportListExclusion=true`)).status, 204);
	t.true(await deps.importExclusions.has('series', 9, shows.id));
	t.false(await deps.importExclusions.has('series', 9, 'other'));
});

test('a search names an unknown library as a fault', async t => {
	const {call} = await withLibraries(t);
	const {body} = await call('GET /api/search?metaId=4711&libraryId=none');
	t.like(body, {status: 400, errors: [{path: 'libraryId'}]});
});

test('the calendar has a row for each copy, with its library, and its feed one event for all of them', async t => {
	const served = await withLibraries(t);
	const {call, deps, hd, uhd} = served;
	const digitalRelease = new Date(Date.now() + 2 * 86_400_000);
	for (const library of [hd, uhd]) {
		const choice = {libraryId: library.id, rootFolderPath: library.path, path: `${library.path}/x`};
		await addMovie(served, {metaId: 4711, inCinemas: null, digitalRelease}, choice);
	}
	const {body} = await call('GET /api/calendar');
	const shelves = body.events.map(({libraryId}: {libraryId: string}) => libraryId);
	t.deepEqual(shelves.toSorted(), [hd.id, uhd.id].toSorted());
	const events = await readFeedEvents({past: 1, future: 9, unmonitored: false, type: null, max: 10}, deps);
	t.is(events.length, 1);
});

test('a title shows the copies of it', async t => {
	const {call, deps, hd, uhd, shows, addTo} = await withLibraries(t);
	const [one, two] = [await addTo(hd), await addTo(uhd)];
	const copies = [
		{id: one.id, libraryId: hd.id, path: one.path},
		{id: two.id, libraryId: uhd.id, path: two.path},
	];
	t.deepEqual((await call(`GET /api/library/movies/${two.id}`)).body.copies, copies);
	const {id, path} = await deps.series.add(buildSeriesDetails({metaId: 9}), {...buildNewSeries({}), libraryId: shows.id}, deps.now());
	t.deepEqual((await call(`GET /api/library/series/${id}`)).body.copies, [{id, libraryId: shows.id, path}]);
});
