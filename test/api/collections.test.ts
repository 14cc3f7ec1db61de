import test, {type ExecutionContext} from 'ava';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Discover} from '#shared/jobs/collections.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie} from '#test/helpers/build-movie.ts';
import {serve} from '#test/helpers/serve.ts';

const part = (metaId: number, releaseDate: Date | null) => ({metaId, title: `Harbour ${metaId}`, year: 2001, releaseDate, posterUrl: null});
const details = {
	metaId: 90,
	title: 'Harbour Collection',
	overview: 'Ships.',
	posterUrl: null,
	parts: [part(4711, new Date('2001-01-01')), part(2, null)],
};

async function withCollection(t: ExecutionContext) {
	const served = await serve(t);
	const {deps} = served;
	const movie = await addMovie(served, {collectionMetaId: 90, collectionTitle: 'Harbour Collection'});
	await deps.titleCollections.ensure(await deps.movies.collections(), deps.now());
	const {id} = (await deps.titleCollections.findByMetaId(90))!; // it was just made
	return {...served, served, movie, id};
}

test('collections are listed, filtered and searched', async t => {
	const {call, deps, id} = await withCollection(t);
	await deps.titleCollections.ensure([{metaId: 91, title: 'Älter'}], deps.now());
	const titles = async (query: string) =>
		(await call(`GET /api/collections?${query}`)).body.collections.map((each: {title: string}) => each.title);
	t.deepEqual(await titles(''), ['Älter', 'Harbour Collection']);
	t.deepEqual(await titles('search=bour'), ['Harbour Collection']);
	t.deepEqual(await titles('missing=true'), []);
	await deps.titleCollections.refresh(id, details, deps.now());
	await deps.titleCollections.setCounts([{id, missing: 1, movieCount: 1}]);
	t.deepEqual(await titles('missing=true'), ['Harbour Collection']);
	t.deepEqual(await titles('monitored=true'), []);
	await deps.titleCollections.change(id, {monitored: true}, deps.now());
	t.deepEqual(await titles('monitored=true&missing=true'), ['Harbour Collection']);
	t.is((await call('GET /api/collections', {as: 'nobody'})).status, 401);
});

test('the first look at a collection asks the provider, later ones do not', async t => {
	const {served, call, deps, id, movie} = await withCollection(t);
	let asked = 0;
	await answerJobs(t, served, {
		async refreshCollection({collectionId}) {
			asked += 1;
			if (asked === 1) {
				throw new UpstreamFailed('provider_failed', 'It broke.');
			}
			await deps.titleCollections.refresh(collectionId, details, deps.now());
		},
	});
	t.is((await call(`GET /api/collections/${id}`)).status, 502);
	const {body} = await call(`GET /api/collections/${id}`);
	t.like(body, {overview: 'Ships.', partCount: 2, monitored: false, libraryId: null});
	t.like(body.parts[0], {metaId: 4711, inLibrary: true, id: movie.id, hasFile: false, declined: false});
	t.like(body.parts[1], {metaId: 2, inLibrary: false, id: null, releaseDate: null});
	await call(`GET /api/collections/${id}`);
	t.is(asked, 2);
	t.is((await call('GET /api/collections/5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10')).status, 404);
});

test('monitoring a collection and adding its films are promised', async t => {
	const {call, deps, id} = await withCollection(t);
	t.is((await call(`PUT /api/collections/${id}`, {body: {monitored: true, searchOnAdd: false}})).status, 200);
	t.is((await call(`POST /api/collections/${id}/add-missing`, {body: {metaIds: [2]}})).status, 202);
	const promised = await deps.outbox.list(10);
	t.deepEqual(promised.map(({job}) => job).sort(), ['add-missing-parts', 'refresh-collection']);
	const wrong = await call(`PUT /api/collections/${id}`, {
		body: {libraryId: 'none', rootFolderPath: '/nowhere', minimumAvailability: 'soon'},
	});
	t.is(wrong.status, 400);
	t.deepEqual(wrong.body.errors.map((fault: {path: string}) => fault.path).sort(), ['libraryId', 'minimumAvailability', 'rootFolderPath']);
	t.is((await call(`POST /api/collections/${id}/add-missing`, {body: {metaIds: []}})).status, 400);
	t.is((await call(`PUT /api/collections/${id}`, {as: 'streaming', body: {monitored: true}})).status, 403);
	t.deepEqual((await call(`PUT /api/collections/${id}`, {body: {tags: ['ok', '!']}})).body.errors[0].path, 'tags[1]');
	t.is((await call(`PUT /api/collections/${id}`, {body: {tags: ['Für Kinder']}})).status, 200);
	t.deepEqual((await deps.titleCollections.get(id)).tags, ['fur-kinder']);
	const {tags} = (await call('GET /api/tags')).body;
	t.deepEqual(tags[0].uses, [{kind: 'titleCollection', id, name: 'Harbour Collection'}]);
});

