import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, listOf, numberOrNull, oneOf, text, texts, timestamp, timestampOrNull} from '#api/http/replies/reply-fields.ts';

const status = oneOf(['healthy', 'degraded', 'unhealthy']);
const server = Joi.object({status, responseTime: numberOrNull});

const health = Joi.object({
	status,
	version: text,
	checks: Joi.object({
		database: server,
		redis: server,
		downloadClients: Joi.object({status, clients: listOf(Joi.object({id: text, name: text, status: text}))}),
		indexers: Joi.object({status, enabledCount: integer, totalCount: integer}),
		rootFolders: Joi.object({status, unreachable: texts}),
		workers: Joi.object({status, missing: texts}),
	}),
	timestamp,
}).meta({schemaName: 'Health'});

const readiness = Joi.object({ready: flag, timestamp}).meta({schemaName: 'Readiness'});

const service = Joi.object({
	name: text,
	status: oneOf(['pending', 'starting', 'ready', 'error']),
	lastRun: timestampOrNull,
	nextRun: timestampOrNull,
	uptime: numberOrNull,
}).meta({schemaName: 'Service'});

export const systemOperations: Operations = {
	'GET /api/health': {summary: 'Tell how well all parts are', replies: {200: health, 503: health}},
	'GET /api/ready': {summary: 'Tell whether requests are taken', replies: {200: readiness, 503: readiness}},
	'GET /api/system/status': {
		summary: 'List the services behind the API',
		replies: {200: Joi.object({services: listOf(service), timestamp})},
	},
};
