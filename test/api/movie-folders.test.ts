import {mkdir} from 'node:fs/promises';
import test, {type ExecutionContext} from 'ava';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {serve} from '#test/helpers/serve.ts';

async function withFilms(t: ExecutionContext) {
	const served = await serve(t);
	const [films, more] = [`${served.directory}/films`, `${served.directory}/more`];
	await answerDisks(t, served);
	for (const path of [films, more]) {
		await mkdir(path);
		await served.call('POST /api/root-folders', {body: {path}});
	}
	const add = (metaId: number, title: string, root = films) =>
		addMovie(served, {metaId, imdbId: null, title}, {rootFolderPath: root, path: `${root}/${title}`});
	const pathOf = async (id: string) => (await served.deps.movies.get(id)).path;
	return {...served, films, more, add, pathOf};
}

test('the folder of a movie is shown in lists and alone', async t => {
	const {call, add, films} = await withFilms(t);
	const {id} = await add(1, 'Lamp');
	t.is((await call('GET /api/library/movies')).body.movies[0].path, `${films}/Lamp`);
	t.is((await call(`GET /api/library/movies/${id}`)).body.path, `${films}/Lamp`);
});

test('a movie moves to another folder in its record, with a root folder or alone', async t => {
	const {call, deps, add, films, more} = await withFilms(t);
	const {id} = await add(1, 'Lamp');
	const put = (body: object) => call(`PUT /api/library/movies/${id}`, {body});
	t.is((await put({path: `${films}/L/./Lamp (2019)/`})).status, 200);
	t.like(await deps.movies.get(id), {path: `${films}/L/Lamp (2019)`, rootFolderPath: films});
	t.is((await put({rootFolderPath: more})).status, 200);
	t.like(await deps.movies.get(id), {path: `${more}/L/Lamp (2019)`, rootFolderPath: more});
	t.is((await put({path: `${films}/Lamp`})).status, 200);
	t.like(await deps.movies.get(id), {path: `${films}/Lamp`, rootFolderPath: films});
	// Programs send back what they have read.
	t.is((await put({path: `${films}/Lamp`, rootFolderPath: films, monitored: false})).status, 200);
	t.like(await deps.movies.get(id), {path: `${films}/Lamp`, monitored: false});
});

test('a movie cannot have the folder of another title, a root folder, or one outside of all root folders', async t => {
	const {call, deps, add, films, more, pathOf} = await withFilms(t);
	const {id} = await add(1, 'Lamp');
	await add(2, 'Second');
	await deps.series.add(buildSeriesDetails({metaId: 3}), buildNewSeries({path: `${films}/Tides`}), deps.now());
	const wrong: [string, RegExp][] = [
		['relative', /absolute path/],
		[films, /below a root folder/],
		['/etc', /below a root folder/],
		[`${films}/../x`, /below a root folder/],
		[`${films}/Second`, /such as that of Second/],
		[`${films}/Second/deeper`, /such as that of Second/],
		[`${films}/Tides`, /such as that of Paper Lanterns/],
		[`${films}/.kinoteka-folder`, /kept for the program itself/],
		[`${films}/.kinoteka-folder/Lamp`, /kept for the program itself/],
		[`${films}/La\nmp`, /must not contain control characters/],
		[`${films}/La\tmp`, /must not contain control characters/],
		[`${films}/La\u0085mp/x`, /must not contain control characters/],
		[`${films}/${'ö'.repeat(128)}/Lamp`, /more than 255 bytes/],
	];
	for (const [path, message] of wrong) {
		const {status, body} = await call(`PUT /api/library/movies/${id}`, {body: {path}});
		t.is(status, 400, path);
		t.is(body.errors[0].path, 'path');
		t.regex(body.errors[0].message, message, path);
	}
	await deps.rootFolders.add({name: 'Below', path: `${more}/a/b`}, deps.now());
	const {body} = await call(`PUT /api/library/movies/${id}`, {body: {path: `${more}/a`}});
	t.regex(body.errors[0].message, /must not be a root folder or contain one/);
	t.is((await call(`PUT /api/library/movies/${id}`, {body: {path: '/x'.repeat(2100)}})).status, 400);
	t.is((await call('PUT /api/library/movies/bulk', {body: {ids: [id], path: `${films}/All`}})).status, 400);
	t.is(await pathOf(id), `${films}/Lamp`);
});

test('many movies that change their root folder take their folders along, except those that would meet', async t => {
	const {call, deps, add, films, more, pathOf} = await withFilms(t);
	const [lamp, tides, twin, there] = [
		await add(1, 'Lamp'),
		await add(2, 'Tides'),
		await add(3, 'Lamp', `${films}/x`),
		await add(4, 'Tides', more),
	];
	const ids = [lamp.id, tides.id, twin.id, there.id];
	const {status, body} = await call('PUT /api/library/movies/bulk', {body: {ids, rootFolderPath: `${more}/`, monitored: false}});
	t.is(status, 200);
	t.like(body, {success: false, updatedCount: 2, failedCount: 2});
	t.deepEqual(body.failures, [
		{id: tides.id, error: `Its folder would be ${more}/Tides, which is that of Tides.`},
		{id: twin.id, error: `Its folder would be ${more}/Lamp, which is that of another title.`},
	]);
	t.deepEqual(await Promise.all(ids.map(pathOf)), [`${more}/Lamp`, `${films}/Tides`, `${films}/x/Lamp`, `${more}/Tides`]);
	t.like(await deps.movies.get(lamp.id), {rootFolderPath: more, monitored: false});
	t.like(await deps.movies.get(tides.id), {rootFolderPath: films, monitored: true});
	t.like(await deps.movies.get(there.id), {rootFolderPath: more, monitored: false});
});

test('the removal of a file knows the folder of its movie', async t => {
	const {call, deps, add, films} = await withFilms(t);
	const {id} = await add(1, 'Lamp');
	await deps.movies.setFile(id, buildMediaFile({path: `${films}/Lamp/a.mkv`}), deps.now());
	t.is((await call(`DELETE /api/library/movies/${id}?deleteFiles=true`)).status, 204);
	const [job] = await deps.jobs.queue('import').getJobs(['waiting', 'prioritized']);
	t.like(job?.data.payload, {path: `${films}/Lamp/a.mkv`, folder: `${films}/Lamp`});
});
