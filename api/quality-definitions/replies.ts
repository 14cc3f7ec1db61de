import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {integer, integerOrNull, listOf, number, numberOrNull, stamps, text} from '#api/http/replies/reply-fields.ts';

const sizes = Joi.object({minutes: integer, minSize: integer, preferredSize: integerOrNull, maxSize: integerOrNull}).meta({
	schemaName: 'QualitySizes',
});
const definition = Joi.object({
	id: text,
	quality: text,
	minMbPerMinute: number,
	preferredMbPerMinute: numberOrNull,
	maxMbPerMinute: numberOrNull,
	preview: Joi.object({movie: sizes, episode: sizes}),
	...stamps,
}).meta({schemaName: 'QualityDefinition'});

export const qualityDefinitionsOperations: Operations = {
	'GET /api/quality-definitions': {
		summary: 'List the sizes that releases of each quality may have, best first',
		replies: {200: Joi.object({qualityDefinitions: listOf(definition)})},
	},
	'GET /api/quality-definitions/:id': {summary: 'Show the sizes of a quality', replies: {200: definition}},
	'PUT /api/quality-definitions/:id': {summary: 'Change the sizes of a quality', replies: {200: definition}},
	'POST /api/quality-definitions/preview': {summary: 'Show what figures mean in bytes', replies: {200: sizes}},
};
