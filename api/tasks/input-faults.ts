import type {SoundBody} from '#api/http/input.ts';
import type {RouteDeps} from '#api/services.ts';
import {isAllowedInterval} from '#shared/domain/tasks/interval.ts';
import type {Fault} from '#shared/errors.ts';
import type {RunTaskBody, TaskIntervalBody} from './schema.ts';

/** Reports ids that belong to no title. */
export async function optionFaults(
	{body: {options = {}}}: SoundBody<RunTaskBody>,
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
export async function intervalFaults({body: {interval, unit}}: SoundBody<TaskIntervalBody>): Promise<Fault[]> {
	const isUnknown = interval === undefined || unit === undefined;
	return isUnknown || isAllowedInterval({interval, intervalUnit: unit})
		? []
		: [{path: 'interval', message: 'interval must be from 1 minute to 365 days'}];
}
