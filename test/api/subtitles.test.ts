import test, {type ExecutionContext} from 'ava';
import type {FileSubtitles, Subtitle} from '#shared/domain/media/subtitle.ts';
import type {RatedSubtitle} from '#shared/domain/subtitles/found-subtitle.ts';
import {Conflict, Invalid, NotFound, TooMany, Unavailable, UpstreamFailed} from '#shared/errors.ts';
import {type AddSubtitle, fetchSubtitles, type RemoveSubtitle, type SearchSubtitles} from '#shared/jobs/subtitles.ts';
import type {UploadedSubtitle} from '#shared/store/subtitles/subtitle-cache.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {addMovie, buildMediaFile} from '#test/helpers/build-movie.ts';
import {buildNewSeries, buildSeriesDetails} from '#test/helpers/build-series.ts';
import {everyCaller} from '#test/helpers/callers.ts';
import {type Served, serve} from '#test/helpers/serve.ts';
import {strangeFields} from '#test/helpers/strange.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';
const now = new Date('2026-03-01T12:00:00Z');

function buildSubtitle(overrides: Partial<Subtitle> = {}): Subtitle {
	return {
		id: 's1',
		language: 'en',
		forced: false,
		hearingImpaired: false,
		source: 'downloaded',
		path: '/library/The Quiet Harbour (2019)/a.en.srt',
		format: 'srt',
		score: 91,
		provider: 'Made-up subtitles',
		providerSubtitleId: '77',
		downloadedAt: now,
		...overrides,
	};
}

const track = buildSubtitle({
	id: 'track-2',
	language: null,
	source: 'embedded',
	path: null,
	format: 'pgs',
	score: null,
	provider: null,
	providerSubtitleId: null,
	downloadedAt: null,
});
const subtitles: FileSubtitles = {list: [buildSubtitle(), track], missing: ['de', 'pt-br.forced.hi'], readAt: now, stamp: 'x'};

const found: RatedSubtitle = {
	providerId: 'p1',
	provider: 'Made-up subtitles',
	id: '77',
	language: 'en',
	forced: false,
	hearingImpaired: true,
	releases: ['The.Quiet.Harbour.2019.1080p.WEB-DL-NOBODY'],
	isHashMatch: true,
	isIdMatch: true,
	title: 'The Quiet Harbour',
	year: 2019,
	seasonNumber: null,
	episodeNumber: null,
	fps: 23.976,
	isMachineTranslated: false,
	isTrusted: true,
	downloadCount: 12,
	format: 'srt',
	uploadedAt: now,
	score: 100,
	reasons: ['hash +100'],
	rejections: [],
};

async function withMovie(t: ExecutionContext, known: FileSubtitles | null = subtitles) {
	const served = await serve(t);
	const {id} = await addMovie(served);
	await served.deps.movies.setFile(id, buildMediaFile(known ? {subtitles: known} : {}), now);
	return {served, call: served.call, deps: served.deps, owner: {type: 'movie', id} as const, base: `/api/library/movies/${id}/subtitles`};
}

async function withEpisode({deps}: Served) {
	const series = await deps.series.add(buildSeriesDetails(), buildNewSeries(), now);
	const [first, second] = await deps.episodes.ofSeason(series.id, 1);
	const [id = '', bare = ''] = [first?.id, second?.id];
	const file = buildMediaFile({id: 'f2', subtitles});
	await deps.episodes.recordFile({seriesId: series.id, episodeIds: [id], file, replaces: []}, now);
	return {owner: {type: 'episode', id} as const, base: `/api/library/episodes/${id}/subtitles`, bare};
}

async function waiting({deps}: Served) {
	const jobs = await deps.jobs.queue('subtitles').getJobs(['waiting', 'prioritized']);
	return jobs.map(({name, data, priority}) => ({name, priority, ...data.payload}));
}

