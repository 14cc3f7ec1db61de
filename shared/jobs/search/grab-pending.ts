import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export interface GrabPending {
	/** The execution of a task that gets the outcomes. */
	executionId?: string;
}

export interface GrabbedPending {
	/** Number of waiting releases. */
	found: number;
	approved: number;
	grabbed: number;
}

/**
 * Judges the waiting releases again and grabs the best one for each wanted title. Asked by the task `pendingReleases`.
 */
export const grabPending = defineJob<GrabPending, GrabbedPending>({
	name: 'grab-pending',
	queue: 'search',
	interruptible: true,
	limitMs: longLimits.search,
	payload: {executionId: Joi.string().uuid().optional()},
	result: {found: Joi.number(), approved: Joi.number(), grabbed: Joi.number()},
});
