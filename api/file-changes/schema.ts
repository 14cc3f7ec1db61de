import Joi from 'joi';
import {exampleId} from '#api/http/references.ts';
import {type PageQuery, pageFields} from '#api/http/route.ts';
import {
	type FileChangeState,
	type FileRowCode,
	type FileRowState,
	fileChangeStates,
	fileRowCodes,
	fileRowStates,
} from '#shared/domain/file-changes/file-change.ts';

/** Titles that one request may name. */
const maxTitles = 5000;
const path = Joi.string()
	.max(4096)
	.pattern(/^[^\0]*$/, 'no NUL');
const ids = Joi.array().items(Joi.string().max(100)).max(maxTitles).default([]);

export interface FileChangeBody {
	kind: 'rename' | 'move';
	movieIds: string[];
	seriesIds: string[];
	libraryId?: string;
	rootFolderPath?: string;
	all: boolean;
	fileIds?: string[];
	to?: string;
	folders: boolean;
	copies: boolean;
	start: boolean;
}
export const fileChangeBody = Joi.object<FileChangeBody, true>({
	kind: Joi.string()
		.valid('rename', 'move')
		.required()
		.description('`rename` gives files the names of the templates, `move` puts the folders of titles into another one.'),
	movieIds: ids.description('Ids of movies.'),
	seriesIds: ids.description('Ids of series.'),
	libraryId: Joi.string().max(100).description('All titles of this library, which only administrators may ask for.'),
	rootFolderPath: path.description('All titles of this root folder, which only administrators may ask for.'),
	all: Joi.boolean().default(false).description('All titles, which only administrators may ask for.'),
	fileIds: Joi.array()
		.items(Joi.string().max(100))
		.min(1)
		.max(maxTitles)
		.description('For `rename`: only these files of the titles, as the preview names them.'),
	to: path.description('For `move`: a root folder, or a folder below one.'),
	folders: Joi.boolean().default(false).description('Also give the folders of the titles the names of the templates.'),
	copies: Joi.boolean()
		.default(false)
		.description(
			'Copy files that share their data with a torrent to another disk although the setting `media.importMode` allows only links.',
		),
	start: Joi.boolean().default(false).description('Start it as soon as it is planned, without waiting for approval of the plan.'),
}).example({kind: 'rename', movieIds: [exampleId]});

export interface FileChangesQuery extends PageQuery {
	state?: FileChangeState;
}
export const fileChangesQuery = Joi.object<FileChangesQuery, true>({
	...pageFields(),
	state: Joi.string()
		.valid(...fileChangeStates)
		.description('Only those in this state.'),
});

export interface FileRowsQuery extends PageQuery {
	state?: FileRowState;
	code?: FileRowCode;
}
export const fileRowsQuery = Joi.object<FileRowsQuery, true>({
	...pageFields(),
	state: Joi.string()
		.valid(...fileRowStates)
		.description('Only files in this state.'),
	code: Joi.string()
		.valid(...fileRowCodes)
		.description('Only files that stay for this reason.'),
});

export interface StartBody {
	copies: boolean;
}
export const startBody = Joi.object<StartBody, true>({
	copies: Joi.boolean().default(false).description('Copy files that share their data with a torrent, where they cannot stay linked.'),
});

export interface RenameQuery {
	seasonNumber?: number;
}
export const renameQuery = Joi.object<RenameQuery, true>({
	seasonNumber: Joi.number().integer().min(0).max(10_000).description('Only the files of this season.'),
});
