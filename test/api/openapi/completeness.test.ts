import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import {isTextBody} from '#api/http/operation.ts';
import type {DocumentedOperation, OpenApiDocument} from '#api/openapi/document.ts';
import {termGroups, terms} from '#api/openapi/glossary/terms.ts';
import {type Described, describe, type JsonSchema} from '#api/openapi/json-schema.ts';
import {operations} from '#api/operations.ts';
import {createRoutes} from '#api/routes.ts';
import {createHttpServices} from '#api/services.ts';
import {documentOf, operationsOf} from '#test/helpers/openapi-document.ts';
import {serve} from '#test/helpers/serve.ts';

/** Every field of a schema with its place, those of referenced schemas left out. */
function fieldsOf(schema: JsonSchema, place: string): [place: string, field: JsonSchema][] {
	const own = Object.entries(schema.properties ?? {}).map(([name, field]): [string, JsonSchema] => [`${place}.${name}`, field]);
	const {items, additionalProperties: more, anyOf = [], oneOf = [], allOf = []} = schema;
	const inner = [...(items ? [items] : []), ...(typeof more === 'object' ? [more] : []), ...anyOf, ...oneOf, ...allOf];
	return [...own, ...own.flatMap(([where, field]) => fieldsOf(field, where)), ...inner.flatMap(each => fieldsOf(each, place))];
}

interface Body {
	place: string;
	schema: JsonSchema;
	example: unknown;
}

function bodiesOf([line, {requestBody, responses}]: [string, DocumentedOperation]): Body[] {
	const sent = Object.values(requestBody?.content ?? {}).map(content => ({place: `${line} body`, example: undefined, ...content}));
	const replied = Object.entries(responses).flatMap(([code, {content = {}}]) =>
		Object.values(content).flatMap(({'x-events': events = {}, ...each}) => [
			{place: `${line} ${code}`, example: undefined, ...each},
			...Object.entries(events).map(([name, {data, example}]) => ({place: `${line} ${name}`, schema: data, example})),
		]),
	);
	return [...sent, ...replied];
}

function undescribed(document: OpenApiDocument): string[] {
	const named = Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsOf(schema, name));
	const inline = operationsOf(document).flatMap(each => bodiesOf(each).flatMap(({schema, place}) => fieldsOf(schema, place)));
	const parameters = operationsOf(document).flatMap(([line, each]) =>
		((each.parameters ?? []) as {name: string; description?: string}[]).map(
			parameter => [`${line} ?${parameter.name}`, parameter] as [string, JsonSchema],
		),
	);
	const sent = Object.entries(document.webhooks).flatMap(([event, {post}]) =>
		fieldsOf(post.requestBody.content['application/json']?.schema ?? {}, `webhook ${event}`),
	);
	return [...named, ...inline, ...parameters, ...sent].filter(([, {description}]) => !description).map(([place]) => place);
}

test('every parameter and field is described, by itself or by the glossary', async t => {
	t.deepEqual(undescribed(await documentOf(t)), [], 'Give the schema a .description(), or the name a meaning in api/openapi/glossary.');
});

test('a name of the glossary is there once, is used, and says something', async t => {
	const reported = JSON.stringify(await documentOf(t));
	t.is(
		Object.keys(terms).length,
		termGroups.map(group => Object.keys(group).length).reduce((sum, each) => sum + each, 0),
	);
	t.deepEqual(
		Object.entries(terms).filter(([, text]) => !reported.includes(JSON.stringify(text).slice(1, -1)) || !/^[A-Z\d].*\.$/.test(text)),
		[],
	);
});

test('every operation has a name of its own that reads well in a client', async t => {
	const operations = operationsOf(await documentOf(t));
	const ids = operations.map(([, {operationId}]) => operationId);
	t.is(new Set(ids).size, ids.length);
	t.deepEqual(
		ids.filter(id => !/^[a-z]+[A-Z][A-Za-z]+$/.test(id) && !/^log(?:In|Out)$/.test(id)),
		[],
	);
});

