import type Joi from 'joi';
import {isTextBody, type ReplyBody, type TextBody} from '#api/http/operation.ts';
import {describe} from './describe.ts';
import {exampleOf} from './examples/example-of.ts';
import {failureMeanings} from './failures.ts';
import type {JsonSchema} from './json-schema.ts';
import {toJsonSchema} from './to-json-schema.ts';

interface Content {
	schema: JsonSchema;
	example?: unknown;
	/** What a stream sends, by the name of the event. */
	'x-events'?: Record<string, DocumentedEvent>;
}

interface DocumentedEvent {
	description: string;
	data: JsonSchema;
	example: unknown;
}

export interface DocumentedBody {
	required: boolean;
	content: Record<string, Content>;
}

export interface DocumentedReply {
	description: string;
	headers?: Record<string, {description: string; schema: JsonSchema}>;
	content?: Record<string, Content>;
}

/** What the bodies and parameters of an operation share. */
export interface Conversation {
	named: Map<string, JsonSchema>;
	tag: string;
}

/**
 * A missing body is read as an empty object, so it is required if that does not do: by its schema, or, `neverEmpty`, by
 * what is checked beyond it.
 */
export function toRequestBody(body: Joi.Schema, {named, tag}: Conversation): DocumentedBody {
	const schema = toJsonSchema(body, {direction: 'request', named, owner: tag});
	return {
		required: body.validate({}).error !== undefined || describe(body).metas?.some(({neverEmpty}) => neverEmpty) === true,
		content: {'application/json': {schema, example: exampleOf(schema, named)}},
	};
}

export function toReply(code: string, body: ReplyBody, conversation: Conversation): DocumentedReply {
	if (body === null) {
		return {description: successMeanings[code] ?? 'OK.'};
	}
	if (isTextBody(body)) {
		const types = [body.mediaType, ...(body.orMediaType ? [body.orMediaType] : [])];
		return {description: body.description, content: Object.fromEntries(types.map(type => [type, toContent(type, body, conversation)]))};
	}
	const {named, tag} = conversation;
	const schema = toJsonSchema(body, {direction: 'reply', named, owner: tag});
	return {description: successMeanings[code] ?? 'OK.', content: {'application/json': {schema, example: exampleOf(schema, named)}}};
}

function toContent(mediaType: string, {events}: TextBody, {named, tag}: Conversation): Content {
	if (!events) {
		// Generators make bytes of it, and not a text.
		return {schema: {type: 'string', ...(!mediaType.startsWith('text/') && {format: 'binary'})}};
	}
	const told = Object.entries(events).map(([name, {meaning, data}]): [string, DocumentedEvent] => {
		const schema = toJsonSchema(data, {direction: 'reply', named, owner: tag});
		return [name, {description: meaning, data: schema, example: exampleOf(schema, named)}];
	});
	const [name, first] = told[0] ?? [];
	return {
		schema: {type: 'string', description: 'Lines of server-sent events; the data of each event is one line of JSON.'},
		example: `id: 1795377600000-0\nevent: ${name}\ndata: ${JSON.stringify(first?.example)}\n\n`,
		'x-events': Object.fromEntries(told),
	};
}

const successMeanings: Record<string, string> = {
	201: 'Made.',
	202: 'Queued.',
	204: 'Done.',
	304: 'The caller has it already.',
	500: 'The command failed; `message` says why.',
	503: 'Not healthy, with the same body.',
};

const retryAfter = {'Retry-After': {description: 'Seconds to wait.', schema: {type: 'integer', minimum: 1}}};

export function toFailure(code: number, problem: JsonSchema): DocumentedReply {
	return {
		description: failureMeanings[code] ?? 'Failed.',
		...(code === 429 && {headers: retryAfter}),
		content: {'application/problem+json': {schema: problem}},
	};
}
