import type {Route} from '#api/http/route.ts';
import type {JsonSchema} from './json-schema.ts';
import {toJsonSchema} from './to-json-schema.ts';

interface Parameter {
	name: string;
	in: 'path' | 'query';
	required: boolean;
	schema: JsonSchema;
	description?: string;
}

/** The parameters in the path and query of a route. */
export function toParameters({path, request: {params, query}, isStream}: Route, named: Map<string, JsonSchema>): Parameter[] {
	const ofPath = params ? (toJsonSchema(params, {direction: 'request', named}).properties ?? {}) : {};
	const ofQuery = query ? toJsonSchema(query, {direction: 'request', named}) : {};
	const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
		return {name, in: 'path', required: true, schema: ofPath[name] ?? {type: 'string'}};
	});
	const inQuery = Object.entries(ofQuery.properties ?? {}).map(([name, {description, ...schema}]): Parameter => {
		return {name, in: 'query', required: ofQuery.required?.includes(name) ?? false, schema, ...(description && {description})};
	});
	return [...inPath, ...inQuery, ...(isStream ? [keyParameter] : [])];
}

const keyParameter: Parameter = {
	name: 'apikey',
	in: 'query',
	required: false,
	schema: {type: 'string'},
	description: 'An API key, for EventSource, which sends no headers.',
};
