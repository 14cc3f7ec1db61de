import type Joi from 'joi';

/** Joi's own messages repeat the value, which may be a password, or use words of its own. */
export const messages: Joi.LanguageMessages = {
	root: 'the body',
	'array.max': '{{#label}} must have at most {{#limit}} {if(#limit == 1, "item", "items")}',
	'array.min': '{{#label}} must have at least {{#limit}} {if(#limit == 1, "item", "items")}',
	'number.infinity': '{{#label}} is too large',
	'number.unsafe': '{{#label}} is too large',
	'object.base': '{{#label}} must be an object',
	'object.max': '{{#label}} must have at most {{#limit}} {if(#limit == 1, "field", "fields")}',
	'object.missing': 'one of {{#peersWithLabels}} is required',
	'object.oxor': 'only one of {{#peersWithLabels}} may be given',
	'object.without': '{{#peerWithLabel}} contradicts {{#mainWithLabel}}',
	'object.xor': 'only one of {{#peersWithLabels}} may be given',
	'string.empty': '{{#label}} must not be empty',
	'string.isoDate': '{{#label}} must be a moment such as 2026-11-30T20:00:00Z',
	'string.max': '{{#label}} must have at most {{#limit}} {if(#limit == 1, "character", "characters")}',
	'string.min': '{{#label}} must have at least {{#limit}} {if(#limit == 1, "character", "characters")}',
	'string.pattern.base': '{{#label}} has a wrong form',
	'string.pattern.name': '{{#label}} must be {{#name}}',
	'string.uri': '{{#label}} must be an address such as http://host:8080',
	'string.uriCustomScheme': '{{#label}} must be an address that begins with http:// or https://',
};
