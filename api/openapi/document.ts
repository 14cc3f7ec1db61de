import {isTextBody, type Operation, type Operations, type ReplyBody} from '#api/http/replies/operation.ts';
import type {Access, Route} from '#api/http/route.ts';
import {failureCodes, failureMeanings} from './failures.ts';
import type {JsonSchema} from './json-schema.ts';
import {toParameters} from './parameters.ts';
import {problemSchema} from './problem-schema.ts';
import {toJsonSchema} from './to-json-schema.ts';

export interface DocumentOptions {
	routes: readonly Route[];
	operations: Operations;
	version: string;
	/** Path under which the service is mounted; empty for the root. */
	basePath: string;
}

interface DocumentedReply {
	description: string;
	content?: Record<string, {schema: JsonSchema}>;
}

export interface DocumentedOperation {
	operationId: string;
	summary: string;
	tags: string[];
	security: Record<string, string[]>[];
	parameters?: object[];
	requestBody?: {required: boolean; content: Record<string, {schema: JsonSchema}>};
	responses: Record<string, DocumentedReply>;
}

export interface OpenApiDocument {
	openapi: '3.1.0';
	info: {title: string; version: string; description: string; license: {name: string; identifier: string}};
	servers: {url: string}[];
	paths: Record<string, Record<string, DocumentedOperation>>;
	components: {schemas: Record<string, JsonSchema>; securitySchemes: object};
}

const description =
	'A media library: movies and series, indexer searches, downloads, imports and subtitles. Failures are problem details (RFC 9457) with a stable `code`.';
const securitySchemes = {
	apiKey: {type: 'apiKey', in: 'header', name: 'x-api-key'},
	session: {type: 'apiKey', in: 'cookie', name: 'sid', description: 'From POST /api/auth/login.'},
	basic: {type: 'http', scheme: 'basic', description: 'Any user name, and an API key as the password.'},
	calendarKey: {type: 'apiKey', in: 'query', name: 'key', description: 'An API key of type calendar.'},
};

/** OpenAPI 3.1 for all routes, generated from the schemas that check requests and from those of the replies. */
export function createDocument({routes, operations, version, basePath}: DocumentOptions): OpenApiDocument {
	const named = new Map<string, JsonSchema>();
	const problem = toJsonSchema(problemSchema, {direction: 'reply', named});
	const paths: OpenApiDocument['paths'] = {};
	for (const route of routes) {
		const path = templateOf(route.path);
		const operation = operations[`${route.method} ${route.path}`];
		paths[path] = {...paths[path], [route.method.toLowerCase()]: toOperation(route, operation, {named, problem})};
	}
	return {
		openapi: '3.1.0',
		info: {title: 'Kinoteka', version, description, license: {name: 'MIT', identifier: 'MIT'}},
		servers: [{url: basePath || '/'}],
		paths,
		components: {schemas: Object.fromEntries([...named].sort(([a], [b]) => (a < b ? -1 : 1))), securitySchemes},
	};
}

/** Turns Express's `/a/:id` into OpenAPI's syntax. */
export function templateOf(path: string): string {
	return path.replace(/:(\w+)/g, '{$1}');
}

interface Shared {
	named: Map<string, JsonSchema>;
	problem: JsonSchema;
}

function toOperation(route: Route, operation: Operation | undefined, {named, problem}: Shared): DocumentedOperation {
	const {method, path, access, request} = route;
	const replies = Object.entries(operation?.replies ?? {200: null}).map(([code, body]) => [code, toReply(code, body, named)] as const);
	const failures = failureCodes(route, operation).map(code => [String(code), toFailure(code, problem)] as const);
	const parameters = toParameters(route, named);
	return {
		operationId: operationId(method, path),
		summary: operation?.summary ?? `${method} ${path}`,
		tags: [tagOf(path)],
		security: securityOf(access),
		...(parameters.length > 0 && {parameters}),
		...(request.body && {
			requestBody: {
				required: false,
				content: {'application/json': {schema: toJsonSchema(request.body, {direction: 'request', named})}},
			},
		}),
		// A success body may also be sent with a failure status, as health does with 503.
		responses: Object.fromEntries([...failures, ...replies]),
	};
}

function toReply(code: string, body: ReplyBody, named: Map<string, JsonSchema>): DocumentedReply {
	if (body === null) {
		return {description: code === '204' ? 'Done.' : 'OK.'};
	}
	if (isTextBody(body)) {
		return {description: body.description, content: {[body.mediaType]: {schema: {type: 'string'}}}};
	}
	const schema = toJsonSchema(body, {direction: 'reply', named});
	return {description: successMeanings[code] ?? 'OK.', content: {'application/json': {schema}}};
}

const successMeanings: Record<string, string> = {
	201: 'Made.',
	202: 'Queued.',
	500: 'The command failed; `message` says why.',
	503: 'Not healthy, with the same body.',
};

function securityOf(access: Access): Record<string, string[]>[] {
	const keyOrSession = [{apiKey: []}, {session: []}];
	const more: Partial<Record<Access, Record<string, string[]>[]>> = {queue: [{}], solver: [{basic: []}], calendar: [{calendarKey: []}]};
	return access === 'public' ? [] : [...keyOrSession, ...(more[access] ?? [])];
}

function toFailure(code: number, problem: JsonSchema): DocumentedReply {
	return {description: failureMeanings[code] ?? 'Failed.', content: {'application/problem+json': {schema: problem}}};
}

/** `GET /api/library/movies/:id` becomes `get-library-movies-by-id`. */
function operationId(method: string, path: string): string {
	const words = path.replace(/^\/api\//, '').replace(/:(\w+)/g, (_all, name: string) => `by-${name}`);
	return `${method.toLowerCase()}-${words.replace(/[^\w-]+/g, '-')}`;
}

function tagOf(path: string): string {
	const [first = '', second = ''] = path.replace(/^\/(?:api\/)?/, '').split('/');
	return first === 'library' ? second : first || 'index';
}
