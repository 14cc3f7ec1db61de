import {extname} from 'node:path';
import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import {type Request, type Response, Router} from 'express';
import type {ApiDeps} from '#api/deps.ts';
import {arrivedByHttps} from '#api/http/access/access.ts';
import type {RequestSlots} from '#api/http/request-slots.ts';
import {cached} from '#shared/coordination/cache.ts';
import {makeDocument} from './document.ts';

type PageDeps = Pick<ApiDeps, 'http' | 'pageFiles' | 'settings'> & {slots: RequestSlots};

const compress = promisify(gzip);
const expand = promisify(gunzip);

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.map': 'application/json; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.webmanifest': 'application/manifest+json',
	'.txt': 'text/plain; charset=utf-8',
	'.md': 'text/markdown; charset=utf-8',
};

/**
 * The page for people at the root of the service, and its files below `/ui/`. Its routes are `#/…`, so the server knows
 * only one document, and an unknown path stays a problem in JSON.
 */
export function createPage({http: {basePath}, pageFiles, settings, slots}: PageDeps): Router {
	const router = Router({caseSensitive: true});
	const load = cached(async () => {
		const document = makeDocument({version: (await pageFiles.current()).version, basePath});
		return {...document, gzipped: await compress(document.html)};
	});
	// Express would answer OPTIONS itself, and leave out what other routes of the path have.
	router.all(['/', '/ui/:version/:name'], (request, _response, next) =>
		['GET', 'HEAD'].includes(request.method) ? next() : next('router'),
	);
	router.get('/', async (request, response, next) => {
		response.vary('Accept');
		if (request.accepts(['json', 'html']) !== 'html') {
			next(); // programs that take us for a FlareSolverr ask here whether it is ready
			return;
		}
		if (!request.originalUrl.split('?')[0]?.endsWith('/')) {
			response.redirect(302, `${basePath}/`);
			return;
		}
		await slots.take(request, response);
		const {gzipped, etag, policy} = await load();
		const isUpgraded = arrivedByHttps(request, settings);
		const hasForeignImages = settings.get('images.source') === 'provider';
		response.set({ETag: etag, 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy({isUpgraded, hasForeignImages})});
		if (request.fresh) {
			response.status(304).end();
			return;
		}
		await sendCompressed(request, response.type('html'), gzipped);
	});
	router.get('/ui/:version/:name', async (request, response, next) => {
		await slots.take(request, response);
		const {version, name} = request.params;
		const bytes = (await pageFiles.of(version))?.get(name);
		if (!bytes) {
			next();
			return;
		}
		response.set({'Content-Type': types[extname(name)] ?? '', 'Cache-Control': 'public, max-age=31536000, immutable'});
		await sendCompressed(request, response, bytes);
	});
	return router;
}

async function sendCompressed(request: Request, response: Response, gzipped: Buffer): Promise<void> {
	response.vary('Accept-Encoding');
	const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
	response.set(isCompressed ? {'Content-Encoding': 'gzip'} : {}).send(isCompressed ? gzipped : await expand(gzipped));
}
