import Joi from 'joi';
import {searchReasons} from '#shared/jobs/search.ts';

export interface AutoSearchBody {
	searchType: (typeof searchReasons)[number];
}

export const autoSearchFields = {
	searchType: Joi.string()
		.valid(...searchReasons)
		.default('manual')
		.description('`missing`, or `cutOffUnmet` for files below the cutoff of their profile; `manual` searches both.'),
};
export const autoSearchBody = Joi.object<AutoSearchBody, true>(autoSearchFields);
