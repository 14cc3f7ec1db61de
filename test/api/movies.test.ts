import {mkdir} from 'node:fs/promises';
import test, {type ExecutionContext} from 'ava';
import {Conflict, Invalid, NotFound, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {payloadVersion} from '#shared/jobs/job.ts';
import {searchMovie} from '#shared/jobs/search.ts';
import {answerDisks} from '#test/helpers/answer-disks.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie, buildMediaFile, buildMovieDetails} from '#test/helpers/build-movie.ts';
import {type Served, serve} from '#test/helpers/serve.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

async function withLibrary(t: ExecutionContext, served: Served): Promise<string> {
	const path = `${served.directory}/movies`;
	await mkdir(path);
	await answerDisks(t, served);
	await served.call('POST /api/root-folders', {body: {path}});
	await served.deps.qualityProfiles.ensureDefaults(served.deps.now());
	return path;
}

test('a movie is shown with every field of the interface, absent ones as null', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served);

	const list = await served.call('GET /api/library/movies');
	t.is(list.status, 200);
	t.deepEqual(list.body.pagination, {page: 1, limit: 20, total: 1, totalPages: 1});
	const [item] = list.body.movies;
	t.is(item.id, id);
	t.like(item, {file: null, fileId: null, hasFile: false, downloaded: false, lastSearchTime: null, titleSlug: 'the-quiet-harbour-4711'});
	t.regex(item.addedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);

	const detail = await served.call(`GET /api/library/movies/${id}`);
	t.is(detail.status, 200);
	t.like(detail.body, {tagline: 'Still.', website: null, isAvailable: true, alternativeTitles: ['Harbour of Silence']});
	t.deepEqual(detail.body.credits, {
		cast: [{name: 'Ada', character: 'Captain', metaId: 1}],
		crew: [{name: 'Bo', job: 'Director', metaId: 2}],
	});
});

test('a file shows its media info in the detail only', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served);
	await served.deps.movies.setFile(id, buildMediaFile({id: 'f1'}), new Date());
	const list = await served.call('GET /api/library/movies?downloaded=true');
	t.deepEqual(Object.keys(list.body.movies[0].file), ['id', 'path', 'size', 'quality', 'qualityScore', 'releaseTitle', 'dateAdded']);
	t.is(list.body.movies[0].fileId, 'f1');
	const detail = await served.call(`GET /api/library/movies/${id}`);
	t.like(detail.body.file, {
		releaseGroup: 'NOBODY',
		edition: null,
		languages: ['english'],
		mediaInfo: {videoCodec: 'h264', audioCodec: 'AAC', audioChannels: 2, resolution: '1920x1080'},
	});
});

test('lists are filtered, searched without accents, and sorted with nulls last in both directions', async t => {
	const served = await serve(t);
	await addMovie(served, {metaId: 1, title: 'The Öre 10', originalTitle: 'x', alternativeTitles: [], year: null, genres: ['Noir']});
	await addMovie(served, {metaId: 2, title: 'An Ore 9', originalTitle: 'y', alternativeTitles: ['Zebra.*'], year: 2001});
	await addMovie(served, {metaId: 3, title: 'Zulu', originalTitle: 'z', alternativeTitles: [], year: 1999}, {monitored: false});
	const titles = async (query: string) => {
		const {status, body} = await served.call(`GET /api/library/movies?${query}`);
		t.is(status, 200, query);
		return body.movies.map(({metaId}: {metaId: number}) => metaId);
	};
	t.deepEqual(await titles(''), [2, 1, 3]);
	t.deepEqual(await titles('sort=title:desc'), [3, 1, 2]);
	t.deepEqual(await titles('sort=year:asc'), [3, 2, 1]);
	t.deepEqual(await titles('sort=year:desc'), [2, 3, 1]);
	t.deepEqual(await titles('sort=year:asc&limit=2&page=2'), [1]);
	t.deepEqual(await titles('sort=year:asc&limit=1&page=3'), [1]);
	t.deepEqual(await titles('search=ORE'), [2, 1]);
	t.deepEqual(await titles('search=zebra.*'), [2]);
	t.deepEqual(await titles('search=.*'), [2]);
	t.deepEqual(await titles('monitored=false'), [3]);
	t.deepEqual(await titles('downloaded=true'), []);
	t.deepEqual(await titles('genre=Noir'), [1]);
	t.deepEqual(await titles('year=1999&sort=year:asc'), [3]);
	const wrong = await served.call('GET /api/library/movies?year=1999&monitord=true&__proto__=1');
	t.is(wrong.status, 400);
	t.deepEqual(wrong.body.errors, [
		{path: 'monitord', message: 'monitord is not allowed'},
		{path: '__proto__', message: '__proto__ is not allowed'},
	]);
});

