import type {IncomingMessage} from 'node:http';
import {isIP} from 'node:net';
import {hostname} from 'node:os';
import type {Request, RequestHandler, Response} from 'express';
import {Forbidden, Unauthorized, Unavailable} from '#shared/errors.ts';
import {isLocalName, isPrivateAddress} from '#shared/network-address.ts';
import {isScraper} from '#shared/process-metrics.ts';
import {toUnavailable} from '#shared/server-outage.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {HttpFailure} from '../failures.ts';
import type {Access, Route} from '../route.ts';
import type {Authentication} from './authenticate.ts';
import {type Caller, isAdministrator, mayWrite, onlyUseOf, refuseWithout, setCaller} from './callers.ts';

export interface AccessOptions {
	authentication: Authentication;
	settings: Settings;
	/** The bearer token that a scraper of `/metrics` must send; null if there is none. */
	metricsToken: string | null;
}

export type Guarded = Pick<Route, 'access' | 'isStream' | 'right' | 'optionRights'>;

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const forAdministrators: ReadonlySet<Access> = new Set(['admin', 'metrics', 'solver']);
const keyChallenge = 'ApiKey header="x-api-key"';
const challenges: Partial<Record<Access, string>> = {solver: `${keyChallenge}, Basic realm="Kinoteka", charset="UTF-8"`};

/** Wrong credentials count as none, except while they cannot be checked because the database is away. */
function nobodyUnlessAway(error: unknown): null {
	const outage = toUnavailable(error);
	if (outage || error instanceof Unavailable) {
		throw outage ?? error;
	}
	return null;
}

/**
 * Stops requests from callers without permission: 401 without credentials, 403 with insufficient ones. Public routes
 * ignore credentials; the public queue shows more to callers that have some, and ignores wrong ones.
 */
export function createGuard({authentication, settings, metricsToken}: AccessOptions): (route: Guarded) => RequestHandler {
	async function check({access, isStream = false, ...needs}: Guarded, request: Request, response: Response): Promise<void> {
		const isOpen = access === 'queue' && settings.get('security.queuePublic');
		if (access === 'public') {
			refuseForeignForm(request);
			return;
		}
		if (access === 'metrics' && isScraper(request.get('authorization'), metricsToken)) {
			return;
		}
		const asked = authentication.identify(request, response, {
			keyInAddress: isStream,
			keyForSolver: access === 'solver',
			calendarKeyInAddress: access === 'calendar',
		});
		const caller = await (isOpen ? asked.catch(nobodyUnlessAway) : asked);
		const onlyUse = caller && onlyUseOf(caller);
		if (isOpen && (!caller || onlyUse)) {
			return;
		}
		if (!caller) {
			response.set('WWW-Authenticate', challenges[access] ?? keyChallenge);
			throw new Unauthorized('authentication_required', 'Log in at /api/auth/login, or send a valid API key in the header x-api-key.');
		}
		if (onlyUse) {
			if (onlyUse !== access) {
				throw new Forbidden(`${onlyUse}_key`, onlyUses[onlyUse]);
			}
			setCaller(response, caller);
			return;
		}
		refuseForeignPage(caller, request);
		if (forAdministrators.has(access) && !isAdministrator(caller)) {
			throw new Forbidden(
				'administrator_required',
				access === 'solver'
					? 'Only an administrator, or an API key of type main or solver, may do this.'
					: 'Only an administrator, or an API key of type main, may do this.',
			);
		}
		if ((access === 'write' || !reading.has(request.method)) && !mayWrite(caller)) {
			throw new Forbidden('read_only_key', 'An API key of type streaming is read-only. Use one of type main.');
		}
		throwWithoutRight(caller, needs, request);
		setCaller(response, caller);
	}

	/** Browsers send cookies whichever page makes the request: a foreign page must not act for its visitor. */
	function refuseForeignPage(caller: Caller, request: Request): void {
		const mayCarry = caller.kind === 'key' || reading.has(request.method);
		if (!mayCarry && !isSameOrigin(request, settings.get('externalUrl.externalUrl'))) {
			throw new Forbidden('cross_site', 'This request has a session cookie but was not sent by a page of this service.');
		}
	}

	/** A foreign page must not log its visitor in as another user, nor use up the visitor's attempts. */
	function refuseForeignForm(request: Request): void {
		const isFromPage = request.get('origin') !== undefined || request.get('sec-fetch-site') !== undefined;
		if (isFromPage && !reading.has(request.method) && !isSameOrigin(request, settings.get('externalUrl.externalUrl'))) {
			throw new Forbidden('cross_site', 'This request was not sent by a page of this service.');
		}
	}

	return route => (request, response, next) => {
		check(route, request, response).then(() => next(), next);
	};
}

