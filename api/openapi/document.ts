import {setImmediate} from 'node:timers/promises';
import Joi from 'joi';
import {takesKey} from '#api/http/idempotency.ts';
import type {Operation, Operations} from '#api/http/operation.ts';
import type {Access, Route} from '#api/http/route.ts';
import {copyView} from '#api/http/title-copies.ts';
import {integer, text, textOrNull} from '#shared/presenters/fields.ts';
import type {JsonSchema} from './json-schema.ts';
import {
	type DocumentContext,
	type DocumentedBody,
	type DocumentedReply,
	etagHeader,
	idempotencyKey,
	ifNoneMatch,
	type SentWebhooks,
	toFailure,
	toParameters,
	toReply,
	toRequestBody,
	toWebhooks,
} from './operation-parts.ts';
import {tagMeanings} from './tags.ts';
import {toJsonSchema} from './to-json-schema.ts';

export interface DocumentOptions {
	routes: readonly Route[];
	operations: Operations;
	webhooks: SentWebhooks;
	version: string;
	/** Path under which the service is mounted; empty for the root. */
	basePath: string;
}

export interface DocumentedOperation {
	operationId: string;
	summary: string;
	description?: string;
	tags: string[];
	security: Record<string, string[]>[];
	parameters?: object[];
	requestBody?: DocumentedBody;
	responses: Record<string, DocumentedReply>;
}

export interface OpenApiDocument {
	openapi: '3.1.0';
	info: {title: string; version: string; description: string; license: {name: string; identifier: string}};
	servers: {url: string}[];
	tags: {name: string; description: string}[];
	paths: Record<string, Record<string, DocumentedOperation>>;
	webhooks: ReturnType<typeof toWebhooks>;
	components: {schemas: Record<string, JsonSchema>; securitySchemes: object};
}

const description = `A media library: movies, series, indexer searches, downloads, imports and subtitles.

Failures are problem details (RFC 9457) with a stable \`code\`. If an external service fails, the status is 502 with the code \`upstream_failed\`, and \`reason\` says how it failed; a 404 always refers to something in this service. A request to a host name that is not configured for this service gets a 421 with the code \`unknown_host\`.

Three paths stream events (server-sent events); \`x-events\` describes the data of each. Event names come in three styles that clients rely on: \`task:started\` (tasks, with a colon), \`queueItemAdded\` (queue, camelCase) and \`log\`. Every stream also sends \`reset\` if events were missed: read the list again. To continue a stream, send the last \`id\` as \`Last-Event-ID\`. A browser's EventSource gives up when a stream is refused, for example with a 429 or 503: open it again.

Single titles and settings have an \`ETag\`: with \`If-None-Match\` they are sent again only if they have changed. Requests that add or grab something take an \`Idempotency-Key\`, for example a UUID: within a day, who repeats the same request with the same key gets the first reply again, with \`Idempotency-Replayed\`, and nothing is done twice. Parameters of the query that an operation does not have are a 400.

An operation or field that is to go is marked \`deprecated\` here at least six months and one minor version before; its replies have \`Deprecation\` and \`Sunset\` (RFC 9745, RFC 8594). New fields may appear at any time.

Every reply has an \`X-Request-Id\`, which also appears in the log. The lists of movies and series also have \`RateLimit\` and \`RateLimit-Policy\`.`;
const securitySchemes = {
	apiKey: {type: 'apiKey', in: 'header', name: 'x-api-key'},
	session: {type: 'apiKey', in: 'cookie', name: 'sid', description: 'From POST /api/auth/login; over https its name is __Host-sid.'},
	basic: {type: 'http', scheme: 'basic', description: 'Any user name, and an API key as the password.'},
	metricsToken: {type: 'http', scheme: 'bearer', description: 'The METRICS_TOKEN of the configuration.'},
	calendarKey: {type: 'apiKey', in: 'query', name: 'key', description: 'An API key of type calendar.'},
};

/**
 * OpenAPI 3.1 for all routes, generated from the schemas that check requests and from those of the replies. Others are
 * answered between two operations, because all together take a third of a second.
 */
export async function createDocument({routes, operations, webhooks, version, basePath}: DocumentOptions): Promise<OpenApiDocument> {
	const named = new Map<string, JsonSchema>();
	const problem = toJsonSchema(problemSchema, {direction: 'reply', named});
	const paths: OpenApiDocument['paths'] = {};
	for (const route of routes) {
		await setImmediate();
		const path = templateOf(route.path);
		const operation = operations[`${route.method} ${route.path}`];
		if (!operation) {
			throw new Error(`${route.method} ${route.path} is not documented: add it to the operations of its folder`);
		}
		paths[path] = {...paths[path], [route.method.toLowerCase()]: toOperation(route, operation, {named, problem})};
	}
	const sent = toWebhooks(webhooks, named);
	return {
		openapi: '3.1.0',
		info: {title: 'Kinoteka', version, description, license: {name: 'MIT', identifier: 'MIT'}},
		servers: [{url: basePath || '/'}],
		tags: Object.entries(tagMeanings).map(([name, meaning]) => ({name, description: meaning})),
		paths,
		webhooks: sent,
		components: {schemas: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))), securitySchemes},
	};
}

