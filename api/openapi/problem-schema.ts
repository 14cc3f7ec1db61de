import Joi from 'joi';
import {integer, text, textOrNull} from '#shared/presenters/fields.ts';

/** The body of every failure. */
export const problemSchema = Joi.object({
	type: text,
	title: text,
	status: integer,
	detail: text,
	instance: text,
	code: Joi.string().description('Stable, in snake_case: what programs go by.'),
	reason: Joi.string().optional().description('What exactly failed behind `upstream_failed` and `unavailable`.'),
	requestId: textOrNull,
	errors: Joi.array()
		.items(Joi.object({path: text, message: text}))
		.optional(),
	error: Joi.string().optional().description('Of an unknown path outside /api, as FlareSolverr says it.'),
	status_code: integer.optional().description('Of an unknown path outside /api, as FlareSolverr says it.'),
}).meta({schemaName: 'Problem'});