const onlyUses = {
	apps: 'An API key of type apps is for programs made for Radarr and Sonarr, at /radarr and /sonarr. Use one of another type here.',
	calendar: 'An API key of type calendar reads /api/calendar.ics and nothing else. Use one of another type.',
	solver: 'An API key of type solver sends commands to /v1 and nothing else. Use one of another type.',
} as const;

/** Throws Forbidden `right_required` for a user from whom an administrator has taken what this call needs. */
function throwWithoutRight(caller: Caller, {right, optionRights = {}}: Omit<Guarded, 'access'>, {query}: Request): void {
	const ofOptions = Object.entries(optionRights).filter(([option]) => query[option] !== undefined && query[option] !== 'false');
	for (const each of [...(right ? [right] : []), ...ofOptions.map(([, ofOption]) => ofOption)]) {
		refuseWithout(caller, each);
	}
}

/**
 * Whether one of our own pages sent this request. Browsers set `Sec-Fetch-Site` and `Origin` themselves. A request with
 * neither does not come from a page in a current browser, and does not need a cookie. `externalUrl` is the address that
 * people type when a proxy changes the host.
 */
function isSameOrigin(request: Request, externalUrl: string): boolean {
	const site = request.get('sec-fetch-site');
	if (site !== undefined) {
		return site === 'same-origin';
	}
	const origin = request.get('origin');
	if (origin === undefined) {
		return false;
	}
	return origin === `${request.protocol}://${request.host}` || (URL.canParse(externalUrl) && origin === new URL(externalUrl).origin);
}

export interface KnownHostOptions {
	settings: Settings;
	/** Names from the configuration: HOST and ALLOWED_HOSTS. */
	configured: readonly string[];
}

const longest = 100;

/**
 * Refuses requests to a name that nobody gave to this service. A page of a stranger may let its own name lead to a
 * private address (DNS rebinding), and would then be of the same origin as this service. Addresses cannot be rebound,
 * and only name servers of the home network answer for names without a dot or with a local ending. On a public address
 * everybody may reach the service anyway.
 */
export function refuseUnknownHost({settings, configured}: KnownHostOptions): RequestHandler {
	const own = new Set([...configured, hostname(), `${hostname()}.local`].map(toName));

	function isKnown(name: string): boolean {
		if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || isLocalName(name) || own.has(name)) {
			return true;
		}
		const external = settings.get('externalUrl.externalUrl');
		const isExternal = URL.canParse(external) && toName(new URL(external).hostname) === name;
		return isExternal || settings.get('security.allowedHosts').some(allowed => toName(allowed) === name);
	}

	return (request, _response, next) => {
		const given = request.headers.host;
		if (hostsOf(request) !== 1 && request.httpVersion !== '1.0') {
			next(new HttpFailure(400, 'malformed_request', {message: 'The request must have one Host header.'}));
			return;
		}
		const {localAddress} = request.socket;
		const isPublic = () => localAddress !== undefined && !isPrivateAddress(localAddress);
		if (given === undefined || isKnown(toName(given.replace(/:\d*$/, ''))) || isPublic()) {
			next();
			return;
		}
		next(
			new HttpFailure(421, 'unknown_host', {
				message:
					`This service does not know the name ${given.slice(0, longest)}. If it is yours, set externalUrl.externalUrl or add it to ` +
					'security.allowedHosts (open the service by its address to do so), or set ALLOWED_HOSTS and start again.',
			}),
		);
	};
}

const hostsOf = ({rawHeaders}: IncomingMessage) =>
	rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;

function toName(host: string): string {
	return host.toLowerCase().replace(/\.$/, '');
}

/** Whether the settings say that users reach the service over https. */
function isHttpsService(settings: Settings): boolean {
	return settings.get('externalUrl.useSsl') || settings.get('externalUrl.externalUrl').startsWith('https:');
}

/**
 * Whether the caller's own connection is encrypted. What a proxy says counts when the settings say that there is one
 * with https; a caller who lies only misleads himself.
 */
export function arrivedByHttps(request: Request, settings: Settings): boolean {
	return request.secure || (request.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https' && isHttpsService(settings));
}
