import {randomUUID} from 'node:crypto';
import type {IncomingMessage} from 'node:http';
import express, {type Express, type Request, type RequestHandler, type Response, Router} from 'express';
import helmet from 'helmet';
import {Unavailable} from '#shared/errors.ts';
import {isTraced, type Log, type Span, spanned, traced} from '#shared/log/log.ts';
import {maskRequest, maskSecrets} from '#shared/mask-secrets.ts';
import {isLoopback} from '#shared/network-address.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {auditDashboard, createDashboard, dashboardPath} from './dashboard.ts';
import type {ApiDeps, Readiness} from './deps.ts';
import {createFaces, mayJoinHub} from './faces/faces.ts';
import {createHub} from './faces/hub.ts';
import {createHubMessages} from './faces/hub-messages.ts';
import {createHubNews} from './faces/hub-news.ts';
import {createLinks} from './faces/prowlarr/links.ts';
import {createIndexerRoutes} from './faces/prowlarr/routes.ts';
import {createFaceRoutes} from './faces/routes.ts';
import {arrivedByHttps, refuseUnknownHost} from './http/access/access.ts';
import {callerId, callerOf} from './http/access/callers.ts';
import {createBodyTurns, receiveBody} from './http/body.ts';
import {createDatabaseWait} from './http/event-streams.ts';
import {methodNotAllowed, problemHandler, unknownPath} from './http/failures.ts';
import {takesKey} from './http/idempotency.ts';
import {type Route, send} from './http/route.ts';
import {createSlowRefusals} from './http/slow-refusals.ts';
import {routeOf} from './metrics.ts';
import {operations} from './operations.ts';
import {createPage} from './page/page.ts';
import {createRoutes} from './routes.ts';
import {createHttpServices, type HttpServices} from './services.ts';

/** What decides whether a request may become a WebSocket. */
export type UpgradeRequest = Pick<IncomingMessage, 'method' | 'url'>;

export interface App {
	app: Express;
	/** Whether many callers may come from this address: that of a reverse proxy, on this machine or trusted. */
	isShared(address: string): boolean;
	/** Whether a request may become a WebSocket. */
	mayUpgrade(request: UpgradeRequest): boolean;
	/** Ends all open streams. The caller must stop new ones from opening. */
	close(): void;
}

/** The whole HTTP application: middleware and routes in order. It does no I/O of its own. */
export function createApp(deps: ApiDeps): App {
	const {http, log, settings} = deps;
	const services = createHttpServices(deps);
	const app = express();
	app.disable('x-powered-by').disable('etag').set('trust proxy', http.trustProxy).set('query parser', 'simple');
	app.use(requestContext(log));
	app.use(securityHeaders(settings));
	app.use(services.metrics.measure);
	const routeDeps = {...deps, ...services, jobs: services.asks.jobs};
	const routes = createRoutes(routeDeps);
	app.use(http.basePath || '/', refuseWrongStart(deps.readiness));
	app.use(createBodyTurns());
	// Containers call each other by names that nobody has told us, and send their keys with each request.
	const hub = createHub(deps, {messagesOf: createHubMessages(routeDeps), newsOf: createHubNews(routeDeps)});
	const links = createLinks({...deps, ...http});
	app.use(
		http.basePath || '/',
		createFaces({
			deps: routeDeps,
			services,
			routes,
			hub,
			links,
			faceRoutes: createFaceRoutes(routeDeps),
			indexerRoutes: createIndexerRoutes(routeDeps, links),
		}),
	);
	app.use(refuseUnknownHost({settings, configured: http.hosts}));
	app.use(http.basePath || '/', allowOrigins(settings));
	app.use(
		http.basePath || '/',
		createPage({...deps, ...services}),
		toRouter(routes, {
			...services,
			databaseWait: createDatabaseWait(deps.connection),
		}).use(
			dashboardPath,
			services.guard({access: 'admin'}),
			auditDashboard(services.auditor, deps.jobs),
			createDashboard(deps.jobs, http.basePath),
		),
	);
	app.use(request => {
		throw unknownPath(maskSecrets(request.path), `${http.basePath}/api`);
	});
	app.use(createSlowRefusals(http.listRequestsPerMinute), problemHandler(log));
	const isTrusted = app.get('trust proxy fn') as (address: string, distance: number) => boolean; // as Express compiles the setting
	return {
		app,
		isShared: address => isLoopback(address) || isTrusted(address, 0),
		mayUpgrade: request => mayJoinHub(request, http.basePath),
		close() {
			hub.close();
			services.close();
		},
	};
}

