import type Joi from 'joi';
import {isTextBody, type ReplyBody, type TextBody} from '#api/http/operation.ts';
import type {Route} from '#api/http/route.ts';
import {exampleOf} from './examples.ts';
import {meaningOf} from './glossary/terms.ts';
import {describe, type JsonSchema} from './json-schema.ts';
import {toJsonSchema} from './to-json-schema.ts';

export interface Parameter {
	name: string;
	in: 'path' | 'query' | 'header';
	required: boolean;
	schema: JsonSchema;
	description?: string;
}

/** The parameters of a route in its path, its query and its headers. */
export function toParameters({path, request: {params, query}, isStream}: Route, {named, tag}: DocumentContext): Parameter[] {
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
		description: 'Id of the last event that was received: later ones are sent first. EventSource sends it automatically.',
	},
];

export const etagHeader = {ETag: {description: 'Changes with the content.', schema: {type: 'string'}}};

export const ifNoneMatch: Parameter = {
	name: 'If-None-Match',
	in: 'header',
	required: false,
	schema: {type: 'string'},
	description: 'The `ETag` of the last reply: 304 if it is the same still.',
};

export const idempotencyKey: Parameter = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	schema: {type: 'string', minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$'},
	description: 'Chosen by the caller, such as a UUID: who repeats the request with it within a day gets the first reply again.',
};

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

/** The named schemas and the tag that all bodies and parameters of an operation share. */
export interface DocumentContext {
	named: Map<string, JsonSchema>;
	tag: string;
}

/**
 * A missing body is read as an empty object. So a body is required if an empty object does not match its schema, or if
 * the schema is marked as `neverEmpty` because a later check refuses it.
 */
export function toRequestBody(body: Joi.Schema, {named, tag}: DocumentContext): DocumentedBody {
	const schema = toJsonSchema(body, {direction: 'request', named, owner: tag});
	return {
		required: body.validate({}).error !== undefined || describe(body).metas?.some(({neverEmpty}) => neverEmpty) === true,
		content: {'application/json': {schema, example: exampleOf(schema, named)}},
	};
}

export function toReply(code: string, body: ReplyBody, context: DocumentContext): DocumentedReply {
	if (body === null) {
		return {description: successMeanings[code] ?? 'OK.'};
	}
	if (isTextBody(body)) {
		const types = [body.mediaType, ...(body.orMediaType ? [body.orMediaType] : [])];
		return {description: body.description, content: Object.fromEntries(types.map(type => [type, toContent(type, body, context)]))};
	}
	const {named, tag} = context;
	const schema = toJsonSchema(body, {direction: 'reply', named, owner: tag});
	return {description: successMeanings[code] ?? 'OK.', content: {'application/json': {schema, example: exampleOf(schema, named)}}};
}

function toContent(mediaType: string, {events}: TextBody, {named, tag}: DocumentContext): Content {
	if (!events) {
		// With this format, client generators return bytes instead of a text.
		return {schema: {type: 'string', ...(!mediaType.startsWith('text/') && {format: 'binary'})}};
	}
	const documented = Object.entries(events).map(([name, {meaning, data}]): [string, DocumentedEvent] => {
		const schema = toJsonSchema(data, {direction: 'reply', named, owner: tag});
		return [name, {description: meaning, data: schema, example: exampleOf(schema, named)}];
	});
	const [name, first] = documented[0] ?? [];
	return {
		schema: {type: 'string', description: 'Lines of server-sent events; the data of each event is one line of JSON.'},
		example: `id: 1795377600000-0\nevent: ${name}\ndata: ${JSON.stringify(first?.example)}\n\n`,
		'x-events': Object.fromEntries(documented),
	};
}

const successMeanings: Record<string, string> = {
	201: 'Created.',
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

/** A request that this service sends. */
export interface SentWebhook {
	/** When it is sent. */
	summary: string;
	body: Joi.Schema;
}
/** By the name of the event. */
export type SentWebhooks = Readonly<Record<string, SentWebhook>>;

interface DocumentedWebhook {
	operationId: string;
	summary: string;
	tags: string[];
	/** It is sent without credentials; the signature says from whom it is. */
	security: [];
	parameters: readonly Parameter[];
	requestBody: {required: true; content: Record<string, {schema: JsonSchema; example: unknown}>};
	responses: Record<string, {description: string}>;
}

const header = (name: string, description: string): Parameter => ({
	name,
	in: 'header',
	required: true,
	schema: {type: 'string'},
	description,
});

/** The headers that standardwebhooks.com specifies. */
const signature = [
	header('webhook-id', 'Id of the message. All tries of a message have the same one, so that a receiver can recognize duplicates.'),
	header('webhook-timestamp', 'When this try was made, in seconds since 1970.'),
	header(
		'webhook-signature',
		'`v1,` and the HMAC-SHA-256 of `id.timestamp.body` with the secret, in base64, as Standard Webhooks specifies.',
	),
];

/** OpenAPI's webhooks: what receivers of notifications must answer. Named schemas are added to `named`. */
export function toWebhooks(webhooks: SentWebhooks, named: Map<string, JsonSchema>): Record<string, {post: DocumentedWebhook}> {
	return Object.fromEntries(
		Object.entries(webhooks).map(([event, {summary, body}]) => {
			const schema = toJsonSchema(body, {direction: 'reply', named, owner: 'webhooks'});
			const post: DocumentedWebhook = {
				operationId: `receive${event.charAt(0).toUpperCase()}${event.slice(1)}`,
				summary,
				tags: ['notifications'],
				security: [],
				parameters: signature,
				requestBody: {required: true, content: {'application/json': {schema, example: exampleOf(schema, named)}}},
				responses: {
					'2XX': {description: 'The receiver has the message.'},
					410: {description: 'The receiver wants no more messages.'},
					default: {description: 'The message is sent again later, as if there were no answer within 10 seconds.'},
				},
			};
			return [event, {post}];
		}),
	);
}

/** What the statuses of failures mean everywhere. */
const failureMeanings: Readonly<Record<number, string>> = {
	400: 'The parameters or the body are invalid; `errors` lists every error.',
	401: 'Credentials are missing or wrong.',
	403: 'The caller is not allowed to do this.',
	404: 'There is nothing with this id.',
	409: 'The request conflicts with the current state.',
	413: 'The body is too large; `detail` gives the limit, usually 1 MiB.',
	415: 'The body is not JSON.',
	422: 'The `Idempotency-Key` was sent with another request.',
	429: 'Too many requests; `Retry-After` is the number of seconds to wait.',
	500: 'An internal error occurred.',
	502: 'An external service failed.',
	503: 'Part of this service is down or not configured; `detail` says what to do.',
	504: 'It is not known yet whether the work was done; `detail` says what happens next.',
};
