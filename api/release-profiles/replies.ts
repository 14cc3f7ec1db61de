import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, listOf, stamps, text} from '#api/http/replies/reply-fields.ts';

const profile = Joi.object({
	id: text,
	name: text,
	enabled: flag,
	mustContain: listOf(text).description('One of them must stand in a title: texts, or patterns between slashes, in any letter case.'),
	mustNotContain: listOf(text),
	tags: listOf(text).description('Names or ids of the libraries that it is for; empty for all titles.'),
	...stamps,
}).meta({schemaName: 'ReleaseProfile'});

export const releaseProfilesOperations: Operations = {
	'GET /api/release-profiles': {summary: 'List release profiles', replies: {200: Joi.object({releaseProfiles: listOf(profile)})}},
	'GET /api/release-profiles/:id': {summary: 'Show a release profile', replies: {200: profile}},
	'POST /api/release-profiles': {summary: 'Add a release profile', replies: {201: profile}, failures: [409]},
	'PUT /api/release-profiles/:id': {summary: 'Change a release profile', replies: {200: profile}, failures: [409]},
	'DELETE /api/release-profiles/:id': {summary: 'Delete a release profile', replies: {204: null}},
};
