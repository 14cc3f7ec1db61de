import Joi from 'joi';
import type {CheckedBody} from '#api/http/input.ts';
import {type PageQuery, pageFields} from '#api/http/route.ts';
import type {RouteDeps} from '#api/services.ts';
import {type IntervalUnit, intervalUnits, isAllowedInterval} from '#shared/domain/tasks/interval.ts';
import type {Fault} from '#shared/errors.ts';
import {type EndedStatus, endedStatuses} from '#shared/store/tasks/task-execution-schema.ts';

export interface TaskParams {
	taskId: string;
}
export const taskParams = Joi.object<TaskParams, true>({taskId: Joi.string().required()});

export interface ExecutionParams {
	historyId: string;
}
export const executionParams = Joi.object<ExecutionParams, true>({historyId: Joi.string().required()});

export interface RunTaskOptions {
	seriesId?: string;
	movieId?: string;
	limit?: number;
	/** `libraryScan` and backfills: drop missing files however many they are. */
	acceptMissing?: boolean;
}
export interface RunTaskBody {
	force: boolean;
	options: RunTaskOptions;
}
export const runTaskBody = Joi.object<RunTaskBody, true>({
	force: Joi.boolean().default(false),
	options: Joi.object<RunTaskOptions, true>({
		seriesId: Joi.string().max(100),
		movieId: Joi.string().max(100),
		limit: Joi.number().integer().min(1).max(10_000),
		acceptMissing: Joi.boolean(),
	}).default({}),
}).example({force: false});

export interface TaskEnabledBody {
	enabled: boolean;
}
export const taskEnabledBody = Joi.object<TaskEnabledBody, true>({enabled: Joi.boolean().required()});

export interface TaskIntervalBody {
	interval: number;
	unit: IntervalUnit;
}
export const taskIntervalBody = Joi.object<TaskIntervalBody, true>({
	interval: Joi.number().integer().min(1).required().description('Time from the beginning of a run to that of the next.'),
	unit: Joi.string()
		.valid(...intervalUnits)
		.required()
		.description('What the interval counts.'),
});

export interface TaskHistoryQuery extends PageQuery {
	status?: EndedStatus;
}
export const taskHistoryQuery = Joi.object<TaskHistoryQuery, true>({
	...pageFields(),
	status: Joi.string().valid(...endedStatuses),
});

export interface ActivityQuery extends PageQuery {
	status?: string;
}
export const activityQuery = Joi.object<ActivityQuery, true>({
	...pageFields({limit: 50, maximum: 500}),
	status: Joi.string().max(100).description('Only entries with this outcome, such as `failed`.'),
});

/** Reports ids that belong to no title. */
export async function optionFaults(
	{body: {options = {}}}: CheckedBody<RunTaskBody>,
	{movies, series}: Pick<RouteDeps, 'movies' | 'series'>,
): Promise<Fault[]> {
	const faults: Fault[] = [];
	const {movieId, seriesId} = options;
	if (movieId !== undefined && !(await movies.find(movieId))) {
		faults.push({path: 'options.movieId', message: 'options.movieId must be the id of a movie of the library'});
	}
	if (seriesId !== undefined && !(await series.find(seriesId))) {
		faults.push({path: 'options.seriesId', message: 'options.seriesId must be the id of a series of the library'});
	}
	return faults;
}

/** The allowed interval depends on the unit. */
export async function intervalFaults({body: {interval, unit}}: CheckedBody<TaskIntervalBody>): Promise<Fault[]> {
	const isUnknown = interval === undefined || unit === undefined;
	return isUnknown || isAllowedInterval({interval, intervalUnit: unit})
		? []
		: [{path: 'interval', message: 'interval must be from 1 minute to 365 days'}];
}
