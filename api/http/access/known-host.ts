import type {IncomingMessage} from 'node:http';
import {isIP} from 'node:net';
import {hostname} from 'node:os';
import type {Request, RequestHandler} from 'express';
import {isPrivateAddress} from '#shared/private-address.ts';
import type {Settings} from '#shared/settings/settings.ts';
import {HttpFailure} from '../failures.ts';

export interface KnownHostOptions {
	settings: Settings;
	/** Names from the configuration: HOST and ALLOWED_HOSTS. */
	configured: readonly string[];
}

const longest = 100;
/** Endings that no public name server answers for (RFC 6761, 6762 and 8375, and what ICANN reserves or withholds). */
const localEndings = ['localhost', 'local', 'home.arpa', 'internal', 'lan', 'home', 'corp', 'intranet', 'private', 'localdomain'];

/**
 * Refuses requests to a name that nobody gave to this service. A page of a stranger may let its own name lead to a
 * private address (DNS rebinding), and would then be of the same origin as this service. Addresses cannot be rebound,
 * and only name servers of the home network answer for names without a dot or with a local ending. On a public address
 * everybody may reach the service anyway.
 */
export function refuseUnknownHost({settings, configured}: KnownHostOptions): RequestHandler {
	const own = new Set([...configured, hostname(), `${hostname()}.local`].map(toName));

	function isKnown(name: string): boolean {
		if (isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || isLocal(name) || own.has(name)) {
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
		const isPrivate = localAddress === undefined || isPrivateAddress(localAddress);
		if (!isPrivate || given === undefined || isKnown(toName(given.replace(/:\d*$/, '')))) {
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

const isLocal = (name: string) => localEndings.some(ending => name.endsWith(`.${ending}`));

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
	return request.secure || (isHttpsService(settings) && request.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https');
}