/** The usual rules let fonts and style sheets come from anywhere. */
const ownFiles = {'font-src': ["'self'", 'data:'], 'style-src': ["'self'", "'unsafe-inline'"]};

/** Holds browsers to https only if they came by it: a home network has no certificate. */
function securityHeaders(settings: Settings): RequestHandler {
	const headersFor = (isHttps: boolean) =>
		helmet({
			contentSecurityPolicy: {directives: {...ownFiles, 'upgrade-insecure-requests': isHttps ? [] : null}},
			strictTransportSecurity: isHttps,
		});
	const [plain, overHttps] = [headersFor(false), headersFor(true)];
	return (request, response, next) => (arrivedByHttps(request, settings) ? overHttps : plain)(request, response, next);
}

interface RouterParts extends HttpServices {
	databaseWait: RequestHandler;
}

function toRouter(routes: readonly Route[], {guard, limits, auditor, asks, slots, idempotency, databaseWait}: RouterParts): Router {
	const sections = new Map<string, Router>();
	for (const [path, ofPath] of byPath(routes)) {
		const router = sections.get(sectionOf(path)) ?? Router({caseSensitive: true});
		sections.set(sectionOf(path), router);
		const endpoint = router.route(path);
		for (const route of ofPath) {
			const {method, limit, isStream} = route;
			const mayRepeat = takesKey(route, operations[`${method} ${path}`]);
			const lower = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'; // what Method is, in Express's spelling
			const answer: RequestHandler = async (request, response) => {
				const caller = callerOf(response);
				if (route.request.body) {
					// Reading the body of a slow sender can take long, and must not block others with the same address.
					await receiveBody(request, response, route.request.bodyLimit ?? {});
				}
				const leave = isStream ? () => {} : await slots.take(request, response);
				if (response.destroyed) {
					return;
				}
				const asking = {callerId: caller && callerId(caller), leave};
				const work = () =>
					asks.as(asking, () => (route.audit ? auditor.answer(route, request, response) : route.answer(request, response)));
				const reply = mayRepeat ? await idempotency.once(request, response, route, work) : await work();
				if (reply) {
					send(response, reply, route);
				}
			};
			const waits = isStream ? [databaseWait] : [];
			endpoint[lower](noStore, ...waits, guard(route), ...(limit ? [limits[limit]] : []), answer);
		}
		const methods = ofPath.flatMap(({method}) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
		endpoint.options(async (request, response) => {
			await slots.take(request, response);
			response.status(204).set('Allow', methods.join(', ')).end();
		});
		endpoint.all(request => {
			throw methodNotAllowed(request.method, methods);
		});
	}
	// A router compares a path with each of its own in turn, and there are hundreds.
	return Router().use((request, response, next) => {
		const section = sections.get(sectionOf(request.path));
		return section ? section(request, response, next) : next();
	});
}

/** The beginning of a path without parameters: `/api/library`, `/v1`. */
function sectionOf(path: string): string {
	const [, first = '', second = ''] = path.split('/', 3);
	return first === 'api' ? `/${first}/${second}` : `/${first}`;
}

/** Replies describe a moment, and some contain names of secrets, so they must not be cached. */
const noStore: RequestHandler = (_request, response, next) => {
	response.set('Cache-Control', 'no-store');
	next();
};

/** The routes of each path. Paths of words come before those with a parameter, which would also match them. */
function byPath(routes: readonly Route[]): [path: string, routes: Route[]][] {
	const paths = [...Map.groupBy(routes, ({path}) => path)];
	const order = (path: string) => path.replace(/:\w+/g, '\uffff');
	return paths.sort(([a], [b]) => (order(a) < order(b) ? -1 : 1));
}

/** Fields of a problem that tell a person what is wrong. */
const shown: ReadonlySet<string> = new Set(['/api/health', '/api/live', '/api/ready', '/api/system/status', '/ping']);

/** While the process does not fit the installation it answers only questions about its state. */
function refuseWrongStart({startFault}: Readiness): RequestHandler {
	return (request, _response, next) => {
		const fault = startFault();
		next(fault && !shown.has(request.path) ? new Unavailable(fault.code, fault.message) : undefined);
	};
}

/** Limits, figures and pipelines each wait for the end of a response. Node warns of more than ten. */
const maxListeners = 20;

const saneId = /^[\w.:-]{1,100}$/;

/** Gives each request an id, which the reply, the log lines and its jobs carry, and logs the result. */
export function requestContext(log: Log): RequestHandler {
	return (request, response, next) => {
		const given = request.get('x-request-id');
		const requestId = given && saneId.test(given) ? given : randomUUID();
		const startedAt = performance.now();
		response.set('X-Request-Id', requestId).setMaxListeners(maxListeners);
		response.on('close', () => {
			const {method, originalUrl} = request;
			const status = statusOf(response);
			const level = status >= 400 || method !== 'GET' ? 'info' : 'debug';
			if (!log.isLevelEnabled(level)) {
				return;
			}
			const ms = Math.round(performance.now() - startedAt);
			const url = maskRequest(originalUrl);
			log[level]({requestId, method, url, status, ms}, `${method} ${url} ${status} in ${ms} ms`);
		});
		const begin = () => traced({requestId}, next);
		isTraced() ? void spanOf(request, response, begin) : begin();
	};
}

/** The request as a span, until its reply has ended. */
function spanOf(request: Request, response: Response, begin: () => void): Promise<void> {
	const {method} = request;
	const span: Span = {
		...{name: `request ${method}`, kind: 'server', parent: request.get('traceparent')},
		attributes: {'http.request.method': method},
	};
	const {promise, resolve} = Promise.withResolvers<void>();
	response.on('close', () => {
		span.attributes['http.route'] = routeOf(request.route);
		span.attributes['http.response.status_code'] = statusOf(response);
		resolve();
	});
	return spanned(span, () => {
		begin();
		return promise;
	});
}

/** What proxies log for a caller who left before the reply was complete. A stream of events has no other end. */
const callerLeft = 499;
/** The status of a connection that goes on as a WebSocket. */
const switchingProtocols = 101;

function statusOf(response: Response): number {
	const isStream = String(response.get('Content-Type')).startsWith('text/event-stream');
	const isUpgraded = response.statusCode === switchingProtocols;
	return response.writableFinished || isStream || isUpgraded ? response.statusCode : callerLeft;
}

const allowedMethods = 'GET, HEAD, POST, PUT, DELETE';
const allowedHeaders = 'Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, X-Api-Key, X-Request-Id';
const exposedHeaders = 'Deprecation, ETag, Idempotency-Replayed, RateLimit, RateLimit-Policy, Retry-After, Sunset, X-Request-Id';
/** Seconds for which a browser remembers that it may ask. */
const rememberedSeconds = 600;

/**
 * Lets pages of the origins that an administrator named call the API with a key. Cookies stay at home: no page of
 * another origin acts as the person who looks at it.
 */
function allowOrigins(settings: Settings): RequestHandler {
	return (request, response, next) => {
		const allowed = settings.get('security.corsOrigins');
		if (allowed.length === 0 || !request.path.startsWith('/api/')) {
			next();
			return;
		}
		response.vary('Origin');
		const origin = request.get('origin');
		if (origin === undefined || !allowed.includes(origin)) {
			next();
			return;
		}
		response.set({'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposedHeaders});
		if (request.method !== 'OPTIONS' || request.get('access-control-request-method') === undefined) {
			next();
			return;
		}
		response
			.set({
				'Access-Control-Allow-Methods': allowedMethods,
				'Access-Control-Allow-Headers': allowedHeaders,
				'Access-Control-Max-Age': String(rememberedSeconds),
			})
			.status(204)
			.end();
	};
}
