import type {Operations} from '#api/http/operation.ts';
import {serviceStatuses} from '#shared/heartbeat.ts';
import {
	flag,
	integer,
	numberOrNull,
	oneOf,
	optional,
	text,
	textOrNull,
	texts,
	timestamp,
	timestampOrNull,
} from '#shared/presenters/fields.ts';
import {plainView, type Shown, viewOf} from '#shared/presenters/view.ts';
import type {Refusal} from '#shared/refusals.ts';
import {healthStatuses, type ServerCheck} from './checks.ts';

const status = oneOf(healthStatuses);
const server = viewOf<ServerCheck>()({status, responseTime: numberOrNull});
/** A process that did not start because it does not fit the installation. */
const refusal = viewOf<Refusal>()({service: text, host: text, message: text, refusedAt: text});
const client = {id: text, name: text, status: text};

const checkFields = {
	database: server,
	redis: server,
	downloadClients: plainView({status, clients: plainView(client).list}),
	indexers: plainView({status, enabledCount: integer, totalCount: integer}),
	/** `unreachable`: ids. */
	rootFolders: plainView({status, unreachable: texts}),
	/**
	 * `stuck`: pools whose workers are there, but whose jobs wait and do not move, for ten minutes or, where jobs are
	 * long, two hours.
	 */
	workers: plainView({status, missing: texts, refused: refusal.list, stuck: texts}),
	installation: plainView({status, message: textOrNull}),
};
/** State of each part. */
export type Checks = Shown<typeof checkFields>;
export const health = plainView({status, version: text, checks: plainView(checkFields), timestamp}, 'Health');
export const readyReply = plainView({ready: flag, timestamp}, 'Readiness');

const serviceFields = {
	name: text,
	status: oneOf(serviceStatuses),
	lastRun: timestampOrNull,
	nextRun: timestampOrNull,
	/** Seconds. */
	uptime: numberOrNull,
	/** Processes that reported within the last 15 s; null for the servers, which are not ours to count. */
	processes: numberOrNull,
	/** Why a process of the service refused to start, and what helps; only where one did. */
	message: optional(text),
};
export type ServiceRecord = Shown<typeof serviceFields>;
export const systemStatus = plainView({services: plainView(serviceFields, 'Service').list, timestamp});

export const systemOperations: Operations = {
	'GET /api/health': {id: 'getHealth', summary: 'Show the health of all parts', replies: {200: health.schema, 503: health.schema}},
	'GET /api/ready': {
		id: 'getReadiness',
		summary: 'Show whether requests are accepted',
		replies: {200: readyReply.schema, 503: readyReply.schema},
	},
	'GET /api/system/status': {id: 'getSystemStatus', summary: 'List the services behind the API', replies: {200: systemStatus.schema}},
};
