import Joi from 'joi';
import {defineJob} from '../job.ts';

export type GrabPending = Record<string, never>;

export interface GrabbedPending {
	/** Releases that waited. */
	found: number;
	approved: number;
	grabbed: number;
}

/**
 * Judges the releases anew that only time kept from being grabbed, and grabs the best of each wanted title; asked by
 * the task `pendingReleases`.
 */
export const grabPending = defineJob<GrabPending, GrabbedPending>({
	name: 'grab-pending',
	queue: 'search',
	payload: {},
	result: {found: Joi.number(), approved: Joi.number(), grabbed: Joi.number()},
});
