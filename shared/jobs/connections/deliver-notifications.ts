import Joi from 'joi';
import {minuteMs} from '../../domain/durations.ts';
import {defineJob} from '../job.ts';

/** Sends what is due to one receiver. One at a time for each, so that a slow one holds up nobody else. */
export const deliverNotifications = defineJob<{notificationId: string}>({
	name: 'deliver-notifications',
	queue: 'connections',
	payload: {notificationId: Joi.string()},
	dedupeKey: ({notificationId}) => notificationId,
	attempts: 1,
	limitMs: 2 * minuteMs,
});
