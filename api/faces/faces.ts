import type {IncomingMessage} from 'node:http';
import type {Request, RequestHandler, Response} from 'express';
import {callerId, type KeyCaller, setCaller} from '#api/http/access/callers.ts';
import {statusOf, toFailure} from '#api/http/failures.ts';
import type {InsideCall, Route} from '#api/http/route.ts';
import type {HttpServices, RouteDeps} from '#api/services.ts';
import {Invalid, TooMany} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import {maskRequest, maskSecrets} from '#shared/mask-secrets.ts';
import {type AppFace, appFaces, type Face, faces} from '#shared/store/accounts/api-keys.ts';
import {createBudget} from './budget.ts';
import {facePortOf} from './face-port.ts';
import type {Hub} from './hub.ts';
import type {Links} from './prowlarr/links.ts';
import {readShelf, type Shelf} from './shelf.ts';
import {FaceFailure, type FaceQuery, largestNumber, notFound, readFaceBody, readQuery, toInteger, toJson, WrongFields} from './wire.ts';

/**
 * What each face says that it is: the oldest versions that all programs accept. Some refuse Sonarr 5, so these are
 * raised by hand.
 */
export const pretended = {
	movies: {path: 'radarr', appName: 'Radarr', version: '6.0.4.0', api: 'v3'},
	tv: {path: 'sonarr', appName: 'Sonarr', version: '4.0.16.0', api: 'v3'},
	indexers: {path: 'prowlarr', appName: 'Prowlarr', version: '2.3.0.0', api: 'v1'},
} as const satisfies Record<AppFace, object>;

/** A request to one of our own routes, and what their fields are called here. */
interface Asked extends Omit<InsideCall, 'caller'> {
	names?: Readonly<Record<string, string>>;
}

/** What a handler of any face receives. */
export interface AppCall {
	key: KeyCaller;
	query: FaceQuery;
	/** The number in the path; 404 if it is none. */
	number(name?: string): number;
	param(name: string): string;
	body: unknown;
	/** `/radarr`, or `/radarr/4k` of a library alone, below the path under which everything is served. */
	base: string;
	api: 'v1' | 'v3';
	request: Request;
	response: Response;
	/** Asks one of our own routes, whose checks and jobs all hold. */
	ask(line: string, asked?: Asked): Promise<unknown>;
}

/** What a handler of movies or series receives besides. */
export interface FaceCall extends AppCall {
	face: Face;
	shelf: Shelf;
}

/** Null if the handler wrote the response itself. */
export type FaceReply = {status: number; body?: unknown; headers?: Record<string, string>} | null;

interface AppRoute<Call extends AppCall> {
	method: string;
	parts: readonly string[];
	handle: (call: Call) => Promise<FaceReply>;
}

export interface FaceRoute extends AppRoute<FaceCall> {
	faces: readonly Face[];
}

/** Of the face of indexers. */
export type IndexerRoute = AppRoute<AppCall>;

export const shown = (body: unknown) => ({status: 200, body});
export const accepted = (body: unknown) => ({status: 202, body});
export const removed: FaceReply = {status: 200, body: {}};

/** `GET movie/:n`; `:n` is a number, any other name a text. */
export function faceRoute(line: string, faces: Face | readonly Face[], handle: FaceRoute['handle']): FaceRoute {
	return {...indexerRoute(line, async () => null), faces: typeof faces === 'string' ? [faces] : faces, handle};
}

export function indexerRoute(line: string, handle: IndexerRoute['handle']): IndexerRoute {
	const [method = '', path = ''] = line.split(' ');
	return {method, parts: path.split('/'), handle};
}

interface FacesOptions {
	deps: RouteDeps;
	services: Pick<HttpServices, 'auditor' | 'asks' | 'authentication'>;
	/** Our own. */
	routes: readonly Route[];
	faceRoutes: readonly FaceRoute[];
	indexerRoutes: readonly IndexerRoute[];
	links: Links;
	hub: Hub;
}

/**
 * Answers programs made for Radarr, Sonarr and Prowlarr at `/radarr`, `/sonarr` and `/prowlarr`. It is a layer over our
 * own routes and stores. Keys are sent with each request and cookies are ignored, so foreign pages cannot use it,
 * whatever name they reach it by.
 */
