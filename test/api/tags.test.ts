import test, {type ExecutionContext} from 'ava';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const base = '/api/tags';
const unknownId = '00000000-0000-4000-8000-000000000000';

async function withTitles(t: ExecutionContext) {
	const served = await serve(t);
	const movie = await addMovie(served);
	const series = await served.deps.series.add(buildSeriesDetails(), buildNewSeries(), served.deps.now());
	return {...served, movie, series};
}

/** A library of movies and one of series over folders of their own. */
async function withLibraries({deps, directory}: Served) {
	const now = deps.now();
	const add = async (name: string, type: 'movies' | 'tv', overrides = {}) => {
		const root = await deps.rootFolders.add({name, path: `${directory}/${name}`}, now);
		const profiles = {qualityProfileId: 'of-library', languageProfileId: 'l'};
		const flags = {enabled: true, monitored: true, backfillEnabled: false, ...overrides};
		return deps.libraries.add({name, type, rootFolderId: root.id, ...profiles, ...flags}, now);
	};
	return {films: await add('Films', 'movies'), shows: await add('Shows', 'tv'), off: await add('Off', 'movies', {enabled: false})};
}

test('a tag is added once, listed with its titles and records, and deleted when nothing uses it', async t => {
	const {call, movie, series} = await withTitles(t);
	const first = await call(`POST ${base}`, {body: {label: 'Für Kinder'}});
	t.is(first.status, 201);
	t.like(first.body, {label: 'fur-kinder', number: 1, renamedFrom: null, titles: {movies: 0, series: 0}, uses: []});
	const again = await call(`POST ${base}`, {body: {label: 'fur kinder'}});
	t.deepEqual([again.status, again.body.id], [200, first.body.id]);
	t.is((await call(`POST ${base}`, {body: {label: '…'}})).body.errors[0].path, 'label');
	t.is((await call(`PUT /api/library/movies/${movie.id}`, {body: {tags: ['fur-kinder', '4K']}})).status, 200);
	t.is((await call(`PUT /api/library/series/${series.id}`, {body: {tags: ['4k']}})).status, 200);
	const indexer = await call('POST /api/indexers', {
		body: {name: 'One', kind: 'torznab', url: 'http://127.0.0.1:9', enabled: false, tags: ['Für Kinder', 'New!']},
	});
	t.is(indexer.status, 201);
	const {tags} = (await call(`GET ${base}`)).body;
	const uses = [{kind: 'indexer', id: indexer.body.id, name: 'One'}];
	t.deepEqual(
		tags.map(({label, titles, uses: users}: Record<string, unknown>) => ({label, titles, uses: users})),
		[
			{label: '4k', titles: {movies: 1, series: 1}, uses: []},
			{label: 'fur-kinder', titles: {movies: 1, series: 0}, uses},
			{label: 'new', titles: {movies: 0, series: 0}, uses},
		],
	);
	t.like((await call(`GET ${base}/${first.body.id}`)).body, {label: 'fur-kinder', uses});
	t.like((await call(`DELETE ${base}/${first.body.id}?fromTitles=true`)).body, {status: 409, code: 'in_use'});
	t.like((await call(`DELETE ${base}/${tags[0].id}`)).body, {status: 409, code: 'in_use'}, 'titles have it');
	await call(`PUT /api/indexers/${indexer.body.id}`, {body: {tags: []}});
	t.is((await call(`DELETE ${base}/${tags[2].id}`)).status, 204);
	t.is((await call(`GET ${base}/${tags[2].id}`)).status, 404);
});

test('titles, records and other tags take part in renames and removals by a job', async t => {
	const {call, movie, deps} = await withTitles(t);
	await call(`PUT /api/library/movies/${movie.id}`, {body: {tags: ['a', 'b']}});
	const [a, b] = (await call(`GET ${base}`)).body.tags;
	t.like((await call(`PUT ${base}/${a.id}`, {body: {label: 'B'}})).body, {status: 409, code: 'already_exists'});
	t.like((await call(`PUT ${base}/${a.id}`, {body: {label: 'C'}})).body, {id: a.id, label: 'c', number: a.number, renamedFrom: 'a'});
	t.like((await call(`PUT ${base}/${a.id}`, {body: {label: 'D'}})).body, {status: 409, code: 'rename_running'});
	const early = await call(`DELETE ${base}/${a.id}?fromTitles=true`);
	t.like(early.body, {status: 409, code: 'rename_running'}, 'titles would keep a label that no tag has');
	await t.throwsAsync(deps.tags.remove(a), {code: 'rename_running'}, 'also if the rename came between');
	await call(`PUT /api/library/movies/${movie.id}`, {body: {tags: ['a', 'b']}});
	t.deepEqual((await deps.movies.get(movie.id)).tags, ['b', 'c'], 'the former label leads to the tag while it is being renamed');
	t.is((await call(`DELETE ${base}/${b.id}?fromTitles=true`)).status, 204);
	const promised = (await deps.outbox.list(10)).filter(({job}) => job === 'rename-tag').map(({payload}) => payload);
	t.deepEqual(promised, [
		{tagId: a.id, from: 'a', to: 'c'},
		{tagId: b.id, from: 'b', to: null},
	]);
});

