import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';

const html = {mediaType: 'text/html', description: 'The page.'};

export const openapiOperations: Operations = {
	'GET /api/openapi.json': {id: 'getOpenApiDocument', summary: 'This document', replies: {200: Joi.object().unknown(), 304: null}},
	'GET /api/docs': {id: 'getReferencePage', summary: 'The reference page', replies: {200: html}},
	'GET /api/docs/:file': {
		id: 'getReferenceFile',
		summary: 'A file of the reference page',
		replies: {200: {mediaType: '*/*', description: 'The file.'}},
	},
};
