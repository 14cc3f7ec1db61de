import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, listOf, stamps, text, textOrNull} from '#api/http/replies/reply-fields.ts';
import {condition} from './schema.ts';

const format = Joi.object({
	id: text,
	name: text,
	conditions: listOf(condition),
	includeWhenRenaming: flag,
	lastError: textOrNull.description('Why one of its patterns counts as no match; null while all run.'),
	...stamps,
}).meta({schemaName: 'CustomFormat'});

const imported = Joi.object({created: listOf(format), updated: listOf(format), failures: listOf(Joi.object({name: text, error: text}))});

export const customFormatsOperations: Operations = {
	'GET /api/custom-formats': {summary: 'List custom formats', replies: {200: Joi.object({customFormats: listOf(format)})}},
	'POST /api/custom-formats/import': {
		summary: 'Import custom formats as Radarr exports and TRaSH publishes them, one or many',
		replies: {200: imported},
	},
	'GET /api/custom-formats/:id': {summary: 'Show a custom format', replies: {200: format}},
	'POST /api/custom-formats': {summary: 'Add a custom format', replies: {201: format}, failures: [409]},
	'PUT /api/custom-formats/:id': {summary: 'Change a custom format', replies: {200: format}, failures: [409]},
	'DELETE /api/custom-formats/:id': {summary: 'Delete a custom format that no profile scores', replies: {204: null}, failures: [409]},
};
