import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import {createDocument, type OpenApiDocument} from '#api/openapi/document.ts';
import {operations} from '#api/operations.ts';
import {webhooks} from '#api/providers/notification-messages.ts';
import {createRoutes} from '#api/routes.ts';
import {createHttpServices} from '#api/services.ts';
import {notificationEvents} from '#shared/domain/notifications/notification.ts';
import {documentOf, operationsOf} from '#test/helpers/openapi-document.ts';
import {serve} from '#test/helpers/serve.ts';
import {interfaceRows} from './interface-rows.ts';

const linesOf = ({paths}: OpenApiDocument) =>
	Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`));

test('the document is OpenAPI 3.1 in which every reference leads somewhere and every schema compiles', async t => {
	const document = await documentOf(t);
	t.is(document.openapi, '3.1.0');
	t.is(document.info.version, '9.9.9');
	const ajv = new Ajv2020({strict: false});
	addFormats.default(ajv);
	ajv.addSchema(document, 'api');
	for (const name of Object.keys(document.components.schemas)) {
		t.notThrows(() => ajv.compile({$ref: `api#/components/schemas/${name}`}), name);
	}
	const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
	t.deepEqual(
		references.filter(name => !(name in document.components.schemas)),
		[],
	);
	const ids = Object.values(document.paths).flatMap(methods => Object.values(methods).map(({operationId}) => operationId));
	t.is(new Set(ids).size, ids.length);
});

test('others have their turn while the document is made, which takes a while', async t => {
	const {deps} = await serve(t);
	const services = createHttpServices(deps);
	t.teardown(services.close);
	const routes = createRoutes({...deps, ...services});
	let turns = 0;
	let next: NodeJS.Immediate;
	const count = () => {
		turns += 1;
		next = setImmediate(count);
	};
	count();
	await createDocument({routes, operations, webhooks, version: '1', basePath: ''});
	clearImmediate(next!);
	t.true(turns >= routes.length, `${turns} turns for ${routes.length} routes`);
});

test('every route is told of, and nothing else', async t => {
	const document = await documentOf(t);
	const reported = Object.keys(operations).map(line => line.replace(/:(\w+)/g, '{$1}'));
	t.deepEqual(linesOf(document).toSorted(), reported.toSorted());
	for (const methods of Object.values(document.paths)) {
		for (const {summary, responses} of Object.values(methods)) {
			t.notRegex(summary, /^(?:GET|POST|PUT|DELETE) /);
			t.true(
				Object.keys(responses).some(code => code.startsWith('2')),
				summary,
			);
		}
	}
});

for (const {line, codes, isBuilt} of interfaceRows) {
	test(`the interface has ${line} with ${codes.join(', ')}${isBuilt ? '' : ', which is yet to come'}`, async t => {
		const [method = '', path = ''] = line.split(' ');
		const {paths} = await documentOf(t);
		const found = paths[path]?.[method.toLowerCase()];
		if (!isBuilt) {
			t.is(found, undefined, 'It is there now: say so in interface-rows.ts');
			return;
		}
		t.deepEqual(
			codes.filter(code => !found?.responses[code]),
			[],
		);
	});
}

test('parameters, bodies and credentials are reported as the routes check them', async t => {
	const document = await documentOf(t);
	const {paths} = document;
	const list = paths['/api/library/movies']?.['get'];
	const names = ((list?.parameters ?? []) as {name: string; in: string}[]).map(parameter => `${parameter.in}:${parameter.name}`);
	t.deepEqual(
		names,
		[
			...['page', 'limit', 'sort', 'withStanding', 'titleStart', 'monitored', 'downloaded', 'search', 'genre', 'year'],
			...['minimumAvailability', 'quality', 'minYear', 'maxYear', 'minRating', 'qualityProfileId', 'rootFolderPath'],
			...['originalLanguage', 'minSize', 'maxSize', 'tag', 'libraryId'],
		].map(name => `query:${name}`),
	);
	t.deepEqual(list?.security, [{apiKey: []}, {session: []}]);
	t.deepEqual(paths['/api/health']?.['get']?.security, []);
	t.deepEqual(paths['/v1']?.['post']?.security, [{apiKey: []}, {session: []}, {basic: []}]);
	t.deepEqual(paths['/metrics']?.['get']?.security, [{apiKey: []}, {session: []}, {metricsToken: []}]);
	t.deepEqual(Object.keys(document.components.securitySchemes), ['apiKey', 'session', 'basic', 'metricsToken', 'calendarKey']);
	const body = paths['/api/library/movies']?.['post']?.requestBody?.content['application/json']?.schema;
	t.deepEqual(body?.required, ['metaId']);
	t.is(paths['/api/library/movies/{id}']?.['get']?.requestBody, undefined);
	const withBody = Object.values(paths).flatMap(methods => Object.values(methods).filter(({requestBody}) => requestBody));
	t.deepEqual(
		withBody.filter(({responses}) => !['413', '415', '429'].every(code => code in responses)).map(({operationId}) => operationId),
		[],
	);
});