test('page and limit are clamped, a page beyond the last is empty with the true total', async t => {
	const served = await serve(t);
	await addMovie(served);
	const page = async (query: string) => (await served.call(`GET /api/library/movies?${query}`)).body.pagination;
	t.like(await page('page=0&limit=1000'), {page: 1, limit: 100, total: 1});
	t.like(await page('page=-5&limit=0'), {page: 1, limit: 1});
	t.like(await page('page=99999999999999999999999'), {total: 1, totalPages: 1});
});

test('the list refuses what is no value of its parameters, naming each', async t => {
	const served = await serve(t);
	const wrong = [
		'page=x',
		'page=1.5',
		'page=',
		'page=1&page=2',
		'sort=weight:asc',
		'sort=title:up',
		'sort=title',
		'monitored=yes',
		'year=',
		'search=%00',
	];
	for (const query of wrong) {
		const {status, body} = await served.call(`GET /api/library/movies?${query}`);
		t.is(status, 400, query);
		t.is(body.code, 'validation_failed');
		t.deepEqual(
			body.errors.map(({path}: {path: string}) => path),
			[query.split('=')[0]],
		);
	}
});

test('adding asks a worker, with the defaults of the interface and the default profile', async t => {
	const served = await serve(t);
	const path = await withLibrary(t, served);
	const asked: unknown[] = [];
	await answerJobs(t, served, {
		addMovie: async payload => {
			asked.push(payload);
			return {id: unknownId, title: 'Lamp'};
		},
	});
	const {status, body} = await served.call('POST /api/library/movies', {body: {metaId: 603, rootFolderPath: `${path}//new/`}});
	t.is(status, 201);
	t.deepEqual(body, {success: true, id: unknownId, message: 'Lamp is in the library now.'});
	const {id} = await served.deps.qualityProfiles.getDefault();
	const [{addedBy, ...first}] = asked as [{addedBy: object}];
	t.like(addedBy, {kind: 'app'});
	t.deepEqual(
		[first],
		[
			{
				metaId: 603,
				rootFolderPath: `${path}/new`,
				monitored: true,
				minimumAvailability: 'released',
				searchOnAdd: false,
				qualityProfileId: id,
				libraryId: null,
				tags: [],
				availabilityDelayDays: null,
			},
		],
	);
});

test('a title that a person adds is in the audit trail with its name', async t => {
	const served = await serve(t);
	const rootFolderPath = await withLibrary(t, served);
	const {id} = await addMovie(served, {title: 'Lamp'});
	await answerJobs(t, served, {addMovie: async () => ({id, title: 'Lamp'})});
	t.is((await served.call('POST /api/library/movies', {body: {metaId: 603, rootFolderPath}})).status, 201);
	const {audit} = (await served.call('GET /api/audit?action=movies.added')).body;
	t.like(audit[0], {action: 'movies.added', subjectId: id, subjectName: 'Lamp', outcome: 'done'});
});

