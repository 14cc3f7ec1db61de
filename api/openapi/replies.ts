import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';

const html = {mediaType: 'text/html', description: 'The page.'};

export const openapiOperations: Operations = {
	'GET /api/openapi.json': {summary: 'This document', replies: {200: Joi.object().unknown()}},
	'GET /api/docs': {summary: 'The reference page', replies: {200: html}},
	'GET /api/docs/:file': {
		summary: 'A file of the reference page',
		replies: {200: {mediaType: '*/*', description: 'The file.'}},
	},
};
