import Joi from 'joi';

export interface IdParams {
	id: string;
}

/** Any text: the store answers 404 for malformed and unknown ids alike. */
export const idParams = Joi.object<IdParams, true>({id: Joi.string().required()});