test('what the worker finds wrong is reported with its code', async t => {
	const served = await serve(t);
	const rootFolderPath = await withLibrary(t, served);
	const failures = [
		new NotFound('movie_not_found', 'no such title'),
		new Conflict('movie_exists', 'there already'),
		new Unavailable('provider_key_missing', 'enter the key at /api/settings/meta'),
		new UpstreamFailed('provider_failed', 'the provider is down'),
		new Invalid('provider_key_refused', 'the provider refuses the key'),
	];
	const codes = ['movie_not_found', 'movie_exists', 'unavailable', 'upstream_failed', 'upstream_failed'];
	await answerJobs(t, served, {addMovie: async ({metaId}) => Promise.reject(failures[metaId - 1])});
	for (const [index, expected] of [404, 409, 503, 502, 502].entries()) {
		const {status, body} = await served.call('POST /api/library/movies', {body: {metaId: index + 1, rootFolderPath}});
		t.is(status, expected, JSON.stringify(body));
		t.is(body.code, codes[index]);
		t.is(body.reason ?? body.code, failures[index]?.code);
		t.is(body.detail, failures[index]?.message);
	}
});

test('a body that names records which do not exist is wrong in those fields', async t => {
	const served = await serve(t);
	const path = await withLibrary(t, served);
	for (const rootFolderPath of ['/elsewhere', `${path}-beside`, `${path}/../..`, 'movies']) {
		const {status, body} = await served.call('POST /api/library/movies', {
			body: {metaId: 1, rootFolderPath, qualityProfileId: unknownId},
		});
		t.is(status, 400);
		t.deepEqual(
			body.errors.map((fault: {path: string}) => fault.path),
			['rootFolderPath', 'qualityProfileId'],
		);
	}
});

test('all faults of a body are named at once', async t => {
	const served = await serve(t);
	const pathsOf = async (line: string, body: object) => {
		const {status, body: problem} = await served.call(line, {body});
		t.is(status, 400);
		return problem.errors.map(({path}: {path: string}) => path).sort();
	};
	const body = {metaId: '603', monitored: 'true', minimumAvailability: 'soon', searchOnAdd: 1, colour: 'red'};
	t.deepEqual(await pathsOf('POST /api/library/movies', body), [
		'colour',
		'metaId',
		'minimumAvailability',
		'monitored',
		'rootFolderPath',
		'searchOnAdd',
	]);
	const late = {monitored: 'true', rootFolderPath: '/elsewhere', qualityProfileId: unknownId};
	const paths = ['monitored', 'qualityProfileId', 'rootFolderPath'];
	t.deepEqual(await pathsOf('POST /api/library/movies', {metaId: 0, ...late}), ['metaId', ...paths]);
	t.deepEqual(await pathsOf(`PUT /api/library/movies/${unknownId}`, late), paths);
	t.deepEqual(await pathsOf('PUT /api/library/movies/bulk', {ids: [5], ...late}), ['ids[0]', ...paths]);
});

test('a change answers when it was made, and shows', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served);
	const {status, body} = await served.call(`PUT /api/library/movies/${id}`, {
		body: {monitored: false, minimumAvailability: 'announced'},
	});
	t.is(status, 200);
	t.like(body, {success: true, id});
	const detail = await served.call(`GET /api/library/movies/${id}`);
	t.like(detail.body, {monitored: false, minimumAvailability: 'announced', updatedAt: body.updatedAt});
	t.is((await served.call(`PUT /api/library/movies/${id}`, {body: {}})).status, 200);
	t.is((await served.call(`PUT /api/library/movies/${unknownId}`, {body: {monitored: 1}})).status, 400);
});

test('an unknown and a malformed id are 404 in every operation', async t => {
	const served = await serve(t);
	for (const id of [unknownId, 'x', '%20', '..%2f..']) {
		for (const line of [`GET ${id}`, `PUT ${id}`, `DELETE ${id}`, `POST ${id}/auto-search`, `POST ${id}/refresh`]) {
			const [method, rest] = line.split(' ');
			const {status, body} = await served.call(`${method} /api/library/movies/${rest}`, method === 'PUT' ? {body: {}} : {});
			t.is(status, 404, line);
			t.is(body.code, 'movie_not_found');
		}
	}
});

