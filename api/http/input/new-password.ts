import Joi from 'joi';
import {asSecret} from './secret-text.ts';

const shortest = 12;
const longest = 200;

/** A password that will be stored. */
export const newPassword = asSecret(Joi.string().min(shortest).max(longest));
