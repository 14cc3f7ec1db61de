import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gzip} from 'node:zlib';
import Joi from 'joi';
import type {Operations} from '#api/http/operation.ts';
import {type Route, route} from '#api/http/route.ts';
import {cached} from '#shared/coordination/cache.ts';
import {NotFound} from '#shared/errors.ts';
import {createDocument} from './document.ts';
import type {SentWebhooks} from './operation-parts.ts';

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

interface PageFile {
	type: string;
	address: string;
}

const files: Readonly<Record<string, PageFile>> = {
	'swagger-ui.css': {type: 'css', address: import.meta.resolve('swagger-ui-dist/swagger-ui.css')},
	'swagger-ui-bundle.js': {type: 'js', address: import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')},
	'favicon-32x32.png': {type: 'png', address: import.meta.resolve('swagger-ui-dist/favicon-32x32.png')},
};

/** A swagger-ui file that the page needs; null for any other name. */
function swaggerFile(name: string): {path: string; type: string} | null {
	const file = Object.hasOwn(files, name) ? files[name] : undefined;
	return file ? {path: fileURLToPath(file.address), type: file.type} : null;
}

/** The page contains no inline script, because the content security policy forbids it. */
function pageOf(basePath: string): string {
	return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kinoteka API</title>
<link rel="stylesheet" href="${basePath}/api/docs/swagger-ui.css">
<link rel="icon" href="${basePath}/api/docs/favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="${basePath}/api/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/api/docs/initializer.js"></script>
</body>
</html>
`;
}

/** Turns the validator off, because it would send the document's address to a public site. */
function initializer(basePath: string): string {
	const options = {
		url: `${basePath}/api/openapi.json`,
		dom_id: '#reference',
		validatorUrl: null,
		deepLinking: true,
		docExpansion: 'none',
		displayRequestDuration: true,
	};
	return `SwaggerUIBundle(${JSON.stringify(options)});\n`;
}

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