export function createFaces({deps, services, routes, faceRoutes, indexerRoutes, links, hub}: FacesOptions): RequestHandler {
	const {log, http} = deps;
	const {auditor, asks, authentication} = services;
	const ours = new Map(routes.map(route => [`${route.method} ${route.path}`, route]));
	const budget = createBudget();

	async function ask(line: string, {names = {}, ...sent}: Asked, call: Pick<FaceCall, 'request' | 'response' | 'key'>): Promise<unknown> {
		const route = ours.get(line);
		if (!route) {
			throw new Error(`There is no route ${line}`);
		}
		const {request, response, key} = call;
		request.params = {...sent.params};
		request.body = sent.body;
		const inside: Route = {...route, answer: (_request, _response, begin) => route.inside({...sent, caller: key}, begin)};
		try {
			const reply = await (route.audit ? auditor.answer(inside, request, response) : inside.answer(request, response));
			return reply?.json ? JSON.parse(reply.json.toString()) : (reply?.body ?? null);
		} catch (error) {
			throw error instanceof Invalid && error.faults.length > 0 ? toWrongFields(error, names) : error;
		}
	}

	async function answer(face: AppFace, request: Request, response: Response): Promise<void> {
		const {path, version, api} = pretended[face];
		response.set({'X-Application-Version': version, 'Cache-Control': 'no-store'});
		const given = request.path.split('/').filter(Boolean);
		const isOfLibrary = face !== 'indexers' && given.length > 0 && !ownWords.has(given[0]?.toLowerCase() ?? '');
		const slug = isOfLibrary ? (given.shift()?.toLowerCase() ?? null) : null;
		const base = facePortOf(request) ? '' : `${http.basePath}/${path}${slug === null ? '' : `/${slug}`}`;
		const parts = given.map(part => part.toLowerCase());
		if (parts.length === 1 && parts[0] === 'ping') {
			send(response, shown({status: 'OK'}));
			return;
		}
		const place = isReading(request) ? placeOnPage(face, parts, facePortOf(request) !== null) : null;
		if (place !== null) {
			// Whether there is such a title is told to who is logged in there.
			response.redirect(302, pageAddress(request, place));
			return;
		}
		const isOfHub = face !== 'indexers' && parts[0] === 'signalr' && parts[1] === 'messages';
		const key =
			(await authentication.identifyApp(request, sentKey(request, isOfHub ? ['access_token', 'apikey'] : ['apikey']))) ??
			(face === 'indexers' ? await links.callerOf(parts, readQuery(request.originalUrl)) : null);
		if (!key) {
			response.status(401).end();
			return;
		}
		setCaller(response, key);
		if (!key.key.app?.faces.includes(face)) {
			throw new FaceFailure(403, 'This key is not valid here.');
		}
		const shelf = face === 'indexers' ? null : await readShelf(face, slug, deps);
		if (face !== 'indexers' && !shelf) {
			throw notFound();
		}
		if (isOfHub && shelf) {
			await answerHub(parts.slice(2), {request, response, key, face, base, shelf, version});
			return;
		}
		if (parts[0] === 'api' && parts.length === 1) {
			send(response, shown({current: api, deprecated: []}));
			return;
		}
		if (parts[0] === 'api' && parts[1] !== api) {
			// Programs that ask for versions of long ago take anything but JSON for a no.
			response.status(404).end();
			return;
		}
		const asked = {request, response, key, base, api, given};
		if (face === 'indexers' || !shelf) {
			// Each indexer has an address of its own, beside the interface.
			const skipped = parts[0] === 'api' ? 2 : 0;
			const isAsked = skipped > 0 || (parts.length === 2 && /^\d+$/.test(parts[0] ?? ''));
			const route = isAsked ? findRoute(indexerRoutes, request.method, parts.slice(skipped)) : null;
			await run(route, call => call, {...asked, skipped});
			return;
		}
		// Programs ask for pictures with and without the path of the API, and calendars lie beside it.
		const skipped = parts[0] === 'api' ? 2 : 0;
		const ofFace =
			skipped > 0 || parts[0] === 'mediacover' || parts[0] === 'feed' ? faceRoutes.filter(({faces}) => faces.includes(face)) : [];
		await run(findRoute(ofFace, request.method, parts.slice(skipped)), call => ({...call, face, shelf}), {...asked, skipped});
	}

	/** The page is at our own port. */
	function pageAddress(request: Request, place: string): string {
		const external = deps.settings.get('externalUrl.externalUrl').replace(/\/+$/, '');
		const own = facePortOf(request) ? external || `${request.protocol}://${request.hostname}:${http.port}${http.basePath}` : http.basePath;
		return `${own}/#/${place}`;
	}

	/** Reads the body, waits for a place among the requests of the key, and has the route answer. */
	async function run<Call extends AppCall>(
		route: AppRoute<Call> | null,
		toCall: (call: AppCall) => Call,
		asked: AskedRoute,
	): Promise<void> {
		const {request, response, key, base, api, given, skipped} = asked;
		if (!route) {
			throw notFound();
		}
		if (route.method !== 'GET' && key.key.app?.readOnly !== false) {
			throw new FaceFailure(403, 'This key may only read.');
		}
		const body = route.method === 'GET' ? undefined : await readFaceBody(request, response);
		const left = new AbortController();
		response.once('close', () => left.abort());
		const leave = await budget.take(callerId(key), left.signal);
		if (response.destroyed) {
			leave();
			return;
		}
		response.once('close', leave);
		const param = (name: string) => decodeURIComponent(given[route.parts.indexOf(`:${name}`) + skipped] ?? '');
		const call = toCall({
			key,
			query: readQuery(request.originalUrl),
			number: (name = 'n') => toNumber(param(name)),
			param,
			body,
			...{base, api},
			request,
			response,
			ask: (line, sent = {}) => ask(line, sent, {request, response, key}),
		});
		const reply = await asks.as({callerId: callerId(key), leave: () => {}}, () => route.handle(call));
		if (reply) {
			send(response, reply);
		}
	}

	async function answerHub([word, ...more]: readonly string[], joining: Parameters<Hub['join']>[0]): Promise<void> {
		const {request, response} = joining;
		if (request.method === 'POST' && word === 'negotiate' && more.length === 0) {
			send(response, shown(hub.negotiate()));
			return;
		}
		if (request.method !== 'GET' || word !== undefined) {
			throw notFound();
		}
		await hub.join(joining);
	}

	return (request, response, next) => {
		const [, first = ''] = request.path.toLowerCase().split('/');
		const face = appFaces.find(each => pretended[each].path === first);
		if (!face) {
			next();
			return;
		}
		request.url = request.url.slice(first.length + 1) || '/';
		answer(face, request, response).catch(error => fail(error, {request, response, log}));
	};
}

