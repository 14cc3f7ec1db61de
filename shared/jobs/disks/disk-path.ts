import Joi from 'joi';

/** Absolute, as the pool that has the disks sees it. */
export const diskPath = Joi.string().max(4096);
