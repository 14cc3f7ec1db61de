import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {listOf, stamps, text} from '#api/http/replies/reply-fields.ts';

const mapping = Joi.object({id: text, host: text, remotePath: text, localPath: text, ...stamps}).meta({schemaName: 'RemotePathMapping'});

export const remotePathMappingsOperations: Operations = {
	'GET /api/remote-path-mappings': {
		summary: 'List remote path mappings',
		replies: {200: Joi.object({remotePathMappings: listOf(mapping)})},
	},
	'GET /api/remote-path-mappings/:id': {summary: 'Show a remote path mapping', replies: {200: mapping}},
	'POST /api/remote-path-mappings': {summary: 'Add a remote path mapping', replies: {201: mapping}, failures: [409]},
	'PUT /api/remote-path-mappings/:id': {summary: 'Change a remote path mapping', replies: {200: mapping}, failures: [409]},
	'DELETE /api/remote-path-mappings/:id': {summary: 'Delete a remote path mapping', replies: {204: null}},
};
