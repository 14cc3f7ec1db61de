import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, listOf, oneOf, stamps, text} from '#api/http/replies/reply-fields.ts';
import {preferredProtocols} from '#shared/domain/decisions/delay-profile.ts';

const profile = Joi.object({
	id: text,
	order: integer,
	tags: listOf(text).description('Names or ids of the libraries that it is for; the one without any is the default.'),
	preferredProtocol: oneOf(preferredProtocols),
	torrentDelayMinutes: integer,
	usenetDelayMinutes: integer,
	bypassIfHighestQuality: flag,
	bypassIfAboveFormatScore: flag,
	minimumFormatScore: integer,
	isDefault: flag.description('Its delays and its protocol are the settings `download.torrentDelayMinutes` and their like.'),
	...stamps,
}).meta({schemaName: 'DelayProfile'});

export const delayProfilesOperations: Operations = {
	'GET /api/delay-profiles': {summary: 'List delay profiles in their order', replies: {200: Joi.object({delayProfiles: listOf(profile)})}},
	'GET /api/delay-profiles/:id': {summary: 'Show a delay profile', replies: {200: profile}},
	'POST /api/delay-profiles': {summary: 'Add a delay profile of some libraries', replies: {201: profile}},
	'PUT /api/delay-profiles/:id': {summary: 'Change a delay profile', replies: {200: profile}},
	'DELETE /api/delay-profiles/:id': {summary: 'Delete a delay profile other than the default', replies: {204: null}, failures: [409]},
};