/** What lies at a face itself; anything else is the address of a library. */
const ownWords: ReadonlySet<string> = new Set(['api', 'ping', 'signalr', 'mediacover', 'feed', 'movie', 'series']);

const isReading = ({method}: Request) => method === 'GET' || method === 'HEAD';

/** Where a link of another program leads: `/radarr/movie/603`, and the root of a port. Null for all else. */
function placeOnPage(face: AppFace, [word, slug = '', ...more]: readonly string[], isAtPort: boolean): string | null {
	if (word === undefined) {
		return isAtPort ? (face === 'indexers' ? 'statistics' : face === 'tv' ? 'series' : 'movies') : null;
	}
	const [own, view] = face === 'movies' ? ['movie', 'movies'] : ['series', 'series'];
	const isTitle = face !== 'indexers' && word === own && more.length === 0 && /^\d{1,10}$/.test(slug);
	return isTitle ? `${view}/by-number/${slug}` : null;
}

function toNumber(text: string): number {
	const number = toInteger(text);
	if (number === null || number < 1 || number > largestNumber) {
		throw notFound();
	}
	return number;
}

/** Where programs put their keys. */
function sentKey(request: Request, names: readonly string[]): string {
	const [, bearer] = /^bearer\s+(\S+)$/i.exec(request.get('authorization') ?? '') ?? [];
	const query = readQuery(request.originalUrl);
	return request.get('x-api-key') ?? names.map(name => query.text(name)).find(value => value !== null) ?? bearer ?? '';
}