test('every body has an example that fits', async t => {
	const {deps} = await serve(t);
	const document = await documentOf(t);
	const ajv = new Ajv2020({strict: false, allErrors: true});
	addFormats.default(ajv);
	ajv.addSchema(document, 'api');
	const faults = operationsOf(document)
		.flatMap(bodiesOf)
		.flatMap(({place, schema, example}) => {
			if (/ [345]\d\d$/.test(place)) {
				return []; // problem details, whose example is that of their schema
			}
			const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
			const validate = ajv.compile(JSON.parse(text));
			const isStream = typeof example === 'string' && example.startsWith('id: ');
			const isText = schema.type === 'string' && !schema.properties;
			return isText || isStream || (example !== undefined && validate(example))
				? []
				: [`${place}: ${JSON.stringify(example)?.slice(0, 300)} ${ajv.errorsText(validate.errors)}`];
		});
	t.deepEqual(faults, []);

	const refused = createRoutes({...deps, ...createHttpServices(deps)}).flatMap(({method, path, request: {body}}) => {
		const reported = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]?.requestBody;
		const example = reported?.content['application/json']?.example;
		const error = body?.validate(example, {convert: false}).error;
		return error ? [`${method} ${path}: ${error.message} ${JSON.stringify(example)}`] : [];
	});
	t.deepEqual(refused, []);
});

test('secrets of requests are reported as such', async t => {
	const document = await documentOf(t);
	const secret = /^(?:.*[pP]assword|apiKey)$/;
	const open = operationsOf(document).flatMap(([line, {requestBody}]) =>
		fieldsOf(requestBody?.content['application/json']?.schema ?? {}, line).filter(
			([place, {format, writeOnly}]) => secret.test(place.split('.').at(-1) ?? '') && !(format === 'password' && writeOnly),
		),
	);
	t.deepEqual(open, []);
});

test('every event stream tells its events with their data', async t => {
	const streams = operationsOf(await documentOf(t)).flatMap(([line, {responses}]) => {
		const content = responses['200']?.content?.['text/event-stream'];
		return content ? [[line, Object.keys(content['x-events'] ?? {})] as const] : [];
	});
	t.true(streams.length >= 3);
	t.deepEqual(
		streams.filter(([, events]) => events.length < 2 || !events.includes('reset')),
		[],
	);
});

/** Named schemas as they are told, by name; only the first of a name is shown by the document. */
function namedIn({keys = {}, items = [], patterns = [], matches = [], ...whole}: Described, known: Map<string, Set<string>>): void {
	const name = whole.metas?.find(({schemaName}) => schemaName)?.schemaName;
	if (name) {
		const reported = known.get(name) ?? new Set();
		known.set(name, reported.add(JSON.stringify({keys, items, patterns, matches})));
	}
	const inner = matches.flatMap(({schema, switch: cases = []}) => [...(schema ? [schema] : []), ...cases.map(each => each.then)]);
	for (const each of [...Object.values(keys), ...items, ...patterns.map(({rule}) => rule), ...inner]) {
		namedIn(each, known);
	}
}

test('no two schemas have the same name', t => {
	const known = new Map<string, Set<string>>();
	for (const body of Object.values(operations).flatMap(({replies}) => Object.values(replies))) {
		if (body !== null && !isTextBody(body)) {
			namedIn(describe(body), known);
		}
	}
	t.true(known.size > 50);
	t.deepEqual(
		[...known].filter(([, reported]) => reported.size > 1).map(([name]) => name),
		[],
		'Give one of them another name: in the document the first hides the others.',
	);
});

test('every list says something about its items, as many generators want', async t => {
	const document = await documentOf(t);
	const lists = (value: unknown): JsonSchema[] => {
		if (typeof value !== 'object' || value === null) {
			return [];
		}
		const {type} = value as JsonSchema;
		return [...(type === 'array' || [type].flat().includes('array') ? [value as JsonSchema] : []), ...Object.values(value).flatMap(lists)];
	};
	const all = lists([document.paths, document.webhooks, document.components.schemas]);
	t.true(all.length > 50);
	t.deepEqual(
		all.filter(list => list.items === undefined),
		[],
	);
});
