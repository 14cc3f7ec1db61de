import Joi from 'joi';

/** Absolute, as seen by the pool that can access the disks. */
export const diskPath = Joi.string().max(4096);
