import Joi from 'joi';
import {nameField, readOnlyFields} from '#api/http/fields.ts';
import type {FormatScore, ProfileItem} from '#shared/domain/quality/profiles.ts';
import {qualityNames} from '#shared/domain/quality/qualities.ts';

export interface ProfileBody {
	name: string;
	items: ProfileItem[];
	cutoff: string;
	upgradeAllowed: boolean;
	minFormatScore: number;
	cutoffFormatScore: number;
	minUpgradeFormatScore: number;
	formatScores: FormatScore[];
	language: string;
}

const qualityName = Joi.string().valid(...qualityNames);
const group = Joi.object({
	name: nameField(100).required(),
	qualities: Joi.array().items(qualityName).min(1).max(qualityNames.length).required(),
});
const item = Joi.object({quality: qualityName, group, allowed: Joi.boolean().required()}).xor('quality', 'group');
const score = Joi.number().integer().min(-1_000_000).max(1_000_000);
const language = Joi.string().pattern(/^[a-z][a-z-]{1,40}$/, 'any, original, or the lower-case English name of a language');
const formatScore = Joi.object<FormatScore, true>({customFormatId: Joi.string().max(100).required(), score: score.required()});

const fields = {
	name: nameField(100),
	items: Joi.array().items(item).min(1).max(100),
	cutoff: Joi.string().max(100),
	upgradeAllowed: Joi.boolean(),
	minFormatScore: score,
	cutoffFormatScore: score,
	minUpgradeFormatScore: score.min(1),
	formatScores: Joi.array().items(formatScore).max(1000),
	language,
};

export const addProfileBody = Joi.object<ProfileBody>({
	...fields,
	name: fields.name.required(),
	items: fields.items.required(),
	cutoff: fields.cutoff.required(),
	upgradeAllowed: fields.upgradeAllowed.default(true),
	minFormatScore: score.default(0),
	cutoffFormatScore: score.default(0),
	minUpgradeFormatScore: fields.minUpgradeFormatScore.default(1),
	formatScores: fields.formatScores.default([]),
	language: language.default('original'),
});
export const editProfileBody = Joi.object<Partial<ProfileBody>>({...fields, ...readOnlyFields('isDefault')});
