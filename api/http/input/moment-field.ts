import Joi from 'joi';

/** A moment such as 2026-11-30T20:00:00Z, as text that `Date` reads. */
export const momentField = (): Joi.StringSchema =>
	Joi.string()
		.isoDate()
		.custom((value: string, {error}) => (Number.isNaN(Date.parse(value)) ? error('string.isoDate') : value));
