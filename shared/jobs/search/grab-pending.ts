import Joi from 'joi';
import {defineJob, longLimits} from '../job.ts';

export type GrabPending = Record<string, never>;

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
	payload: {},
	result: {found: Joi.number(), approved: Joi.number(), grabbed: Joi.number()},
});