/** Whether a request is for a hub, which is reached below `basePath`. */
export function mayJoinHub({method, url = ''}: Pick<IncomingMessage, 'method' | 'url'>, basePath: string): boolean {
	const path = url.split('?', 1)[0]?.toLowerCase() ?? '';
	const paths = faces.map(face => `${basePath}/${pretended[face].path}/`.toLowerCase());
	return method === 'GET' && paths.some(start => path.startsWith(start)) && /\/signalr\/messages\/?$/.test(path);
}

interface AskedRoute extends Pick<AppCall, 'request' | 'response' | 'key' | 'base' | 'api'> {
	/** The parts of the path, and how many of them come before those of the route. */
	given: readonly string[];
	skipped: number;
}

/** Words come before parameters. */
function findRoute<Route extends Pick<FaceRoute, 'method' | 'parts'>>(
	routes: readonly Route[],
	method: string,
	parts: readonly string[],
): Route | null {
	const asked = method === 'HEAD' ? 'GET' : method;
	const fitting = routes.filter(
		route =>
			route.method === asked &&
			route.parts.length === parts.length &&
			route.parts.every((part, index) => part.startsWith(':') || part === parts[index]),
	);
	const parameters = (route: Route) => route.parts.filter(part => part.startsWith(':')).length;
	return fitting.toSorted((a, b) => parameters(a) - parameters(b))[0] ?? null;
}

function toWrongFields({faults}: Invalid, names: Readonly<Record<string, string>>): WrongFields {
	return new WrongFields(
		...faults.map(({path, message}) => {
			const own = path.split(/[.[]/, 1)[0] ?? '';
			const propertyName = names[own] ?? own;
			return {propertyName, errorMessage: message.replace(own, propertyName)};
		}),
	);
}

function send(response: Response, reply: Exclude<FaceReply, null>): void {
	response
		.status(reply.status)
		.set('Content-Type', 'application/json; charset=utf-8')
		.set(reply.headers ?? {})
		.end(reply.body === undefined || Buffer.isBuffer(reply.body) ? reply.body : toJson(reply.body));
}

interface Failing {
	request: Request;
	response: Response;
	log: Log;
}

/** Failures in the form of these programs; never a page, and never a 500 for what was sent. */
function fail(error: unknown, {request, response, log}: Failing): void {
	const known = toKnown(error);
	const status = known instanceof WrongFields ? 400 : known instanceof FaceFailure ? known.status : statusOf(known);
	const url = maskRequest(request.originalUrl);
	if (status >= 500) {
		log[status === 500 ? 'error' : 'warn']({method: request.method, url, status, err: error}, `${request.method} ${url} ${status}`);
	}
	if (response.headersSent || response.destroyed) {
		// A list that cannot be read whole must not seem to be whole.
		response.destroy();
		return;
	}
	if (known instanceof TooMany) {
		response.set('Retry-After', String(Math.max(1, Math.ceil(known.retryAfterSeconds))));
	}
	if (known instanceof FaceFailure) {
		response.set(known.headers);
	}
	if (known instanceof WrongFields) {
		const severity = 'error';
		const body = known.faults.map(fault => ({errorCode: '', ...fault, errorMessage: maskSecrets(fault.errorMessage), severity}));
		send(response, {status, body});
		return;
	}
	// Our own words for an unforeseen failure name an id that these programs do not get.
	const message = status === 404 ? 'NotFound' : status === 500 ? 'An internal error occurred.' : maskSecrets(known.message);
	send(response, {status, body: {message}});
}

function toKnown(error: unknown) {
	if (error instanceof Invalid && error.faults.length > 0) {
		return toWrongFields(error, {});
	}
	return isOfFaces(error) ? error : error instanceof URIError ? notFound() : toFailure(error);
}

const isOfFaces = (error: unknown): error is WrongFields | FaceFailure => error instanceof WrongFields || error instanceof FaceFailure;
