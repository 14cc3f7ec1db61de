import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {
	flag,
	integer,
	integerOrNull,
	isTrue,
	listOf,
	oneOf,
	pageOf,
	text,
	textOrNull,
	timestamp,
	timestampOrNull,
} from '#api/http/replies/reply-fields.ts';
import {intervalUnits} from '#shared/domain/tasks/interval.ts';
import {endedStatuses} from '#shared/store/tasks/task-execution-schema.ts';

const intervalUnit = oneOf(intervalUnits);

const task = Joi.object({
	id: text,
	name: text,
	description: text,
	type: oneOf(['monitoring', 'subtitle', 'system']),
	enabled: flag,
	interval: integerOrNull,
	intervalUnit: intervalUnit.allow(null),
	defaultInterval: integerOrNull,
	lastRunAt: timestampOrNull,
	nextRunAt: timestampOrNull,
	status: oneOf(['idle', 'running', 'queued', 'error']),
	supportsCancel: flag,
	supportsHistory: flag,
}).meta({schemaName: 'Task'});

const execution = Joi.object({
	id: text,
	taskId: text,
	startedAt: timestampOrNull,
	completedAt: timestampOrNull,
	duration: integerOrNull,
	status: oneOf(endedStatuses),
	itemsProcessed: integer,
	itemsAffected: integer,
	error: textOrNull,
}).meta({schemaName: 'TaskExecution'});

const activity = Joi.object({
	id: text,
	historyId: text,
	mediaId: textOrNull,
	mediaTitle: textOrNull,
	action: text,
	status: text,
	message: textOrNull,
	timestamp,
}).meta({schemaName: 'TaskActivity'});

const start = {success: isTrue, taskId: text};

export const tasksOperations: Operations = {
	'GET /api/tasks': {summary: 'List tasks', replies: {200: Joi.object({tasks: listOf(task)})}},
	'GET /api/tasks/stream': {
		summary: 'Follow the tasks',
		replies: {200: {mediaType: 'text/event-stream', description: 'The events of the tasks as they happen.'}},
	},
	'GET /api/tasks/history/:historyId/activity': {
		summary: 'List what one execution did with each title',
		replies: {200: pageOf('activity', activity)},
	},
	'POST /api/tasks/:taskId/run': {
		summary: 'Run a task now',
		replies: {200: Joi.object({...start, executionId: text, message: text})},
	},
	'POST /api/tasks/:taskId/cancel': {
		summary: 'Stop what runs or waits of a task',
		replies: {200: Joi.object({...start, message: text})},
		failures: [400],
	},
	'PUT /api/tasks/:taskId/enabled': {
		summary: 'Enable or disable a task',
		replies: {200: Joi.object({...start, enabled: flag, nextRunAt: timestampOrNull})},
	},
	'PUT /api/tasks/:taskId/interval': {
		summary: 'Change the interval of a task',
		replies: {200: Joi.object({...start, interval: integer, intervalUnit, nextRunAt: timestampOrNull})},
	},
	'GET /api/tasks/:taskId/history': {summary: 'List the executions of a task', replies: {200: pageOf('history', execution)}},
};