test('a film that a person deletes is remembered by its collection', async t => {
	const {call, deps, id, movie} = await withCollection(t);
	await deps.titleCollections.refresh(id, details, deps.now());
	t.is((await call(`DELETE /api/library/movies/${movie.id}`)).status, 204);
	t.like(await deps.titleCollections.get(id), {declined: [4711], missing: 1, movieCount: 0});
});

test('discovery shows what the provider lists, without what is excluded', async t => {
	const served = await serve(t);
	const {call, deps} = served;
	const {id, path} = await addMovie(served, {metaId: 7});
	const title = (metaId: number) => ({metaId, title: `Film ${metaId}`, year: 2020, overview: null, posterUrl: null});
	const asked: Discover[] = [];
	await answerJobs(t, served, {
		discover: async payload => {
			asked.push(payload);
			return {titles: [title(7), title(8), title(9)], pages: 3};
		},
	});
	await deps.importExclusions.add({type: 'movie', metaId: 9, title: 'Film 9', year: 2020, libraryId: null}, deps.now());
	const {body} = await call('GET /api/discover?kind=trending&page=2');
	t.deepEqual(body, {
		results: [
			{...title(7), inLibrary: true, id, copies: [{id, libraryId: null, path}]},
			{...title(8), inLibrary: false, id: null, copies: []},
		],
		page: 2,
		pages: 3,
		genres: [],
		studios: [],
		networks: [],
	});
	await call('GET /api/discover?kind=trending&page=2&type=movie');
	t.deepEqual(asked, [{type: 'movie', kind: 'trending', metaId: null, page: 2}], 'the answer is kept');
	await call('GET /api/discover?kind=similar&metaId=7&type=series');
	t.like(asked[1], {kind: 'similar', metaId: 7, type: 'series'});
	for (const query of ['kind=similar', 'kind=inCinemas&type=series', 'kind=worst', 'page=501', 'metaId=0', ...wronglyFiltered]) {
		t.is((await call(`GET /api/discover?${query}`)).status, 400, query);
	}
	t.is((await call('GET /api/discover', {as: 'nobody'})).status, 401);
});

const wronglyFiltered = ['genre=Nonsense', 'genre=Talk', 'network=HBO', 'type=series&studio=A24', 'kind=trending&genre=War'];

test('discovery is narrowed by the genres, studios and networks that it offers', async t => {
	const served = await serve(t);
	const asked: Discover[] = [];
	await answerJobs(t, served, {
		discover: async payload => {
			asked.push(payload);
			return {titles: [], pages: 1};
		},
	});
	const movies = await served.call('GET /api/discover?genre=Horror&studio=A24');
	t.true(movies.body.genres.includes('Horror') && movies.body.studios.includes('A24'));
	t.deepEqual(movies.body.networks, []);
	const series = await served.call('GET /api/discover?type=series&kind=topRated&network=HBO');
	t.true(series.body.genres.includes('Talk') && series.body.networks.includes('HBO'));
	t.deepEqual(asked, [
		{type: 'movie', kind: 'popular', metaId: null, page: 1, genreId: 27, makerId: 41077},
		{type: 'series', kind: 'topRated', metaId: null, page: 1, makerId: 49},
	]);
});

test('films of a collection are added below the root folder of its library', async t => {
	const {call, deps, id} = await withCollection(t);
	const [one, two] = [
		await deps.rootFolders.add({name: 'One', path: '/films/one'}, deps.now()),
		await deps.rootFolders.add({name: 'Two', path: '/films/two'}, deps.now()),
	];
	const ofLibrary = {type: 'movies' as const, qualityProfileId: 'q', languageProfileId: 'l', enabled: true, monitored: true};
	const library = await deps.libraries.add({...ofLibrary, name: 'One', rootFolderId: one.id, backfillEnabled: false}, deps.now());
	const put = async (body: object) => {
		const {status, body: answer} = await call(`PUT /api/collections/${id}`, {body});
		return answer.errors?.[0].path ?? status;
	};
	t.is(await put({libraryId: library.id, rootFolderPath: two.path}), 'rootFolderPath');
	t.is(await put({libraryId: library.id, rootFolderPath: one.path}), 200);
	t.is(await put({rootFolderPath: two.path}), 'rootFolderPath');
	t.is(await put({rootFolderPath: two.path, libraryId: null}), 200);
	t.is(await put({libraryId: library.id}), 'rootFolderPath');
	t.is(await put({libraryId: library.id, rootFolderPath: null}), 200);
});
