import type {Route} from '#api/http/route.ts';
import type {Conversation} from './bodies.ts';
import {meaningOf} from './glossary/terms.ts';
import type {JsonSchema} from './json-schema.ts';
import {toJsonSchema} from './to-json-schema.ts';

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	schema: JsonSchema;
	description?: string;
}

/** The parameters of a route in its path, its query and its headers. */
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
	return [...inPath, ...inQuery, ...(isStream ? ofStreams : [])];
}

const ofStreams: readonly Parameter[] = [
	{
		name: 'apikey',
		in: 'query',
		required: false,
		schema: {type: 'string'},
		description: 'An API key, for EventSource, which sends no headers.',
	},
	{
		name: 'Last-Event-ID',
		in: 'header',
		required: false,
		schema: {type: 'string', pattern: '^\\d{1,16}-\\d{1,16}$'},
		description: 'Id of the last event that was received: those after it are sent first. EventSource sends it by itself.',
	},
];
