import Joi from 'joi';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import {maskSecrets} from '#shared/mask-secrets.ts';
import type {VisitedPage} from '../browser/page-visit.ts';
import {visitFailure} from '../browser/visit-failure.ts';
import {parseJson} from '../http/read-json.ts';

interface WireCookie {
	name: string;
	value: string;
	domain: string;
	path: string;
	expiry: number;
	httpOnly: boolean;
	secure: boolean;
	sameSite: string | null;
}

interface WireReply {
	status: string;
	message: string;
	solution?: {
		url: string;
		response: string | null;
		cookies: WireCookie[];
		userAgent: string;
		screenshot: string | null;
		turnstile_token: string | null;
	};
}

const text = () => Joi.string().allow('');
const cookie = Joi.object({
	name: text().required(),
	value: text().required(),
	domain: text().default(''),
	path: text().default('/'),
	expiry: Joi.number().default(Joi.ref('expires')).default(-1),
	httpOnly: Joi.boolean().default(false),
	secure: Joi.boolean().default(false),
	sameSite: text().allow(null).default(null),
});
const wireReply = Joi.object<WireReply>({
	status: text().required(),
	message: text().default(''),
	solution: Joi.object({
		url: text().required(),
		response: text().allow(null).default(null),
		cookies: Joi.array().items(cookie).default([]),
		userAgent: text().default(''),
		screenshot: text().allow(null).default(null),
		turnstile_token: text().allow(null).default(null),
	}).allow(null),
});

/**
 * Parses the answer of a FlareSolverr-compatible service, whatever its HTTP status. Throws UpstreamFailed with the
 * service's own message.
 */
export function parseReply(body: Buffer): VisitedPage {
	const {value, error} = wireReply.validate(parseJson(body), {stripUnknown: true, convert: true});
	if (error) {
		throw new UpstreamFailed('external_solver_failed', 'The service at captcha.externalUrl is not compatible with FlareSolverr.', {
			cause: error,
		});
	}
	if (value.status !== 'ok' || !value.solution) {
		throw toFailure(value.message);
	}
	const {url, response, cookies, userAgent, screenshot, turnstile_token: widgetToken} = value.solution;
	return {
		kind: /not detected/i.test(value.message) ? 'none' : 'edge_challenge',
		url,
		userAgent,
		cookies: cookies.map(each => toBrowserCookie(each, url)),
		html: response,
		screenshot,
		widgetToken,
	};
}

const longestWords = 300;

function toFailure(message: string): UpstreamFailed {
	if (/timeout after/i.test(message)) {
		return visitFailure('timed_out', 'The external solver did not get past the challenge.');
	}
	if (/has blocked this request/i.test(message)) {
		return visitFailure('blocked');
	}
	return new UpstreamFailed('external_solver_failed', `The external solver says: ${maskSecrets(message).slice(0, longestWords)}`);
}

function toBrowserCookie({name, value, domain, path, expiry, httpOnly, secure, sameSite}: WireCookie, url: string): BrowserCookie {
	return {name, value, domain: domain || (URL.parse(url)?.hostname ?? ''), path, expires: expiry, httpOnly, secure, sameSite};
}