test('the subtitles of a movie and of an episode are those of the record, and no worker is asked', async t => {
	const {served, call, base} = await withMovie(t);
	const episode = await withEpisode(served);
	for (const path of [base, episode.base]) {
		const {status, body} = await call(`GET ${path}`, {as: 'streaming'});
		t.is(status, 200);
		t.deepEqual(body, {
			subtitles: [
				{
					id: 's1',
					language: 'en',
					forced: false,
					hearingImpaired: false,
					source: 'downloaded',
					path: '/library/The Quiet Harbour (2019)/a.en.srt',
					format: 'srt',
					score: 91,
					provider: 'Made-up subtitles',
					downloadedAt: now.toISOString(),
				},
				{
					id: 'track-2',
					language: null,
					forced: false,
					hearingImpaired: false,
					source: 'embedded',
					path: null,
					format: 'pgs',
					score: null,
					provider: null,
					downloadedAt: null,
				},
			],
			missing: [
				{language: 'de', forced: false, hearingImpaired: false},
				{language: 'pt-br', forced: true, hearingImpaired: true},
			],
			readAt: now.toISOString(),
		});
	}
	t.deepEqual(await waiting(served), []);
	t.is((await call(`GET ${base}`, {as: 'nobody'})).status, 401);
});

test('a file that was not read yet is read soon, and once', async t => {
	const {served, call, base, owner} = await withMovie(t, null);
	const {bare} = await withEpisode(served);
	const nothing = {subtitles: [], missing: [], readAt: null};
	t.deepEqual((await call(`GET ${base}`)).body, nothing);
	t.deepEqual((await call(`GET ${base}`)).body, nothing);
	t.deepEqual((await call(`GET /api/library/episodes/${bare}/subtitles`)).body, nothing, 'an episode without a file');
	t.deepEqual(await waiting(served), [{name: 'read-subtitles', owner, priority: 2}]);
});

test('what does not exist is 404, and a title without a file is 409', async t => {
	const {served, call} = await withMovie(t);
	const {bare} = await withEpisode(served);
	const upload = {language: 'en', name: 'a.srt', content: 'MQo='};
	const lines = ['GET ', 'GET /search', 'POST ', 'POST /fetch', 'DELETE /s1'];
	for (const kind of ['movies', 'episodes']) {
		for (const line of lines) {
			const [method, rest = ''] = line.split(' ');
			const send = (id: string) => call(`${method} /api/library/${kind}/${id}/subtitles${rest}`, {...(line === 'POST ' && {body: upload})});
			t.is((await send(unknownId)).body.code, kind === 'movies' ? 'movie_not_found' : 'episode_not_found', line);
			t.is((await send('..%2f')).status, 404, line);
		}
	}
	const base = `/api/library/episodes/${bare}/subtitles`;
	for (const line of [`GET ${base}/search`, `POST ${base}/fetch`]) {
		t.like((await call(line)).body, {status: 409, code: 'no_file'}, line);
	}
	t.like((await call(`POST ${base}`, {body: upload})).body, {status: 409, code: 'no_file'});
	t.is((await call(`DELETE ${base}/s1`)).body.code, 'subtitle_not_found');
	t.deepEqual(await waiting(served), []);
});

test('a search shows what the worker found, the best first, with scores and reasons', async t => {
	const {served, call, base, owner} = await withMovie(t);
	const asked: SearchSubtitles[] = [];
	const worse = {...found, id: '78', score: 40, rejections: ['score below 70'], language: 'pt-br'};
	await answerJobs(t, served, {
		searchSubtitles: async (payload, {subtitleCache}) => {
			asked.push(payload);
			const searchId = await subtitleCache.put(payload.owner, [found, worse]);
			const one = {providerId: 'p1', provider: 'Made-up subtitles', resultCount: 2, status: 'ok', errorMessage: null} as const;
			const two = {providerId: 'p2', provider: 'Other', resultCount: 0, status: 'error', errorMessage: 'It answered 500.'} as const;
			return {searchId, providerResults: [one, two], duration: 31};
		},
	});
	const {status, body} = await call(`GET ${base}/search?languages=en,pt-BR,en`, {as: 'streaming'});
	t.is(status, 200);
	t.deepEqual(asked, [{owner, languages: ['en', 'pt-br']}]);
	t.like(body, {totalResults: 2, searchDuration: 31});
	t.is(body.providerResults[1].errorMessage, 'It answered 500.');
	t.like(body.results[0], {
		providerId: 'p1',
		subtitleId: '77',
		score: 100,
		approved: true,
		reasons: ['hash +100'],
		rejections: [],
		isHashMatch: true,
		uploadedAt: now.toISOString(),
	});
	t.like(body.results[1], {subtitleId: '78', approved: false, rejections: ['score below 70'], language: 'pt-br'});
	const all = await call(`GET ${base}/search`);
	t.is(all.body.totalResults, 2);
	t.is(asked[1]?.languages, null);
});