/** Turns Express's `/a/:id` into OpenAPI's syntax. */
function templateOf(path: string): string {
	return path.replace(/:(\w+)/g, '{$1}');
}

interface Shared {
	named: Map<string, JsonSchema>;
	problem: JsonSchema;
}

function toOperation(route: Route, operation: Operation, {named, problem}: Shared): DocumentedOperation {
	const {path, access, request, hasEtag = false} = route;
	const context: DocumentContext = {named, tag: tagOf(path)};
	const mayRepeat = takesKey(route, operation);
	const withEtag = (code: string) => (hasEtag && code === '200' ? {headers: etagHeader} : {});
	const replies = Object.entries(operation.replies).map(
		([code, body]) => [code, {...toReply(code, body, context), ...withEtag(code)}] as const,
	);
	const failures = failureCodes(route, operation).map(code => [String(code), toFailure(code, problem)] as const);
	const parameters = [...toParameters(route, context), ...(hasEtag ? [ifNoneMatch] : []), ...(mayRepeat ? [idempotencyKey] : [])];
	return {
		operationId: operation.id,
		summary: operation.summary,
		...descriptionOf(route),
		tags: [context.tag],
		security: securityOf(access),
		...(parameters.length > 0 && {parameters}),
		...(request.body && {requestBody: toRequestBody(request.body, context)}),
		...(operation.takes && {requestBody: bytesOf(operation.takes)}),
		// A success body may also be sent with a failure status, as health does with 503.
		responses: Object.fromEntries([...failures, ...replies, ...(hasEtag ? [['304', toReply('304', null, context)] as const] : [])]),
	};
}

const bytesOf = ({mediaType, description}: NonNullable<Operation['takes']>): DocumentedBody => ({
	required: true,
	content: {[mediaType]: {schema: {type: 'string', format: 'binary', description}}},
});

/** Which rights users need, which an administrator can take from them. */
function descriptionOf({right, optionRights = {}}: Route): {description?: string} {
	const ofOptions = Object.entries(optionRights).map(([option, each]) => `with \`${option}\` also the right \`${each}\``);
	const needs = [...(right ? [`the right \`${right}\``] : []), ...ofOptions];
	return needs.length === 0 ? {} : {description: `A user needs ${needs.join(', ')}.`};
}

/** Further ways in which callers of some routes may authenticate; an empty one means without credentials. */
const moreWays: Partial<Record<Access, Record<string, string[]>[]>> = {
	queue: [{}],
	solver: [{basic: []}],
	calendar: [{calendarKey: []}],
	metrics: [{metricsToken: []}],
};

function securityOf(access: Access): Record<string, string[]>[] {
	const keyOrSession = [{apiKey: []}, {session: []}];
	return access === 'public' ? [] : [...keyOrSession, ...(moreWays[access] ?? [])];
}

/** The module of a generated client: the first word below `/api`, or that below `/api/library`. */
function tagOf(path: string): string {
	const [, root, first = '', second = ''] = path.split(/[/.]/);
	if (root !== 'api') {
		return root === 'metrics' || root === 'ping' ? root : 'flaresolverr';
	}
	return first === 'library' ? second : first;
}

const needsCaller: ReadonlySet<string> = new Set(['auth', 'write', 'admin', 'metrics', 'queue', 'solver', 'calendar']);

/** The failure statuses of a route: those that follow from its declaration, and its own. */
function failureCodes({method, path, access, request}: Route, operation: Operation | undefined): number[] {
	const codes = [
		// Also for an unknown parameter.
		...(path.startsWith('/api/') || request.body ? [400] : []),
		...(needsCaller.has(access) ? [401] : []),
		// A calendar's key may read nothing but its feed.
		...(needsCaller.has(access) && access !== 'calendar' ? [403] : []),
		...(path.includes('/:') ? [404] : []),
		...(request.body ? [413, 415] : []),
		// A key that is in use, or was sent with another request.
		...(takesKey({method}, operation) ? [409, 422] : []),
		...(operation?.failures ?? []),
		429,
		500,
		503,
	];
	return [...new Set(codes)].sort((a, b) => a - b);
}

/** The body of every failure. */
const problemSchema = Joi.object({
	type: text,
	title: text,
	status: integer,
	detail: text,
	instance: text,
	code: Joi.string().description('Stable code in snake_case, for programs.'),
	reason: Joi.string().optional().description('The specific failure behind `upstream_failed` and `unavailable`.'),
	requestId: textOrNull,
	errors: Joi.array()
		.items(Joi.object({path: text, message: text}))
		.optional(),
	copies: copyView.list.schema.optional().description('Only for a title that is in the library: its copies, the oldest first.'),
	links: Joi.array()
		.items(text)
		.optional()
		.description('Only for a failed test of an indexer: other addresses of its site, from which a person may choose.'),
	error: Joi.string().optional().description('Only for unknown paths outside /api, as in FlareSolverr.'),
	status_code: integer.optional().description('Only for unknown paths outside /api, as in FlareSolverr.'),
})
	.meta({schemaName: 'Problem'})
	.example({
		type: 'about:blank',
		title: 'Bad Request',
		status: 400,
		detail: 'The request is invalid in limit; see errors.',
		instance: '/api/library/movies',
		code: 'validation_failed',
		requestId: '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10',
		errors: [{path: 'limit', message: 'limit must be a number'}],
	});
