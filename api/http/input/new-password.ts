import Joi from 'joi';

const shortest = 12;
const longest = 200;

/** A password that will be stored. */
export const newPassword = Joi.string().min(shortest).max(longest);
