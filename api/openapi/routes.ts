import {createReadStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {type Route, route} from '#api/http/route.ts';
import {NotFound} from '#shared/errors.ts';
import {createDocument} from './document.ts';
import {initializer, pageOf, swaggerFile} from './page.ts';

interface FileParams {
	file: string;
}
const fileParams = Joi.object<FileParams, true>({file: Joi.string().required()});

export interface OpenApiOptions {
	/** All other routes. */
	routes: readonly Route[];
	operations: Operations;
	version: string;
	basePath: string;
}

/**
 * The document, and a page that shows it without internet access. Both are public: they reveal nothing
 * that the source does not.
 */
export function openapiRoutes({routes, ...options}: OpenApiOptions): Route[] {
	const own = [
		route('GET /api/openapi.json', {access: 'public'}, async ({response}) => {
			response
				.status(200)
				.type('application/json')
				.send(await text());
			return null;
		}),
		route('GET /api/docs', {access: 'public'}, async ({response}) => {
			response.status(200).type('html').send(pageOf(options.basePath));
			return null;
		}),
		route('GET /api/docs/:file', {access: 'public', params: fileParams}, async ({params: {file}, response}) => {
			if (file === 'initializer.js') {
				response.status(200).type('js').send(initializer(options.basePath));
				return null;
			}
			const found = swaggerFile(file);
			if (!found) {
				throw new NotFound('not_found', `The reference page has no file ${file}.`);
			}
			response.status(200).type(found.type).set('Cache-Control', 'public, max-age=3600');
			await pipeline(createReadStream(found.path), response).catch(() => response.destroy());
			return null;
		}),
	];
	let made: Promise<string> | null = null;
	function text(): Promise<string> {
		made ??= createDocument({...options, routes: [...routes, ...own]}).then(document => JSON.stringify(document));
		return made;
	}
	return own;
}
