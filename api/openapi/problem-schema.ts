import Joi from 'joi';
import {integer, text, textOrNull} from '#shared/presenters/fields.ts';

/** The body of every failure. */
export const problemSchema = Joi.object({
	type: text,
	title: text,
	status: integer,
	detail: text,
	instance: text,
	code: Joi.string().description('Stable, in snake_case, for use by programs.'),
	reason: Joi.string().optional().description('The specific failure behind `upstream_failed` and `unavailable`.'),
	requestId: textOrNull,
	errors: Joi.array()
		.items(Joi.object({path: text, message: text}))
		.optional(),
	error: Joi.string().optional().description('Only for unknown paths outside /api, as in FlareSolverr.'),
	status_code: integer.optional().description('Only for unknown paths outside /api, as in FlareSolverr.'),
})
	.meta({schemaName: 'Problem'})
	.example({
		type: 'about:blank',
		title: 'Bad Request',
		status: 400,
		detail: 'The request is wrong in limit; see errors.',
		instance: '/api/library/movies',
		code: 'validation_failed',
		requestId: '5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10',
		errors: [{path: 'limit', message: 'limit must be a number'}],
	});