test('results that Redis has lost are reported, a search that finds nothing is no failure', async t => {
	const {served, call, base, owner} = await withMovie(t);
	let searchId = 'lost';
	await answerJobs(t, served, {searchSubtitles: async () => ({searchId, providerResults: [], duration: 1})});
	t.like((await call(`GET ${base}/search`)).body, {status: 503, code: 'unavailable', reason: 'search_lost'});
	searchId = await served.deps.subtitleCache.put(owner, []);
	t.like(await call(`GET ${base}/search`), {status: 200, body: {totalResults: 0, searchDuration: 1}});
});

test('unknown languages are refused, however many', async t => {
	const {call, base} = await withMovie(t);
	const many = Array.from({length: 21}, (_, index) => `${'abcdefghijklmnopqrstu'[index]}a`).join();
	const endless = Array.from({length: 5000}, () => 'en').join();
	for (const text of ['english', 'en,,de', 'en,xx', '*', 'en;de', many, endless, '%00', '']) {
		const {status, body} = await call(`GET ${base}/search?languages=${text}`);
		t.is(status, 400, text.slice(0, 100));
		t.is(body.errors[0].path, 'languages');
	}
	t.is((await call(`GET ${base}/search?languages=en&languages=de`)).status, 400);
});

test('a provider that fails is 502, a pool that does not answer is 503', async t => {
	const {served, call, base, owner} = await withMovie(t);
	const failures: Error[] = [
		new UpstreamFailed('provider_down', 'The provider answered 500.'),
		new Unavailable('no_answer_in_time', 'Nobody answered.'),
		new NotFound('provider_not_found', 'The provider was deleted.'),
		new TooMany('quota_used_up', 'No download is left today.', 90),
		new Conflict('subtitle_exists', 'A file of this name is there.'),
	];
	const fail = () => Promise.reject(failures[0]);
	await answerJobs(t, served, {searchSubtitles: fail, addSubtitle: fail, removeSubtitle: fail});
	await served.deps.subtitleCache.put(owner, [found]);
	const body = {providerId: 'p1', subtitleId: '77'};
	t.like((await call(`GET ${base}/search`)).body, {status: 502, code: 'upstream_failed', reason: 'provider_down'});
	t.like((await call(`POST ${base}`, {body})).body, {status: 502, code: 'upstream_failed'});
	failures.shift();
	const silent = await call(`GET ${base}/search`);
	t.like(silent.body, {status: 503, code: 'unavailable', reason: 'no_subtitles_worker'});
	t.regex(silent.body.detail, /WORKER_POOLS=subtitles/);
	t.like((await call(`DELETE ${base}/s1`)).body, {status: 503, reason: 'no_subtitles_worker'});
	failures.shift();
	t.like((await call(`POST ${base}`, {body})).body, {status: 404, code: 'provider_not_found'});
	failures.shift();
	const used = await call(`POST ${base}`, {body});
	t.like(used.body, {status: 429, code: 'quota_used_up'});
	t.is(used.headers.get('retry-after'), '90');
	failures.shift();
	t.like((await call(`POST ${base}`, {body})).body, {status: 409, code: 'subtitle_exists'});
});

