import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import Joi from 'joi';
import type {Operations} from '#api/http/replies/operation.ts';
import {type Route, route} from '#api/http/route.ts';
import {cached} from '#shared/coordination/cache.ts';
import {NotFound} from '#shared/errors.ts';
import {createDocument} from './document.ts';
import {initializer, pageOf, swaggerFile} from './page.ts';
import type {SentWebhooks} from './webhooks.ts';

const compress = promisify(gzip);

interface FileParams {
	file: string;
}
const fileParams = Joi.object<FileParams, true>({file: Joi.string().required()});

export interface OpenApiOptions {
	/** All other routes. */
	routes: readonly Route[];
	operations: Operations;
	webhooks: SentWebhooks;
	version: string;
	basePath: string;
}

/**
 * The document, and a page that shows it without internet access. Both are public: they reveal nothing
 * that the source does not.
 */
export function openapiRoutes({routes, ...options}: OpenApiOptions): Route[] {
	const own = [
		route('GET /api/openapi.json', {access: 'public'}, async ({request, response}) => {
			const {whole, gzipped, etag} = await text();
			const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
			response.set({ETag: etag, 'Cache-Control': 'no-cache'}).vary('Accept-Encoding');
			if (request.fresh) {
				response.status(304).end();
				return null;
			}
			response.status(200).type('application/json');
			response.set(isCompressed ? {'Content-Encoding': 'gzip'} : {}).send(isCompressed ? gzipped : whole);
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
	/** The page reads it for each of its forms, also on a slow phone: 640 KB, or 75 compressed. */
	const text = cached(async () => {
		const whole = Buffer.from(JSON.stringify(await createDocument({...options, routes: [...routes, ...own]})));
		const etag = `W/"${createHash('sha256').update(whole).digest('base64url').slice(0, 22)}"`;
		return {whole, gzipped: await compress(whole), etag};
	});
	return own;
}