test('what forms call an id at the metadata provider says what it is', async t => {
	const {paths} = await documentOf(t);
	const body = paths['/api/import-exclusions']?.['post']?.requestBody?.content['application/json']?.schema;
	t.is(body?.properties?.['metaId']?.title, 'ID at the metadata provider');
	t.is(body?.properties?.['title']?.title, 'Title');
});

test('the reference page comes whole from here, below the base path too', async t => {
	const {call, url} = await serve(t, {http: {basePath: '/kino'}});
	const page = await call('GET /kino/api/docs', {as: 'nobody'});
	t.is(page.status, 200);
	t.regex(page.headers.get('content-security-policy') ?? '', /script-src 'self'/);
	const links = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link);
	t.is(links.length, 4);
	for (const link of links) {
		t.true(link.startsWith('/kino/api/docs/'));
		const file = await fetch(url + link);
		t.is(file.status, 200, link);
		t.true((await file.arrayBuffer()).byteLength > 100);
	}
	t.notRegex(page.body, /<script>|onclick|https?:/);
	for (const other of ['package.json', '..%2fpackage.json', 'toString', '__proto__']) {
		t.is((await call(`GET /kino/api/docs/${other}`, {as: 'nobody'})).status, 404, other);
	}
});

test('pictures and archives are bytes, not texts', async t => {
	const document = await documentOf(t);
	const contentOf = (path: string) => Object.entries(document.paths[path]?.['get']?.responses['200']?.content ?? {});
	t.deepEqual(
		[...contentOf('/api/images/{hash}'), ...contentOf('/api/settings/logs/download')].map(([type, {schema}]) => [type, schema.format]),
		[
			['image/*', 'binary'],
			['text/plain', undefined],
			['application/gzip', 'binary'],
		],
	);
});

test('the document is compressed for those who understand that, and not sent again to those who have it', async t => {
	const {url} = await serve(t);
	const address = `${url}/api/openapi.json`;
	const compressed = await fetch(address, {headers: {'accept-encoding': 'gzip'}});
	t.is(compressed.headers.get('content-encoding'), 'gzip');
	const plain = await fetch(address, {headers: {'accept-encoding': 'identity'}});
	t.is(plain.headers.get('content-encoding'), null);
	t.deepEqual(await compressed.json(), await plain.json());
	const etag = String(compressed.headers.get('etag'));
	const again = await fetch(address, {headers: {'accept-encoding': 'gzip', 'if-none-match': etag, 'cache-control': 'max-age=0'}});
	t.is(again.status, 304);
});

test('receivers of notifications learn what they get, and every field of it', async t => {
	const document = await documentOf(t);
	t.deepEqual(Object.keys(document.webhooks), [...notificationEvents, 'test']);
	const ajv = new Ajv2020({strict: false});
	addFormats.default(ajv);
	ajv.addSchema(document, 'api');
	for (const [event, {post}] of Object.entries(document.webhooks)) {
		const {schema, example} = post.requestBody.content['application/json']!; // the only type there is
		const validate = ajv.compile({$ref: `api${schema.$ref}`});
		t.true(validate(example), event);
		t.is((example as {type: string}).type, event);
		t.deepEqual(
			post.parameters.map(({name}) => name),
			['webhook-id', 'webhook-timestamp', 'webhook-signature'],
		);
	}
});

test('a caller who asked too much learns from a header when to ask again, and one of a stream how to go on', async t => {
	const {paths} = await documentOf(t);
	t.truthy(paths['/api/library/movies']?.['get']?.responses['429']?.headers?.['Retry-After']);
	const parameters = (paths['/api/tasks/stream']?.['get']?.parameters ?? []) as {in: string; name: string}[];
	t.deepEqual(
		parameters.map(each => `${each.in} ${each.name}`),
		['query apikey', 'header Last-Event-ID'],
	);
});

test('the modules of a generated client have names that can be names', async t => {
	const tags = operationsOf(await documentOf(t)).flatMap(([, {tags: own}]) => own);
	t.deepEqual(
		[...new Set(tags)].filter(tag => !/^[a-z]+(?:-[a-z]+)*$/.test(tag)),
		[],
	);
	t.true(['flaresolverr', 'metrics', 'calendar', 'movies', 'openapi'].every(tag => tags.includes(tag)));
});