test('one of the search is downloaded while it is kept', async t => {
	const {served, call, base, owner} = await withMovie(t);
	const asked: AddSubtitle[] = [];
	await answerJobs(t, served, {
		addSubtitle: async payload => {
			asked.push(payload);
			return {id: 'new'};
		},
	});
	const body = {providerId: 'p1', subtitleId: '77'};
	const gone = await call(`POST ${base}`, {body});
	t.like(gone.body, {status: 404, code: 'subtitle_expired'});
	t.regex(gone.body.detail, /Search for subtitles of this title again/);
	await served.deps.subtitleCache.put(owner, [found]);
	t.is((await call(`POST ${base}`, {body: {...body, subtitleId: '78'}})).status, 404);
	const other = await withEpisode(served);
	t.is((await call(`POST ${other.base}`, {body})).status, 404, 'it was found for another title');
	const {status, body: reply} = await call(`POST ${base}`, {body, as: 'user'});
	t.is(status, 201);
	t.like(reply, {success: true, id: 'new'});
	t.deepEqual(asked, [{owner, from: {kind: 'found', ...body}}]);
	t.is((await call(`POST ${base}`, {body, as: 'streaming'})).status, 403);
});

test('the worker learns that a user who may not delete files replaces none', async t => {
	const {served, base} = await withMovie(t);
	const asked: AddSubtitle[] = [];
	await answerJobs(t, served, {
		addSubtitle: async payload => {
			asked.push(payload);
			return {id: 'new'};
		},
	});
	const {'a user without rights': child} = await everyCaller(served);
	const post = async (headers: Record<string, string>) => {
		const body = JSON.stringify({language: 'en', name: 'a.srt', content: 'MQo='});
		const reply = await fetch(served.url + base, {method: 'POST', headers: {...headers, 'content-type': 'application/json'}, body});
		t.is(reply.status, 201);
	};
	await post(child?.headers ?? {});
	await post(await served.headersOf('user'));
	t.deepEqual(
		asked.map(({mayNotReplace}) => mayNotReplace),
		[true, undefined],
	);
});

test('an upload reaches the worker byte by byte, and does not stay behind', async t => {
	const {served, call, base, owner} = await withMovie(t);
	const taken: (UploadedSubtitle | null)[] = [];
	await answerJobs(t, served, {
		addSubtitle: async ({from}, {subtitleCache}) => {
			const upload = from.kind === 'upload' ? await subtitleCache.uploads.get(from.key) : null;
			taken.push(upload);
			if (upload?.name === 'rubbish.srt') {
				throw new Invalid('subtitle_unreadable', 'This is no subtitle.');
			}
			return {id: 'mine'};
		},
	});
	const bytes = Buffer.alloc(5 * 1024 * 1024, 'subtitle ');
	const upload = {language: 'pt-br', name: 'Harbour of Ünland.srt', content: bytes.toString('base64')};
	const {status, body} = await call(`POST ${base}`, {body: upload, as: 'user'});
	t.is(status, 201, JSON.stringify(body));
	t.like(body, {success: true, id: 'mine'});
	t.like(taken[0], {language: 'pt-br', forced: false, hearingImpaired: false, name: 'Harbour of Ünland.srt'});
	t.true(Buffer.from(taken[0]?.content ?? '', 'base64').equals(bytes));
	const refused = await call(`POST ${base}`, {body: {...upload, forced: true, name: 'rubbish.srt', content: 'MQo='}});
	t.like(refused.body, {status: 400, code: 'subtitle_unreadable', errors: [{path: 'content', message: 'This is no subtitle.'}]});
	t.true(taken[1]?.forced);
	t.deepEqual(await served.deps.producer.keys(`${served.deps.prefix}:uploaded-subtitle:*`), []);
	t.is(owner.type, 'movie');
});

