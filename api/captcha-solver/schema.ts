import Joi from 'joi';
import {parseWebAddress} from '#api/http/asks/solving.ts';
import {queryFlag} from '#api/http/pages.ts';
import {settingDefinitions} from '#shared/settings/definitions.ts';
import {settingFault} from '#shared/settings/settings.ts';

export interface SolverChange {
	enabled?: boolean;
	timeout?: number;
	cacheTtl?: number;
	headless?: boolean;
	/** Null or empty means no proxy. */
	proxy?: string | null;
	maxRetries?: number;
	parallelSolves?: number;
}

const bounded = (key: 'timeout' | 'cacheTtl' | 'maxRetries' | 'parallelSolves') => {
	const {min, max} = settingDefinitions[`captcha.${key}`];
	return Joi.number().integer().min(min).max(max);
};

const proxyDefinition = settingDefinitions['captcha.proxy'];

const proxy = Joi.string()
	.max(proxyDefinition.maxLength)
	.custom((value: string, {message}) => {
		const fault = settingFault(proxyDefinition, value) ?? (URL.canParse(value) ? null : `must be ${proxyDefinition.pattern?.words}`);
		return fault ? message({custom: `{{#label}} ${fault}`}) : value;
	})
	.allow(null, '')
	.meta({jsonSchema: {type: 'string', maxLength: proxyDefinition.maxLength, pattern: proxyDefinition.pattern?.form.source}})
	.description('Such as http://user:password@host:3128. The value from a reply may be sent back: its stars keep the stored credentials.');

export const solverChangeBody = Joi.object<SolverChange, true>({
	enabled: Joi.boolean(),
	timeout: bounded('timeout').description('Seconds.'),
	cacheTtl: bounded('cacheTtl').description('Hours.'),
	headless: Joi.boolean(),
	proxy,
	maxRetries: bounded('maxRetries'),
	parallelSolves: bounded('parallelSolves'),
});

export interface ClearQuery {
	clearCookies: boolean;
	clearStats: boolean;
}
export const clearQuery = Joi.object<ClearQuery, true>({
	clearCookies: queryFlag().default(false),
	clearStats: queryFlag().default(true),
});

export interface TestBody {
	url: string;
	useCache: boolean;
}
export const testBody = Joi.object<TestBody, true>({
	url: Joi.string()
		.max(2000)
		.custom((value: string, {message}) =>
			parseWebAddress(value) ? value : message({custom: '{{#label}} must be an address that starts with http:// or https://'}),
		)
		.meta({jsonSchema: {type: 'string', maxLength: 2000, pattern: '^https?://'}})
		.required(),
	useCache: Joi.boolean().default(true),
});