test('searching and refreshing are queued, one job at a time for a movie', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served);
	const first = await served.call(`POST /api/library/movies/${id}/auto-search`, {headers: {'x-request-id': 'from-me'}});
	const second = await served.call(`POST /api/library/movies/${id}/auto-search`, {body: {searchType: 'missing'}});
	t.deepEqual([first.status, second.status], [202, 202]);
	t.is(first.body.searchId, second.body.searchId);
	const job = await served.deps.jobs.queue('search').getJob(first.body.searchId);
	t.deepEqual(job?.data, {payload: {movieId: id, reason: 'manual'}, requestId: 'from-me', version: payloadVersion});
	t.is(job?.priority, 2);

	const refresh = await served.call(`POST /api/library/movies/${id}/refresh`);
	t.is(refresh.status, 202);
	t.like(refresh.body, {success: true});
	t.truthy(await served.deps.jobs.queue('refresh').getJob(refresh.body.taskId));
	t.is((await served.call(`POST /api/library/movies/${id}/auto-search`, {body: {searchType: 'all'}})).status, 400);
});

test("a person's search counts as such whatever the reason, and one that a task queued does not swallow it", async t => {
	const served = await serve(t);
	const {id} = await addMovie(served);
	await served.deps.jobs.enqueue(searchMovie, {movieId: id, reason: 'missing'}, {priority: 50});
	const {body} = await served.call(`POST /api/library/movies/${id}/auto-search`, {body: {searchType: 'missing'}});
	const waiting = await served.deps.jobs.queue('search').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(job => [job.id, job.data.payload]),
		[[body.searchId, {movieId: id, reason: 'missing', byPerson: true}]],
	);
});

test('deleting with files queues the removal of the file', async t => {
	const served = await serve(t);
	const plain = await addMovie(served, {metaId: 1});
	const filed = await addMovie(served, {metaId: 2});
	await served.deps.movies.setFile(filed.id, buildMediaFile({path: '/library/b/b.mkv'}), new Date());
	t.is((await served.call(`DELETE /api/library/movies/${plain.id}`)).status, 204);
	t.is((await served.call(`DELETE /api/library/movies/${filed.id}?deleteFiles=true`)).status, 204);
	t.is((await served.call(`DELETE /api/library/movies/${filed.id}`)).status, 404);
	const jobs = await served.deps.jobs.queue('import').getJobs();
	t.is(jobs.length, 1);
	const path = '/library/b/b.mkv';
	t.like(jobs[0]?.data.payload, {
		movieId: filed.id,
		title: 'The Quiet Harbour',
		path,
		media: {type: 'movie', id: filed.id, title: 'The Quiet Harbour', year: 2019, tmdbId: 2},
		file: {path, quality: 'WEBDL-1080p', episodes: []},
	});
});

test('a bulk edit changes what exists and names what does not', async t => {
	const served = await serve(t);
	const [one, two] = [await addMovie(served, {metaId: 1}), await addMovie(served, {metaId: 2})];
	const {status, body} = await served.call('PUT /api/library/movies/bulk', {
		body: {ids: [one.id, two.id, one.id, unknownId, 'nonsense'], monitored: false},
	});
	t.is(status, 200);
	t.like(body, {success: false, updatedCount: 2, failedCount: 2});
	t.deepEqual(
		body.failures.map(({id}: {id: string}) => id),
		[unknownId, 'nonsense'],
	);
	t.is((await served.call('GET /api/library/movies?monitored=false')).body.pagination.total, 2);
	const tooMany = await served.call('PUT /api/library/movies/bulk', {body: {ids: new Array(1001).fill('x')}});
	t.is(tooMany.status, 400);
	t.is((await served.call('PUT /api/library/movies/bulk', {body: {monitored: true}})).status, 400);
	t.is((await served.call('PUT /api/library/movies/bulk', {body: {ids: [one.id], rootFolderPath: '/nope'}})).status, 400);
	const long = await served.call('PUT /api/library/movies/bulk', {body: {ids: ['x'.repeat(3000)], monitored: true}});
	t.like(long, {status: 400, body: {code: 'validation_failed'}});
});