test('a wrong upload is refused, naming each field', async t => {
	const {served, call, base, owner} = await withMovie(t);
	await served.deps.subtitleCache.put(owner, [found]);
	const right = {language: 'en', name: 'a.srt', content: 'MQo='};
	const faults = async (body: unknown) => {
		const {status, body: problem} = await call(`POST ${base}`, {body});
		t.is(status, 400, JSON.stringify(body).slice(0, 100));
		return [...new Set(problem.errors.map(({path}: {path: string}) => path))].toSorted();
	};
	t.deepEqual(await faults({}), ['providerId']);
	t.deepEqual(await faults({providerId: 'p1'}), ['subtitleId']);
	t.deepEqual(await faults({subtitleId: '77'}), ['providerId']);
	t.deepEqual(await faults({forced: true}), ['content', 'language', 'name']);
	t.deepEqual(await faults({providerId: 'p1', subtitleId: '77', ...right}), ['content', 'language', 'name']);
	t.deepEqual(await faults({...right, language: 'English', forced: 'no'}), ['forced', 'language']);
	t.deepEqual(await faults({...right, language: ['en']}), ['language']);
	t.deepEqual(await faults({...right, path: '/etc'}), ['path']);
	for (const name of [
		'../a.srt',
		'/etc/a.srt',
		'a\\b.srt',
		'a\u0000.srt',
		'\ud800.srt',
		'',
		' ',
		'.',
		'..',
		' . ',
		'x'.repeat(256),
		'x'.repeat(300),
		5,
	]) {
		t.deepEqual(await faults({...right, name}), ['name'], JSON.stringify(name));
	}
	for (const content of ['', 'M', 'MQ', 'MQo', 'MQ==MQ==', 'MQ-_', 'MQo=\n', 'data:text/plain;base64,MQo=', '====', 5, ['MQo=']]) {
		t.deepEqual(await faults({...right, content}), ['content'], JSON.stringify(content));
	}
	t.deepEqual(await waiting(served), []);
});

test('a strange value in any field is refused, or reaches the worker as it is', async t => {
	const {served, call, base, owner} = await withMovie(t);
	const taken: unknown[] = [];
	await answerJobs(t, served, {
		addSubtitle: async ({from}, {subtitleCache}) => {
			taken.push(from.kind === 'upload' ? await subtitleCache.uploads.get(from.key) : from);
			return {id: 'new'};
		},
	});
	await served.deps.subtitleCache.put(owner, [found]);
	const upload = {language: 'en', forced: false, hearingImpaired: false, name: 'a.srt', content: 'MQo='};
	for (const body of [upload, {providerId: 'p1', subtitleId: '77'}]) {
		for (const field of Object.keys(body)) {
			for (const value of strangeFields) {
				const sent = {...body, [field]: value};
				const {status, body: reply} = await call(`POST ${base}`, {body: sent});
				t.true([201, 400, 404].includes(status), `${field}: ${JSON.stringify(value)?.slice(0, 50)} ${status}`);
				if (status === 400) {
					t.true(reply.errors.some(({path}: {path: string}) => path.startsWith(field)));
				}
				if (status === 201) {
					t.deepEqual(taken.at(-1), sent);
				}
			}
		}
	}
});

test('one byte too many is refused, and only this route takes large bodies, from callers who may write', async t => {
	const {call, base} = await withMovie(t);
	const right = {language: 'en', name: 'a.srt'};
	const content = Buffer.alloc(5 * 1024 * 1024 + 1).toString('base64');
	const {status, body} = await call(`POST ${base}`, {body: {...right, content}});
	t.is(status, 400);
	t.deepEqual(body.errors, [{path: 'content', message: 'content must be base64 of at most 5 MiB'}]);
	const huge = JSON.stringify({...right, content: 'A'.repeat(9 * 1024 * 1024)});
	const refused = await call(`POST ${base}`, {body: huge});
	t.like(refused.body, {status: 413, code: 'body_too_large', detail: 'The body is larger than 8 MiB.'});
	t.is((await call(`POST ${base}`, {body: {...right, content}, as: 'nobody'})).status, 401);
	t.is((await call(`POST ${base}`, {body: {...right, content}, as: 'streaming'})).status, 403);
	// Patterns that take quadratic time would not come back from these.
	for (const name of [`${'x'.repeat(7_000_000)}/`, `${'. '.repeat(3_500_000)}`]) {
		t.is((await call(`POST ${base}`, {body: {...right, name, content: 'MQo='}})).status, 400);
	}
	const elsewhere = await call('POST /api/library/movies', {body: {metaId: 1, rootFolderPath: 'x'.repeat(2 * 1024 * 1024)}});
	t.like(elsewhere.body, {status: 413, detail: 'The body is larger than 1 MiB.'});
});

