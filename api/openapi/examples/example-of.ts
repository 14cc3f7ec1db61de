import type {JsonSchema} from '../json-schema.ts';
import {samples} from './samples.ts';

type Named = ReadonlyMap<string, JsonSchema>;

const moment = '2026-11-22T20:00:00.000Z';
const record = '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10';
/** Fields of an example in which everything is optional. */
const fewFields = 3;

/** An example of a body that fits its schema: for a request what is required, for a reply everything. */
export function exampleOf(schema: JsonSchema, named: Named, field = ''): unknown {
	const each = resolve(schema, named);
	if (each.examples?.[0] !== undefined) {
		return each.examples[0];
	}
	const types = [each.type ?? []].flat();
	if (each.enum) {
		return each.enum.includes(samples[field]) ? samples[field] : (each.default ?? each.enum.find(value => value !== null));
	}
	if (types.includes('object')) {
		return objectOf(each, named);
	}
	if (types.includes('array')) {
		return Array.isArray(samples[field]) && isPlain(each.items) ? samples[field] : listOf(each, named, field);
	}
	return plainOf(each, types, field);
}

/** The schema behind a reference, and the first that is not null of several. */
function resolve(schema: JsonSchema, named: Named): JsonSchema {
	const choice = schema.type === undefined ? (schema.anyOf ?? schema.oneOf)?.find(({type}) => type !== 'null') : undefined;
	const next = schema.$ref ? named.get(schema.$ref.split('/').at(-1) ?? '') : choice;
	return next ? resolve(next, named) : schema;
}

function objectOf(schema: JsonSchema, named: Named): Record<string, unknown> {
	const {properties = {}, required = []} = schema;
	const ofPeers = [schema, ...(schema.allOf ?? [])].flatMap(({oneOf, anyOf}) => (oneOf ?? anyOf)?.[0]?.required ?? []);
	const wanted = new Set([...required, ...ofPeers]);
	const writable = Object.keys(properties).filter(name => !properties[name]?.['x-ignored']);
	const shown = writable.filter(name => wanted.has(name));
	return Object.fromEntries(
		(shown.length > 0 ? shown : writable.slice(0, fewFields)).map(name => [name, exampleOf(properties[name] ?? {}, named, name)]),
	);
}

function listOf({items = {}, minItems, maxItems}: JsonSchema, named: Named, field: string): unknown[] {
	return maxItems === 0 || (Object.keys(items).length === 0 && !minItems) ? [] : [exampleOf(items, named, field)];
}

const isPlain = (items: JsonSchema | undefined) => items !== undefined && !items.$ref && !items.properties && !items.enum && !items.anyOf;

function plainOf(schema: JsonSchema, types: string[], field: string): unknown {
	const given = samples[field];
	const fits = types.includes(given === null ? 'null' : Number.isInteger(given) && !types.includes('number') ? 'integer' : typeof given);
	if (given !== undefined && (fits || types.length === 0) && fitsPattern(schema, given)) {
		return given;
	}
	if (schema.default !== undefined && schema.default !== null) {
		return schema.default;
	}
	if (types.includes('string')) {
		return textOf(schema, field);
	}
	const least = Math.max(schema.minimum ?? 0, 0);
	return types.includes('boolean') ? true : types.length > 0 ? Math.min(Math.max(least, 1), schema.maximum ?? 1) : (given ?? 'value');
}

function fitsPattern({pattern, format, maxLength}: JsonSchema, value: unknown): boolean {
	if (typeof value !== 'string') {
		return true;
	}
	return (
		format !== 'date-time' && (!pattern || new RegExp(pattern, 'u').test(value)) && value.length <= (maxLength ?? Number.POSITIVE_INFINITY)
	);
}

function textOf({format, contentEncoding}: JsonSchema, field: string): string {
	if (format === 'date-time') {
		return moment;
	}
	if (format === 'uri') {
		return 'http://service.example:8080';
	}
	if (contentEncoding === 'base64') {
		return 'MQowMDowMDowMSwwMDA=';
	}
	return /id$|ids$/i.test(field) ? record : 'text';
}
