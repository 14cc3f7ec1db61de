import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {flag, integerOrNull, listOf, stamps, text} from '#api/http/replies/reply-fields.ts';

const folder = Joi.object({
	id: text,
	name: text,
	path: text,
	accessible: flag,
	freeSpace: integerOrNull,
	totalSpace: integerOrNull,
	unmappedFolders: listOf(Joi.object({name: text, path: text})),
	...stamps,
}).meta({schemaName: 'RootFolder'});

export const rootFoldersOperations: Operations = {
	'GET /api/root-folders': {summary: 'List root folders', replies: {200: Joi.object({rootFolders: listOf(folder)})}},
	'GET /api/root-folders/:id': {summary: 'Show a root folder', replies: {200: folder}},
	'POST /api/root-folders': {summary: 'Add a root folder', replies: {201: folder}, failures: [409]},
	'DELETE /api/root-folders/:id': {summary: 'Forget a root folder that nothing uses', replies: {204: null}, failures: [409]},
};