test('rights: whoever may edit titles may add a tag, and administrators change them', async t => {
	const {call} = await serve(t);
	const {body: tag} = await call(`POST ${base}`, {as: 'user', body: {label: 'kids'}});
	t.is(tag.label, 'kids');
	t.is((await call(`GET ${base}`, {as: 'user'})).status, 200);
	t.is((await call(`PUT ${base}/${tag.id}`, {as: 'user', body: {label: 'x'}})).status, 403);
	t.is((await call(`DELETE ${base}/${tag.id}`, {as: 'user'})).status, 403);
	t.is((await call(`GET ${base}/${unknownId}`)).status, 404);
});

test('lists of titles are filtered by tag and by library', async t => {
	const served = await withTitles(t);
	const {call, movie, series, deps} = served;
	const {films, shows} = await withLibraries(served);
	await addMovie(served, {metaId: 2, title: 'Another'});
	await call(`PUT /api/library/movies/${movie.id}`, {body: {tags: ['Kids'], libraryId: films.id}});
	await call(`PUT /api/library/series/${series.id}`, {body: {tags: ['Kids'], libraryId: shows.id}});
	for (const [kind, title, libraryId] of [
		['movies', movie, films.id],
		['series', series, shows.id],
	] as const) {
		for (const query of ['tag=KIDS', `libraryId=${libraryId}`, `tag=kids&libraryId=${libraryId}&monitored=true`]) {
			const {body} = await call(`GET /api/library/${kind}?${query}`);
			t.like(body[kind], [{id: title.id, tags: ['kids'], ruleTags: [], libraryId}], query);
			t.is(body.pagination.total, 1);
		}
		t.is((await call(`GET /api/library/${kind}?tag=none`)).body.pagination.total, 0);
		t.like((await call(`GET /api/library/${kind}/${title.id}`)).body, {tags: ['kids'], libraryId});
	}
	await deps.movies.detach(films.id);
	t.is((await call(`GET /api/library/movies?libraryId=${films.id}`)).body.pagination.total, 0);
});

test('a bulk edit sets, adds and takes off tags, and names titles that would have too many', async t => {
	const served = await withTitles(t);
	const {call, movie, deps} = served;
	const other = await addMovie(served, {metaId: 2, title: 'Another'});
	const ids = [movie.id, other.id];
	const bulk = async (body: object) => (await call('PUT /api/library/movies/bulk', {body: {ids, ...body}})).body;
	const tags = async () => [(await deps.movies.get(movie.id)).tags, (await deps.movies.get(other.id)).tags];
	t.like(await bulk({tags: ['A']}), {success: true, updatedCount: 2});
	await call(`PUT /api/library/movies/${other.id}`, {body: {tags: Array.from({length: 50}, (_, index) => `t${index}`)}});
	const result = await bulk({addTags: ['B', 'C'], removeTags: ['a']});
	t.like(result, {success: false, updatedCount: 1, failures: [{id: other.id, error: 'It would have more than 50 tags.'}]});
	t.deepEqual((await tags())[0], ['b', 'c']);
	t.like(await bulk({addTags: ['!'], tags: Array.from({length: 51}, () => 'x')}), {status: 400});
	t.is((await bulk({addTags: ['ok', '!']})).errors[0].path, 'addTags[1]');
});

test('a title added by hand belongs to the library that is named, or to that of its folder', async t => {
	const served = await serve(t);
	const {call, directory} = served;
	const {films, shows, off} = await withLibraries(served);
	await served.deps.qualityProfiles.ensureDefaults(served.deps.now());
	const asked: unknown[] = [];
	const take = async (payload: unknown) => {
		asked.push(payload);
		return {id: unknownId, title: 'Lamp'};
	};
	await answerJobs(t, served, {addMovie: take, addSeries: take});
	const add = async (kind: 'movies' | 'series', body: object) => {
		const {status, body: reply} = await call(`POST /api/library/${kind}`, {body: {metaId: 5, ...body}});
		return status === 201 ? asked.at(-1) : reply.errors.map(({path}: {path: string}) => path);
	};
	const rootFolderPath = `${directory}/Films`;
	t.like(await add('movies', {rootFolderPath: `${rootFolderPath}/new`, tags: ['4K']}), {
		libraryId: films.id,
		tags: ['4k'],
		addedBy: {kind: 'app'},
	});
	t.like(await add('movies', {rootFolderPath, libraryId: null}), {libraryId: null});
	t.like(await add('movies', {libraryId: films.id}), {libraryId: films.id, rootFolderPath, qualityProfileId: 'of-library'});
	t.like(await add('movies', {rootFolderPath: `${directory}/Off`}), {libraryId: null}, 'a disabled library takes nothing');
	t.like(await add('series', {rootFolderPath: `${directory}/Shows`}), {libraryId: shows.id});
	t.deepEqual(await add('movies', {libraryId: films.id, rootFolderPath: `${directory}/Shows`}), ['rootFolderPath']);
	t.deepEqual(await add('movies', {libraryId: shows.id}), ['libraryId']);
	t.deepEqual(await add('series', {libraryId: films.id}), ['libraryId']);
	t.deepEqual(await add('movies', {libraryId: off.id}), ['libraryId']);
	t.deepEqual(await add('movies', {tags: ['ok', '?']}), ['tags[1]', 'rootFolderPath']);
});
