import Joi from 'joi';
import {moveFilesField} from './file-moves.ts';
import {newLibraryText, type TagsOfTitle, type TagsOfTitles, tagsOfTitle, tagsOfTitles} from './title-tags.ts';

/** The metadata provider's id; MongoDB and JSON store integers of this size exactly. */
const metaId = Joi.number().integer().min(1).max(2_147_483_647);
const path = Joi.string().max(4096);
const languageProfileId = Joi.string().max(100).allow(null);

/** A new movie or series. */
export interface NewTitle extends TagsOfTitle {
	metaId: number;
	rootFolderPath?: string;
	tags: string[];
	monitored: boolean;
	searchOnAdd: boolean;
	qualityProfileId?: string;
	languageProfileId?: string | null;
}
export const newTitle = {
	metaId: metaId.required(),
	rootFolderPath: path,
	monitored: Joi.boolean().default(true),
	searchOnAdd: Joi.boolean().default(false),
	qualityProfileId: Joi.string().max(100),
	tags: tagsOfTitle.tags.default([]),
	libraryId: tagsOfTitle.libraryId.description(newLibraryText),
	languageProfileId,
};

/** What may be changed of one title, and of many at once. */
export interface EditedTitle extends TagsOfTitle {
	monitored?: boolean;
	rootFolderPath?: string;
	qualityProfileId?: string;
	languageProfileId?: string | null;
	moveFiles?: boolean;
}
export const editedTitle = {
	monitored: Joi.boolean(),
	rootFolderPath: path,
	qualityProfileId: Joi.string().max(100),
	languageProfileId,
	moveFiles: moveFilesField,
	...tagsOfTitle,
};
/** The folder of one title. */
export const ownPath = path.pattern(/^\//, 'an absolute path');

export interface EditedTitles extends TagsOfTitles {
	ids: string[];
}
export const editedTitles = {
	ids: Joi.array().items(Joi.string().allow('').max(100)).max(1000).required(),
	...tagsOfTitles,
};
export const exampleOfTitles = {ids: ['5b0f1c52-6a3c-4c0d-9d3e-0f3f6c1b7a10'], monitored: true};
