import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import type {FormatScore, ProfileItem, QualityGroup} from '#shared/domain/quality/profiles.ts';
import {qualityNames} from '#shared/domain/quality/qualities.ts';
import {flag, integer, listOf, oneOf, stamps, text} from '#shared/presenters/fields.ts';
import {objectOf, type Part, viewOf} from '#shared/presenters/view.ts';
import type {StoredProfile} from '#shared/store/profiles/quality-profiles.ts';

type Alone = Extract<ProfileItem, {quality: unknown}>;
type Grouped = Extract<ProfileItem, {group: unknown}>;

const quality = oneOf(qualityNames);
const alone = viewOf<Alone>()({quality, allowed: flag});
const group = viewOf<QualityGroup>()({name: text, qualities: listOf(quality)});
const grouped = viewOf<Grouped>()({group, allowed: flag});
const items: Part<readonly ProfileItem[]> = {
	schema: Joi.array().items(Joi.alternatives(alone.schema, grouped.schema)),
	present: list => list.map(item => ('group' in item ? grouped.present(item) : alone.present(item))),
};

export const qualityProfile = viewOf<StoredProfile>()(
	{
		id: text,
		name: text,
		items,
		cutoff: text,
		upgradeAllowed: flag,
		minFormatScore: integer,
		cutoffFormatScore: integer,
		minUpgradeFormatScore: integer,
		formatScores: viewOf<FormatScore>()({customFormatId: text, score: integer}).list,
		language: text,
		isDefault: flag,
		...stamps,
	},
	'QualityProfile',
);

export const qualityProfilesOperations: Operations = {
	'GET /api/quality-profiles': {
		id: 'listQualityProfiles',
		summary: 'List quality profiles',
		replies: {200: objectOf({qualityProfiles: qualityProfile.list})},
	},
	'GET /api/quality-profiles/:id': {id: 'getQualityProfile', summary: 'Show a quality profile', replies: {200: qualityProfile.schema}},
	'POST /api/quality-profiles': {
		id: 'addQualityProfile',
		summary: 'Add a quality profile',
		replies: {201: qualityProfile.schema},
		failures: [409],
	},
	'PUT /api/quality-profiles/:id': {
		id: 'updateQualityProfile',
		summary: 'Change a quality profile',
		replies: {200: qualityProfile.schema},
		failures: [409],
	},
	'DELETE /api/quality-profiles/:id': {
		id: 'deleteQualityProfile',
		summary: 'Delete an unused quality profile',
		replies: {204: null},
		failures: [409],
	},
};