test('movies are for callers with credentials, and only readers may be streaming keys', async t => {
	const served = await serve(t);
	const {id} = await addMovie(served);
	t.is((await served.call('GET /api/library/movies', {as: 'nobody'})).status, 401);
	t.is((await served.call('GET /api/library/movies', {as: 'streaming'})).status, 200);
	t.is((await served.call(`GET /api/library/movies/${id}`, {as: 'user'})).status, 200);
	t.is((await served.call(`PUT /api/library/movies/${id}`, {as: 'streaming', body: {}})).status, 403);
	t.is((await served.call(`PUT /api/library/movies/${id}`, {as: 'user', body: {}})).status, 200);
	t.is((await served.call('POST /api/library/movies', {as: 'nobody', body: '{broken'})).status, 401);
});

test('a movie may have an availability delay of its own, and else follows the setting', async t => {
	const {call, deps} = await serve(t);
	const choice = {
		monitored: true,
		minimumAvailability: 'released',
		rootFolderPath: '/films',
		path: '/films/a',
		searchOnAdd: false,
	} as const;
	const details = buildMovieDetails({metaId: 1, inCinemas: null, digitalRelease: deps.now(), physicalRelease: null});
	const {id} = await deps.movies.add(details, {...choice, qualityProfileId: 'p', libraryId: null}, deps.now());
	const path = `/api/library/movies/${id}` as const;
	const shown = async () => (await call(`GET ${path}`)).body;
	t.like(await shown(), {isAvailable: true, availabilityDelayDays: null});
	t.is((await call(`PUT ${path}`, {body: {availabilityDelayDays: 3}})).status, 200);
	t.like(await shown(), {isAvailable: false, availabilityDelayDays: 3});
	t.is((await call(`PUT ${path}`, {body: {availabilityDelayDays: null}})).status, 200);
	t.is((await call('PUT /api/settings/media.availabilityDelayDays', {body: {value: 1}})).status, 200);
	t.like(await shown(), {isAvailable: false, availabilityDelayDays: null});
	const waiting = await deps.jobs.queue('refresh').getJobs(['waiting', 'prioritized']);
	t.deepEqual(
		waiting.map(({name}) => name),
		['delay-movies'],
	);
	for (const value of [366, -366, 1.5, '3']) {
		t.is((await call(`PUT ${path}`, {body: {availabilityDelayDays: value}})).status, 400, String(value));
	}
});

test('a text without a letter finds no movie, so that nothing is deleted by it, and the bin is emptied by those alone who say so', async t => {
	const served = await serve(t);
	const {call} = served;
	await addMovie(served);
	for (const query of ['titleStart=!!!', 'titleStart=%F0%9F%98%80', 'search=%20%09', 'search=---']) {
		t.is((await call(`GET /api/library/movies?${query}`)).body.pagination.total, 0, query);
		t.is((await call(`POST /api/library/movies/bulk-delete?${query}`, {body: {all: true}})).body.total ?? 0, 0, query);
	}
	t.is((await call('GET /api/library/movies')).body.pagination.total, 1);
	for (const body of [undefined, {}, {all: false}, {titleId: 'only-this-one'}]) {
		t.is((await call('POST /api/deletions/erase', {body})).status, 400, JSON.stringify(body));
	}
	t.is((await call('POST /api/deletions/erase', {body: {all: true}})).status, 202);
});

test('a movie that is deleted by several requests at once is deleted once', async t => {
	const served = await serve(t);
	const {deps, call} = served;
	const {id} = await addMovie(served);
	await deps.movies.setFile(id, buildMediaFile({id: 'f1'}), deps.now());
	const many = await Promise.all(
		Array.from({length: 5}, async () => (await call(`DELETE /api/library/movies/${id}?deleteFiles=true`)).status),
	);
	t.deepEqual(many.toSorted(), [204, 404, 404, 404, 404]);
	const shown = await call('GET /api/deletions');
	t.is(shown.body.pagination.total, 1, 'one deletion has all that an undo needs');
	t.is((await deps.outbox.list(10)).filter(({payload}) => (payload as {movieId?: string}).movieId === id).length, 1);
});
