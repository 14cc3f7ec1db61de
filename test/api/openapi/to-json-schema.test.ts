import test from 'ava';
import Joi from 'joi';
import {secretText} from '#api/http/fields.ts';
import {pageFields, queryFlag} from '#api/http/route.ts';
import type {JsonSchema} from '#api/openapi/json-schema.ts';
import {toJsonSchema} from '#api/openapi/to-json-schema.ts';
import {forKinds} from '#api/providers/provider-bodies.ts';

const request = (schema: Joi.Schema) => toJsonSchema(schema, {direction: 'request', named: new Map()});
const reply = (schema: Joi.Schema) => toJsonSchema(schema, {direction: 'reply', named: new Map()});

/** Of every text in a request. */
const pattern = '^[^\\x00]*$';
/** Of every number in a request that has none of its own. */
const minimum = Number.MIN_SAFE_INTEGER;
const maximum = Number.MAX_SAFE_INTEGER;

const becomes = test.macro<[Joi.Schema, JsonSchema]>({
	exec(t, schema, json) {
		t.deepEqual(request(schema), json);
	},
	title: (name = '') => name,
});

test('a text has its bounds', becomes, Joi.string().min(2).max(5), {type: 'string', minLength: 2, maxLength: 5, pattern});
test('a text may not be empty unless that is allowed', becomes, Joi.string(), {type: 'string', minLength: 1, pattern});
test('an allowed empty text', becomes, Joi.string().allow('', null), {type: ['string', 'null'], pattern});
test('an integer is no number', becomes, Joi.number().integer().min(1), {type: 'integer', minimum: 1, maximum});
test('a nullable integer', becomes, Joi.number().integer().allow(null).default(null), {
	type: ['integer', 'null'],
	default: null,
	minimum,
	maximum,
});
test('a number of any size', becomes, Joi.number().unsafe(), {type: 'number'});
test('a closed list keeps null', becomes, Joi.string().valid('a', 'b').allow(null), {type: ['string', 'null'], enum: ['a', 'b', null]});
test('a pattern keeps its words', becomes, Joi.string().pattern(/^\/x$/, 'a path'), {
	type: 'string',
	pattern: '^\\/x$',
	description: 'Must be a path.',
});
test('a flag of a query', becomes, queryFlag().default(false), {type: 'boolean', default: false});
test('a moment', becomes, Joi.string().isoDate(), {type: 'string', format: 'date-time'});
test('bytes', becomes, Joi.string().base64().max(8), {type: 'string', contentEncoding: 'base64', maxLength: 8, minLength: 1, pattern});
test('a limit that another field sets is left out', becomes, Joi.number().min(Joi.ref('other')), {type: 'number', minimum, maximum});
test('anything', becomes, Joi.any(), {});

test('what is clamped is reported in words, because nothing outside is refused', t => {
	t.deepEqual(request(Joi.object(pageFields())).properties?.['limit'], {
		type: 'integer',
		default: 20,
		title: 'Limit',
		description: 'Number of rows per page. 1 to 100; values outside are moved to the nearest end.',
	});
});

test('a request may leave out what is not required, a reply what is optional', t => {
	const schema = Joi.object({a: Joi.boolean().required(), b: Joi.boolean(), c: Joi.boolean().optional()});
	t.deepEqual(request(schema).required, ['a']);
	t.deepEqual(reply(schema).required, ['a', 'b']);
	t.false(request(schema).additionalProperties);
});

test('peers, open objects and values by any name are reported', t => {
	const ab = {a: Joi.boolean(), b: Joi.boolean()};
	t.deepEqual(request(Joi.object(ab).xor('a', 'b')).oneOf, [{required: ['a']}, {required: ['b']}]);
	t.deepEqual(request(Joi.object(ab).oxor('a', 'b')).not, {required: ['a', 'b']});
	const both = request(Joi.object(ab).or('a', 'b').without('a', ['b']));
	t.deepEqual(both.allOf, [{anyOf: [{required: ['a']}, {required: ['b']}]}, {not: {required: ['a'], anyOf: [{required: ['b']}]}}]);
	t.deepEqual(request(Joi.object(ab).or('a', 'b')).anyOf, [{required: ['a']}, {required: ['b']}]);
	t.deepEqual(request(Joi.object(ab).with('a', 'b')).anyOf, [{not: {required: ['a']}}, {required: ['b']}]);
	t.deepEqual(request(Joi.object(ab).without('a', 'b').or('a', 'b')).allOf, [
		{not: {required: ['a'], anyOf: [{required: ['b']}]}},
		{anyOf: [{required: ['a']}, {required: ['b']}]},
	]);
	t.true(request(Joi.object().unknown()).additionalProperties);
	t.deepEqual(request(Joi.object().pattern(Joi.string(), Joi.number())).additionalProperties, {type: 'number', minimum, maximum});
});

test('what is stripped may be sent and is told to be ignored', t => {
	t.regex(request(Joi.object({id: Joi.any().strip()})).properties?.['id']?.description ?? '', /^Ignored/);
});

test('a schema with a name is collected once and referred to, null or not', t => {
	const named = new Map<string, JsonSchema>();
	const thing = Joi.object({a: Joi.boolean()}).meta({schemaName: 'Thing'});
	const schema = Joi.object({one: thing, maybe: thing.allow(null), many: Joi.array().items(thing)});
	const {properties} = toJsonSchema(schema, {direction: 'reply', named});
	const $ref = '#/components/schemas/Thing';
	t.deepEqual(properties?.['one'], {$ref});
	t.deepEqual(properties?.['maybe'], {anyOf: [{$ref}, {type: 'null'}]});
	t.deepEqual(properties?.['many'], {type: 'array', items: {$ref}});
	t.deepEqual(named.get('Thing'), {type: 'object', properties: {a: {type: 'boolean'}}, required: ['a'], additionalProperties: false});
});

test('what the converter does not know is no hole but a failure', t => {
	t.throws(() => request(Joi.string().email()), {message: /rule email/});
	t.throws(() => request(Joi.date()), {message: /type date/});
	t.throws(() => request(Joi.object({a: Joi.any(), b: Joi.any()}).and('a', 'b')), {message: /and of a, b/});
});

test('joi checks as before after something was converted', t => {
	request(Joi.object({a: Joi.string()}));
	t.throws(() => Joi.assert(1, Joi.string()), {message: /must be a string/});
});

test('a secret is told to forms, and what is stripped to clients', t => {
	const schema = request(Joi.object({password: secretText(5), id: Joi.any().strip()}));
	t.like(schema.properties?.['password'], {format: 'password', writeOnly: true, title: 'Password'});
	t.true(schema.properties?.['id']?.['x-ignored']);
});

test('a description of the field itself wins over the glossary, and its rule stays', t => {
	const schema = request(Joi.object({year: Joi.string().pattern(/^x$/, 'an x').description('Mine.'), runtime: Joi.number()}));
	t.is(schema.properties?.['year']?.description, 'Mine. Must be an x.');
	t.is(schema.properties?.['runtime']?.description, 'Running time in minutes; null if unknown.');
});

test('a field that only some kinds use names them, also if it may be null', t => {
	const fields = forKinds({url: ['web']}, {kind: Joi.string().valid('web', 'folder'), url: Joi.string().allow(null).default(null)});
	const {properties = {}} = request(Joi.object(fields));
	t.deepEqual(properties['url']?.['x-for-kinds'], ['web']);
	t.false('x-for-kinds' in (properties['kind'] ?? {}));
	t.false('x-for-kinds' in (reply(Joi.object(fields)).properties?.['kind'] ?? {}));
});
