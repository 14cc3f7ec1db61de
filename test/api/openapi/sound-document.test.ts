import {Ajv2020} from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import test from 'ava';
import type {JsonSchema} from '#api/openapi/json-schema.ts';
import {documentOf, operationsOf} from '#test/helpers/openapi-document.ts';

/** Each schema of a document with the place where it stands. */
function* schemasIn(value: unknown, place = ''): Generator<[place: string, schema: JsonSchema]> {
	if (typeof value !== 'object' || value === null) {
		return;
	}
	if (!Array.isArray(value) && ('type' in value || 'anyOf' in value) && /\/(?:schema|properties\/\w+|schemas\/\w+|items)$/.test(place)) {
		yield [place, value as JsonSchema];
	}
	for (const [name, inner] of Object.entries(value).filter(([each]) => !['example', 'examples', 'default', 'enum'].includes(each))) {
		yield* schemasIn(inner, `${place}/${name}`);
	}
}

test('tags are declared, webhooks say that they need no credentials', async t => {
	const document = await documentOf(t);
	const used = new Set(operationsOf(document).flatMap(([, {tags}]) => tags));
	t.deepEqual(document.tags.map(({name}) => name).toSorted(), [...used].toSorted());
	t.true(document.tags.every(({description}) => /^[A-Z].*\.$/.test(description)));
	for (const {post} of Object.values(document.webhooks)) {
		t.deepEqual(post.security, []);
	}
});

test('no schema has the name that generators give to a list of values of another one', async t => {
	const {schemas} = (await documentOf(t)).components;
	const names = new Set(Object.keys(schemas));
	const given = Object.entries(schemas).flatMap(([owner, {properties = {}}]) =>
		Object.entries(properties).flatMap(([field, each]) =>
			each.enum || each.items?.enum ? [`${owner}${field.charAt(0).toUpperCase()}${field.slice(1)}`] : [],
		),
	);
	t.deepEqual(
		given.filter(name => names.has(name)),
		[],
	);
});

test('defaults and examples fit their own schemas, and patterns are of a kind that every language knows', async t => {
	const document = await documentOf(t);
	// As programs do that check documents of others.
	const ajv = new Ajv2020({strict: false, unicodeRegExp: false});
	addFormats.default(ajv);
	ajv.addSchema(document, 'api');
	const local = (schema: JsonSchema) => JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components')) as JsonSchema;
	let count = 0;
	for (const [place, schema] of schemasIn(document)) {
		t.notRegex(schema.pattern ?? '', /\\p\{/i, place);
		for (const value of [schema.default, ...(schema.examples ?? [])].filter(each => each !== undefined)) {
			const fits = ajv.compile(local(schema));
			t.true(fits(value), `${place}: ${JSON.stringify(value)}`);
			count += 1;
		}
	}
	t.true(count > 100);
	for (const [line, {requestBody}] of operationsOf(document)) {
		const {schema, example} = requestBody?.content['application/json'] ?? {};
		t.true(!schema || ajv.validate(local(schema), example), `${line}: ${ajv.errorsText()}`);
	}
});

test('what may be repeated and what has an ETag says so', async t => {
	const operations = operationsOf(await documentOf(t));
	const has = (name: string) =>
		operations.filter(([, {parameters = []}]) => (parameters as {name: string}[]).some(each => each.name === name)).map(([line]) => line);
	t.true(
		['POST /api/library/movies', 'POST /api/library/series', 'POST /api/download/grab'].every(line =>
			has('Idempotency-Key').includes(line),
		),
	);
	t.true(has('Idempotency-Key').every(line => line.startsWith('POST ')));
	t.deepEqual(has('If-None-Match').toSorted(), [
		...['GET /api/library/episodes/{id}', 'GET /api/library/movies/{id}', 'GET /api/library/series/{id}'],
		...['GET /api/settings', 'GET /api/settings/{key}'],
	]);
	for (const [line, {responses}] of operations.filter(([each]) => has('If-None-Match').includes(each))) {
		t.truthy(responses['304'], line);
		t.truthy(responses['200']?.headers?.['ETag'], line);
	}
});