test('a fetch is queued for a person, before and instead of that of a task, and is promised', async t => {
	const {served, call, deps, base, owner} = await withMovie(t);
	const executionId = 'c0ffee00-0000-4000-8000-000000000002';
	await deps.jobs.enqueue(fetchSubtitles, {owner, reason: 'missing', executionId}, {priority: 50});
	const {status, body} = await call(`POST ${base}/fetch`, {as: 'user'});
	t.is(status, 202);
	t.like(body, {success: true, message: 'The search for subtitles of The Quiet Harbour is queued.'});
	t.is((await call(`POST ${base}/fetch`)).body.searchId, body.searchId);
	t.deepEqual(await waiting(served), [{name: 'fetch-subtitles', owner, reason: 'person', executionId, priority: 2}]);
	t.is((await deps.outbox.list(10))[0]?.id, body.searchId);
	t.is((await call(`POST ${base}/fetch`, {as: 'streaming'})).status, 403);
});

test('a subtitle beside the file is removed by a worker, one inside the video is not', async t => {
	const {served, call, base} = await withMovie(t);
	const asked: RemoveSubtitle[] = [];
	await answerJobs(t, served, {
		removeSubtitle: async payload => {
			asked.push(payload);
			if (asked.length > 2) {
				throw new NotFound('subtitle_not_found', 'It is gone already.');
			}
		},
	});
	const episode = await withEpisode(served);
	t.is((await call(`DELETE ${base}/s1`)).status, 204);
	t.is((await call(`DELETE ${episode.base}/s1?blocklist=true`, {as: 'user'})).status, 204);
	t.is((await call(`DELETE ${base}/s1`)).status, 404);
	t.deepEqual(
		asked.map(({owner, subtitleId, blocklist}) => [owner.type, subtitleId, blocklist]),
		[
			['movie', 's1', false],
			['episode', 's1', true],
			['movie', 's1', false],
		],
	);
	t.like((await call(`DELETE ${base}/track-2`)).body, {status: 409, code: 'subtitle_embedded'});
	for (const id of ['s2', '__proto__', '%00', '$ne']) {
		t.is((await call(`DELETE ${base}/${id}`)).status, 404, id);
	}
	t.is((await call(`DELETE ${base}/s1?blocklist=maybe`)).body.errors[0].path, 'blocklist');
	t.is((await call(`DELETE ${base}/s1`, {as: 'streaming'})).status, 403);
	t.is(asked.length, 3);
});

test('the times of a subtitle are changed by those who may delete files, and fitted to the sound where a program is chosen', async t => {
	const {served, call, base, owner} = await withMovie(t);
	const asked: AddSubtitle[] = [];
	await answerJobs(t, served, {
		addSubtitle: async payload => {
			asked.push(payload);
			return {id: 's1'};
		},
	});
	t.like((await call(`POST ${base}/s1/shift`, {body: {offsetMs: -1500}})).body, {id: 's1'});
	const from = {kind: 'retimed', subtitleId: 's1', hash: null} as const;
	t.deepEqual(asked, [{owner, from: {...from, offsetMs: -1500}}]);
	for (const offsetMs of [0, 3_600_001, 1.5, null]) {
		t.like((await call(`POST ${base}/s1/shift`, {body: {offsetMs}})).body, {status: 400, errors: [{path: 'offsetMs'}]});
	}
	t.like((await call(`POST ${base}/track-2/shift`, {body: {offsetMs: 5}})).body, {status: 409, code: 'subtitle_embedded'});
	t.like((await call(`POST ${base}/s1/synchronise`)).body, {status: 409, code: 'synchroniser_off'});
	await call('PUT /api/settings/subtitles.synchronise', {body: {value: 'alass'}});
	t.is((await call(`POST ${base}/s1/synchronise`)).status, 202);
	const {'a user without rights': child} = await everyCaller(served);
	const headers = {...child?.headers, 'content-type': 'application/json'};
	t.is((await fetch(`${served.url}${base}/s1/shift`, {method: 'POST', headers, body: '{"offsetMs": 5}'})).status, 403);
});
