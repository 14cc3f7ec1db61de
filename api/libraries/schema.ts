import Joi from 'joi';
import {readOnlyFields} from '#api/http/fields.ts';
import {type PageQuery, pageFields, queryFlag} from '#api/http/route.ts';
import {type LibraryType, libraryTypes} from '#shared/domain/media/library.ts';

const name = Joi.string().trim().min(1).max(200);
const id = Joi.string().max(100);
/** What else lies at such an address. */
const reservedSlugs = ['api', 'ping', 'signalr', 'mediacover', 'feed', 'movie', 'series'];
const appSlug = Joi.string()
	.max(40)
	.pattern(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/, 'lower-case letters, digits and hyphens')
	.invalid(...reservedSlugs)
	.allow(null);

export interface AddLibraryBody {
	name: string;
	type: LibraryType;
	rootFolderId: string;
	qualityProfileId?: string;
	languageProfileId?: string;
	enabled: boolean;
	monitored: boolean;
	backfillEnabled: boolean;
	appSlug: string | null;
}
export const addLibraryBody = Joi.object<AddLibraryBody, true>({
	name: name.required(),
	type: Joi.string()
		.valid(...libraryTypes)
		.required(),
	rootFolderId: id.required(),
	qualityProfileId: id,
	languageProfileId: id,
	enabled: Joi.boolean().default(true),
	monitored: Joi.boolean().default(true),
	backfillEnabled: Joi.boolean().default(false),
	appSlug: appSlug.default(null),
});

export interface EditLibraryBody {
	name?: string;
	/** These two cannot be changed, but a client may send the whole record back. */
	type?: LibraryType;
	rootFolderId?: string;
	qualityProfileId?: string;
	languageProfileId?: string;
	enabled?: boolean;
	monitored?: boolean;
	backfillEnabled?: boolean;
	appSlug?: string | null;
}
export const editLibraryBody = Joi.object<EditLibraryBody>({
	name,
	type: Joi.string().valid(...libraryTypes),
	rootFolderId: id,
	qualityProfileId: id,
	languageProfileId: id,
	enabled: Joi.boolean(),
	monitored: Joi.boolean(),
	backfillEnabled: Joi.boolean(),
	appSlug,
	...readOnlyFields('itemCount', 'rootFolder', 'qualityProfile', 'languageProfile', 'backfillStatus', 'lastScanAt'),
});

export interface DeleteLibraryQuery {
	removeFiles: boolean;
}
export const deleteLibraryQuery = Joi.object<DeleteLibraryQuery, true>({removeFiles: queryFlag().default(false)});

export const unmatchedQuery = Joi.object<PageQuery, true>(pageFields());

export interface FileParams {
	id: string;
	fileId: string;
}
export const fileParams = Joi.object<FileParams, true>({id: Joi.string().required(), fileId: Joi.string().required()});

export interface MatchFileBody {
	metaId: number;
}
export const matchFileBody = Joi.object<MatchFileBody, true>({metaId: Joi.number().integer().min(1).max(2_147_483_647).required()});
