import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integer, listOf, oneOf, stamps, text} from '#api/http/replies/reply-fields.ts';
import {qualityNames} from '#shared/domain/quality/qualities.ts';

const quality = oneOf(qualityNames);

const profile = Joi.object({
	id: text,
	name: text,
	items: listOf(
		Joi.alternatives(
			Joi.object({quality, allowed: flag}),
			Joi.object({group: Joi.object({name: text, qualities: listOf(quality)}), allowed: flag}),
		),
	),
	cutoff: text,
	upgradeAllowed: flag,
	minFormatScore: integer,
	cutoffFormatScore: integer,
	minUpgradeFormatScore: integer,
	formatScores: listOf(Joi.object({customFormatId: text, score: integer})),
	language: text,
	isDefault: flag,
	...stamps,
}).meta({schemaName: 'QualityProfile'});

export const qualityProfilesOperations: Operations = {
	'GET /api/quality-profiles': {summary: 'List quality profiles', replies: {200: Joi.object({qualityProfiles: listOf(profile)})}},
	'GET /api/quality-profiles/:id': {summary: 'Show a quality profile', replies: {200: profile}},
	'POST /api/quality-profiles': {summary: 'Add a quality profile', replies: {201: profile}, failures: [409]},
	'PUT /api/quality-profiles/:id': {summary: 'Change a quality profile', replies: {200: profile}, failures: [409]},
	'DELETE /api/quality-profiles/:id': {summary: 'Delete a quality profile that nothing uses', replies: {204: null}, failures: [409]},
};
