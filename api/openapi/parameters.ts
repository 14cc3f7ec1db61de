import type {Route} from '#api/http/route.ts';
import type {Conversation} from './bodies.ts';
import {meaningOf} from './glossary/terms.ts';
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
export function toParameters({path, request: {params, query}, isStream}: Route, {named, tag}: Conversation): Parameter[] {
	const ofPath = params ? (toJsonSchema(params, {direction: 'request', named, owner: tag}).properties ?? {}) : {};
	const ofQuery = query ? toJsonSchema(query, {direction: 'request', named, owner: tag}) : {};
	const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']): Parameter => {
		const {description, title: _, ...schema} = ofPath[name] ?? {type: 'string', description: meaningOf(name, tag) ?? ''};
		return {name, in: 'path', required: true, schema, ...(description && {description})};
	});
	const inQuery = Object.entries(ofQuery.properties ?? {}).map(([name, {description, title: _, ...schema}]): Parameter => {
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
