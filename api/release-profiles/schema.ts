import Joi from 'joi';
import {nameField, tagsField, readOnlyFields} from '#api/http/fields.ts';
import type {NewReleaseProfile} from '#shared/store/profiles/release-profiles.ts';

const terms = Joi.array().items(Joi.string().max(500).pattern(/\S/, 'more than white space')).max(200);

const fields = {
	name: nameField(100),
	enabled: Joi.boolean(),
	mustContain: terms,
	mustNotContain: terms,
	tags: tagsField(),
};

export const addReleaseProfileBody = Joi.object<NewReleaseProfile>({
	name: fields.name.required(),
	enabled: fields.enabled.default(true),
	mustContain: terms.default([]),
	mustNotContain: terms.default([]),
	tags: fields.tags.default([]),
});
export const editReleaseProfileBody = Joi.object<Partial<NewReleaseProfile>>({...fields, ...readOnlyFields()});
