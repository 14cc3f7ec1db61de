import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {connectionWorks, flag, integer, listOf, oneOf, stamps, text, textOrNull} from '#api/http/replies/reply-fields.ts';
import {downloadClientKinds} from '#shared/domain/downloads/download-client-record.ts';

const client = Joi.object({
	id: text,
	name: text,
	kind: oneOf(downloadClientKinds),
	url: textOrNull,
	username: textOrNull,
	password: textOrNull,
	apiKey: textOrNull,
	category: text,
	directory: textOrNull,
	enabled: flag,
	priority: integer,
	addPaused: flag,
	removeCompleted: flag,
	removeFailed: flag,
	settings: Joi.object().unknown(),
	status: oneOf(['ok', 'error', 'unknown']),
	lastError: textOrNull,
	version: textOrNull,
	...stamps,
}).meta({schemaName: 'DownloadClient'});

export const downloadClientsOperations: Operations = {
	'GET /api/download-clients': {summary: 'List download clients', replies: {200: Joi.object({downloadClients: listOf(client)})}},
	'GET /api/download-clients/:id': {summary: 'Show a download client', replies: {200: client}},
	'POST /api/download-clients': {summary: 'Add a download client', replies: {201: client}, failures: [409]},
	'POST /api/download-clients/test': {
		summary: 'Try the settings of a download client that is not stored',
		replies: {200: connectionWorks},
	},
	'PUT /api/download-clients/:id': {summary: 'Change a download client', replies: {200: client}, failures: [409]},
	'DELETE /api/download-clients/:id': {summary: 'Delete a download client that nothing uses', replies: {204: null}, failures: [409]},
	'POST /api/download-clients/:id/test': {summary: 'Try a stored download client', replies: {200: connectionWorks}, failures: [400]},
};
