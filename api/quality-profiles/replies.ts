import Joi from 'joi';
import {type Operations, recordOperations} from '#api/http/operation.ts';
import type {FormatScore, ProfileItem, QualityGroup} from '#shared/domain/quality/profiles.ts';
import {qualityNames} from '#shared/domain/quality/qualities.ts';
import {flag, integer, listOf, oneOf, stamps, text} from '#shared/presenters/fields.ts';
import {type Part, viewOf} from '#shared/presenters/view.ts';
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

export const qualityProfilesOperations: Operations = recordOperations('/api/quality-profiles', {
	name: 'QualityProfile',
	view: qualityProfile,
	deletable: 'an unused quality profile',
});
