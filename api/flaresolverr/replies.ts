import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import type {BrowserCookie} from '#shared/domain/captcha/clearance.ts';
import {Invalid} from '#shared/errors.ts';
import type {OpenedPage, OpenPageAnswer} from '#shared/jobs/captcha.ts';
import {anyObject, flag, integer, oneOf, optional, orNull, text, textOrNull, texts, typed} from '#shared/presenters/fields.ts';
import {always, from, objectOf, viewOf} from '#shared/presenters/view.ts';

/** Seconds since 1970; -1 for a cookie that lasts as long as the browser. */
const endOf = ({expires}: BrowserCookie) => (expires < 0 ? -1 : Math.floor(expires));

/** The expiry of a cookie, under both names that programs read. */
const cookie = viewOf<BrowserCookie>()({
	name: text,
	value: text,
	domain: text,
	path: text,
	expiry: from(optional(integer).description('Seconds since 1970; left out for a session cookie.'), (given: BrowserCookie) =>
		endOf(given) < 0 ? undefined : endOf(given),
	),
	expires: from(integer.description('Seconds since 1970; -1 for a session cookie.'), endOf),
	httpOnly: flag,
	secure: flag,
	// What browsers assume if the site does not set it.
	sameSite: from(text, ({sameSite}: BrowserCookie) => sameSite ?? 'Lax'),
});

export interface Solution extends OpenedPage {
	onlyCookies: boolean;
}

/** The page's own status and headers are unknown, as they are in FlareSolverr. */
const solution = viewOf<Solution>()({
	url: text,
	status: always(typed<200, Joi.NumberSchema>(Joi.number().valid(200)), 200),
	cookies: cookie.list,
	userAgent: text,
	headers: from(orNull(anyObject), ({onlyCookies}: Solution) => (onlyCookies ? null : {})),
	response: from(textOrNull, ({onlyCookies, html}: Solution) => (onlyCookies ? null : html)),
	screenshot: from(
		optional(typed<string, Joi.StringSchema>(Joi.string())).description('A PNG in base64.'),
		({screenshot}: Solution) => screenshot ?? undefined,
	),
	turnstile_token: from(optional(typed<string, Joi.StringSchema>(Joi.string())), ({widgetToken}: Solution) => widgetToken ?? undefined),
});

interface Timed {
	startTimestamp: number;
	endTimestamp: number;
	version: string;
}
const stamps = {
	startTimestamp: integer.description('Milliseconds since 1970.'),
	endTimestamp: integer.description('Milliseconds since 1970.'),
	version: text,
};

/** The part of an answer that depends on the command. */
export interface Answer {
	message: string;
	session?: string;
	sessions?: string[];
	solution?: Solution;
}

export const answer = viewOf<Answer & Timed>()({
	status: always(oneOf(['ok']), 'ok'),
	message: text,
	session: optional(text),
	sessions: optional(texts),
	solution: solution.optional,
	...stamps,
});
export const failure = viewOf<{message: string} & Timed>()({status: always(oneOf(['error']), 'error'), message: text, ...stamps});

const replies = {200: answer.schema, 500: failure.schema};

export const flaresolverrOperations: Operations = {
	'POST /v1': {id: 'runSolverCommand', summary: 'Run a FlareSolverr command', replies},
	'POST /solver/:key/v1': {
		id: 'runSolverCommandWithKey',
		summary: 'Run a FlareSolverr command, with a key of type solver in the path',
		replies,
	},
	'GET /': {
		id: 'getSolver',
		summary: 'Show that the solver is available',
		replies: {200: objectOf({msg: text, version: text, userAgent: textOrNull})},
	},
	'GET /health': {id: 'getSolverHealth', summary: 'Show that this process is alive', replies: {200: objectOf({status: text})}},
};

/** Programs compare these with Chrome's names for them. */
const chromeNames: ReadonlyMap<string, string> = new Map([
	['name_not_found', 'net::ERR_NAME_NOT_RESOLVED'],
	['connection_refused', 'net::ERR_CONNECTION_REFUSED'],
	['proxy_failed', 'net::ERR_PROXY_CONNECTION_FAILED'],
]);

const blocked = 'Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.';

/** A command that failed; the caller gets the message after `Error: `. */
export function failed(message: string): Invalid {
	return new Invalid('command_failed', message);
}

export function notSolved(message: string): Invalid {
	return failed(`Error solving the challenge. ${message.replaceAll('\n', '\\n')}`);
}

export function timedOut(limitMs: number): Invalid {
	const seconds = limitMs / 1000;
	// Formatted as Python prints a float, because programs compare this sentence.
	return notSolved(`Timeout after ${Number.isInteger(seconds) ? `${seconds}.0` : seconds} seconds.`);
}

export function pageFailed({code, message}: NonNullable<OpenPageAnswer['failure']>, limitMs: number): Invalid {
	if (code === 'timed_out') {
		return timedOut(limitMs);
	}
	if (code === 'blocked') {
		return notSolved(blocked);
	}
	const chromeName = chromeNames.get(code);
	return notSolved(chromeName ? `Message: unknown error: ${chromeName}\n${message}` : message);
}
