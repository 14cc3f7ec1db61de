import test, {type ExecutionContext} from 'ava';
import type {OpenApiDocument} from '#api/openapi/document.ts';
import {Invalid, NotFound} from '#shared/errors.ts';
import {answerNames} from '#test/helpers/answer-all.ts';
import {answerJobs} from '#test/helpers/answer-jobs.ts';
import {type RightCall, withEveryRecord} from '#test/helpers/every-record.ts';
import {type Answer, type Served, serve} from '#test/helpers/serve.ts';
import {digestOf} from '#test/helpers/stored.ts';
import {strangeBodies, strangeFields, strangeIds, strangeValues} from '#test/helpers/strange.ts';

interface Documented {
	method: string;
	/** As Express spells it. */
	path: string;
	query: string[];
	hasBody: boolean;
	isStream: boolean;
}

/** Lists that have a parameter without which they are 400. */
const needsMore: ReadonlySet<string> = new Set([
	'/api/search',
	'/api/lookup/movies',
	'/api/lookup/series',
	'/api/manual-import',
	'/api/parse',
]);
/** Statistics are not computed yet. */
const plainStatus = (path: string) => (path === '/api/statistics' ? 202 : needsMore.has(path) ? 400 : 200);
/** FlareSolverr says every failure with 500, and ignores what it does not know. */
const solverLines = ['POST /v1', 'POST /solver/:key/v1'];
const takesMore: ReadonlySet<string> = new Set(['POST /api/custom-formats/import', ...solverLines]);
const isToldAsFailure = (line: string, {status, body}: Answer) => solverLines.includes(line) && status === 500 && body.status === 'error';

async function documented({call}: Served): Promise<Documented[]> {
	const {paths} = (await call('GET /api/openapi.json')).body as OpenApiDocument;
	return Object.entries(paths).flatMap(([template, methods]) =>
		Object.entries(methods).map(([method, {parameters = [], requestBody, responses}]) => ({
			method: method.toUpperCase(),
			path: template.replace(/\{(\w+)\}/g, ':$1'),
			query: (parameters as {in: string; name: string}[]).filter(({in: place}) => place === 'query').map(({name}) => name),
			hasBody: requestBody?.content['application/json'] !== undefined,
			isStream: Object.keys(responses['200']?.content ?? {}).includes('text/event-stream'),
		})),
	);
}

/** A served application with a record of every sort; whatever asks the outside is refused by its worker. */
async function withWorld(t: ExecutionContext): Promise<Served & {routes: Documented[]; rights: Map<string, RightCall>}> {
	const served = await serve(t, {http: {listRequestsPerMinute: 1_000_000, searchesPerMinute: 1_000_000, loginsPer15Minutes: 1_000_000}});
	const unknown = () => Promise.reject(new NotFound('movie_not_found', 'There is no such title.'));
	const wrong = () => Promise.reject(new Invalid('wrong_protocol', 'Nobody is there.'));
	const failure = {code: 'name_not_found', message: 'There is no such host.'};
	const unsolved = {solveTime: 1, usedCache: false, kind: 'none', open: false, failure, clearance: null} as const;
	await answerJobs(t, served, {
		...answerNames,
		addMovie: unknown,
		addSeries: unknown,
		searchReleases: wrong,
		grabRelease: unknown,
		lookUpTitle: () => Promise.reject(new NotFound('title_not_found_at_provider', 'There is no such title.')),
		lookUpTitles: async () => ({titles: []}),
		listDefinitions: async () => ({definitions: [], total: 0, languages: []}),
		showDefinition: () => Promise.reject(new NotFound('definition_not_found', 'There is no such definition.')),
		discover: async () => ({titles: [], pages: 1}),
		listEpisodeOrders: wrong,
		previewEpisodeOrder: wrong,
		previewAutoTag: wrong,
		refreshCollection: wrong,
		prepareIndexerImport: wrong,
		testMoveSource: wrong,
		showLoginCaptcha: wrong,
		answerLoginCaptcha: wrong,
		testConnection: wrong,
		solveChallenge: async () => unsolved,
		openPage: async () => ({pageId: null, failure}),
	});
	const rights = await withEveryRecord(t, served);
	return {...served, routes: await documented(served), rights};
}

test('an id that cannot be one is 404 everywhere, and nothing changes', async t => {
	const world = await withWorld(t);
	const before = await digestOf(world);
	// A key is no id: who sends it with credentials of another kind is let in by those. A new file may have any name.
	const isNew = ({method, path}: Documented) => method === 'PUT' && path === '/api/own-definitions/:key';
	const withIds = world.routes.filter(each => each.path.includes('/:') && !each.path.includes('/:key/') && !isNew(each));
	t.true(withIds.length > 30);
	for (const {method, path} of withIds) {
		const body = world.rights.get(`${method} ${path}`)?.body;
		for (const id of strangeIds) {
			const address = path.replace(/:\w+/g, id);
			// It must be said with which title of the provider it is compared.
			const query = path.endsWith('/match/preview')
				? '?metaId=1'
				: method === 'PUT' && ['/api/moves/uploads/:id', '/api/backup-uploads/:id'].includes(path)
					? '?offset=0'
					: '';
			const {status} = await world.call(`${method} ${address}${query}`, {...(body && {body})});
			t.is(status, 404, `${method} ${address}`);
		}
	}
	t.is(await digestOf(world), before);
});

