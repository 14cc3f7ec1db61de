import Joi from 'joi';

export interface IdParams {
	id: string;
}

/** Well-formed or not: the store answers 404 for both. */
export const idParams = Joi.object<IdParams, true>({id: Joi.string().required()});
