import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, listOf, stamps, text} from '#api/http/replies/reply-fields.ts';

const profile = Joi.object({
	id: text,
	name: text,
	languages: listOf(Joi.object({code: text, allowed: flag})),
	cutoff: text,
	upgradeAllowed: flag,
	subtitles: listOf(Joi.object({code: text, forced: flag, hearingImpaired: flag})),
	minimumSubtitleScore: integer,
	isDefault: flag,
	...stamps,
}).meta({schemaName: 'LanguageProfile'});

export const languageProfilesOperations: Operations = {
	'GET /api/language-profiles': {summary: 'List language profiles', replies: {200: Joi.object({languageProfiles: listOf(profile)})}},
	'GET /api/language-profiles/:id': {summary: 'Show a language profile', replies: {200: profile}},
	'POST /api/language-profiles': {summary: 'Add a language profile', replies: {201: profile}, failures: [409]},
	'PUT /api/language-profiles/:id': {summary: 'Change a language profile', replies: {200: profile}, failures: [409]},
	'DELETE /api/language-profiles/:id': {summary: 'Delete a language profile that nothing uses', replies: {204: null}, failures: [409]},
};