test('a strange value of a parameter is refused or harmless, one given twice or empty is refused', async t => {
	const world = await withWorld(t);
	const before = await digestOf(world);
	const readers = world.routes.filter(
		({method, query, isStream, path}) => method === 'GET' && query.length > 0 && !isStream && !path.includes('/:'),
	);
	t.true(readers.length > 6);
	for (const {path, query} of readers) {
		for (const name of query) {
			// What belongs to a library or tag that does not exist is not found.
			const allowed = path === '/api/search' || path === '/api/statistics' ? [200, 400, 404] : [200, 400];
			for (const value of strangeValues) {
				const {status} = await world.call(`GET ${path}?${name}=${value}`);
				t.true(allowed.includes(status), `GET ${path}?${name}=${value.slice(0, 40)}: ${status}`);
			}
			t.is((await world.call(`GET ${path}?${name}=`)).status, 400, `${path} ${name}`);
			t.is((await world.call(`GET ${path}?${name}=1&${name}=1`)).status, 400, `${path} ${name}`);
		}
		t.is((await world.call(`GET ${path}?page[$gt]=1&$where=1&__proto__[a]=1`)).status, 400, path);
	}
	t.is(await digestOf(world), before);
});

test('a body that is none is refused by every route, and nothing changes', async t => {
	const world = await withWorld(t);
	const withBody = world.routes.filter(({hasBody}) => hasBody);
	t.deepEqual(
		withBody.map(({method, path}) => `${method} ${path}`).filter(line => !world.rights.has(line)),
		[],
	);
	await world.headersOf('user');
	const before = await digestOf(world);
	for (const {method, path} of withBody) {
		const line = `${method} ${path}`;
		const address = world.rights.get(line)?.path ?? path;
		for (const text of strangeBodies) {
			// Foreign JSON is read format by format: what is none is a failure in the reply.
			const isForeign = path === '/api/custom-formats/import' && ['[]', '[{}]', '{"$set": {"role": "admin"}}', '{"": 1}'].includes(text);
			const {status} = await world.call(`${method} ${address}`, {body: text, as: path === '/api/auth/password' ? 'user' : 'admin'});
			const expected = solverLines.includes(line) ? [400, 500] : [isForeign ? 200 : 400];
			t.true(expected.includes(status), `${line} ${text.slice(0, 60)}: ${status}`);
		}
	}
	t.is(await digestOf(world), before);
});

test('a strange value in any field is refused without a trace, or taken', async t => {
	const world = await withWorld(t);
	for (const [line, {path, body}] of world.rights) {
		const [method] = line.split(' ');
		const send = (field: string, value: unknown) => world.call(`${method} ${path}`, {body: {...body, [field]: value}});
		const refused: [string, unknown][] = [];
		for (const field of Object.keys(body)) {
			for (const value of strangeFields) {
				const answer = await send(field, value);
				t.true(
					answer.status < 500 || isToldAsFailure(line, answer),
					`${line} ${field}=${JSON.stringify(value).slice(0, 60)}: ${JSON.stringify(answer.body).slice(0, 200)}`,
				);
				if (answer.status >= 400) {
					refused.push([field, value]);
				}
			}
		}
		const before = await digestOf(world);
		for (const [field, value] of refused) {
			t.true((await send(field, value)).status >= 400, line);
		}
		t.is(await digestOf(world), before, line);
	}
	const lists = world.routes.filter(({method, path, isStream}) => method === 'GET' && !path.includes('/:') && !isStream);
	for (const {path} of lists) {
		t.is((await world.call(`GET ${path}`)).status, plainStatus(path), path);
	}
});

test('a field that nobody knows is refused by every route that takes a body, and nothing changes', async t => {
	const world = await withWorld(t);
	const before = await digestOf(world);
	for (const [line, {path, body}] of world.rights) {
		const [method] = line.split(' ');
		for (const field of takesMore.has(line) ? [] : ['surplus', '$set', 'a.b', 'Name', 'isAdmin ']) {
			const {status, body: problem} = await world.call(`${method} ${path}`, {body: {...body, [field]: {$gt: ''}}});
			t.is(status, 400, `${line} ${field}`);
			t.true(
				problem.errors.some((fault: {path: string}) => fault.path === field),
				`${line} ${field}`,
			);
		}
	}
	t.is(await digestOf(world), before);
});

test('a body may be left out exactly where the document says so', async t => {
	const world = await withWorld(t);
	const {paths} = (await world.call('GET /api/openapi.json')).body as OpenApiDocument;
	for (const [line, {path}] of world.rights) {
		const [method = '', template = ''] = line.split(' ');
		const reported = paths[template.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody;
		if (reported && !solverLines.includes(line)) {
			const {status, body} = await world.call(`${method} ${path}`, {as: template === '/api/auth/password' ? 'user' : 'admin'});
			t.is(status === 400 && body.code === 'validation_failed', reported.required, `${line}: ${status} ${JSON.stringify(body)}`);
		}
	}
});
