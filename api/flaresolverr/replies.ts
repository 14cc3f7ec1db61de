import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, listOf, text, textOrNull, texts} from '#api/http/replies/reply-fields.ts';

const cookie = Joi.object({
	name: text,
	value: text,
	domain: text,
	path: text,
	expiry: integer.optional().description('Seconds since 1970; left out when the cookie lasts as long as the browser.'),
	expires: integer.description('Seconds since 1970; -1 when the cookie lasts as long as the browser.'),
	httpOnly: flag,
	secure: flag,
	sameSite: text,
});

const solution = Joi.object({
	url: text,
	status: Joi.number().valid(200),
	cookies: listOf(cookie),
	userAgent: text,
	headers: Joi.object().allow(null),
	response: textOrNull,
	screenshot: Joi.string().optional().description('A PNG in base64.'),
	turnstile_token: Joi.string().optional(),
});

const stamps = {
	startTimestamp: integer.description('Milliseconds since 1970.'),
	endTimestamp: integer.description('Milliseconds since 1970.'),
	version: text,
};

const replies = {
	200: Joi.object({
		status: Joi.string().valid('ok'),
		message: text,
		session: text.optional(),
		sessions: texts.optional(),
		solution: solution.optional(),
		...stamps,
	}),
	500: Joi.object({status: Joi.string().valid('error'), message: text, ...stamps}),
};

export const flaresolverrOperations: Operations = {
	'POST /v1': {summary: 'Do a command of FlareSolverr', replies},
	'POST /solver/:key/v1': {summary: 'Do a command of FlareSolverr, with the main key in the path', replies},
	'GET /': {summary: 'Say that the solver is here', replies: {200: Joi.object({msg: text, version: text, userAgent: textOrNull})}},
	'GET /health': {summary: 'Say that this process lives', replies: {200: Joi.object({status: text})}},
};
