import {Router} from 'express';
import type {ApiDeps} from '#api/deps.ts';
import {arrivedByHttps} from '#api/http/access/arrived-by-https.ts';
import type {CallerLines} from '#api/http/limits/caller-lines.ts';
import {takePlace} from '#api/http/limits/take-place.ts';
import {cached} from '#shared/coordination/cache.ts';
import {type Assets, readAssets} from './assets.ts';
import {makePage, type Page} from './html.ts';

type PageDeps = Pick<ApiDeps, 'http' | 'settings'> & {places: CallerLines};

/**
 * The page for people at the root of the service, and its files below `/ui/`. Its routes are `#/…`, so the server knows
 * only one document, and an unknown path stays a problem in JSON.
 */
export function createPage({http: {basePath}, settings, places}: PageDeps): Router {
	const router = Router({caseSensitive: true});
	const load = cached(() => open(basePath));
	// Express would answer OPTIONS itself, and leave out what other routes of the path have.
	router.use((request, _response, next) => (['GET', 'HEAD'].includes(request.method) ? next() : next('router')));
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
		await takePlace(places, request, response);
		const {html, etag, policy} = (await load()).page;
		const isUpgraded = arrivedByHttps(request, settings);
		const hasForeignImages = settings.get('images.source') === 'provider';
		response.set({ETag: etag, 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy({isUpgraded, hasForeignImages})});
		if (request.fresh) {
			response.status(304).end();
			return;
		}
		response.type('html').send(html);
	});
	router.get('/ui/:version/*name', async (request, response, next) => {
		await takePlace(places, request, response);
		const {assets} = await load();
		const {version, name} = request.params;
		const asset = version === assets.version ? assets.files.get(([] as string[]).concat(name).join('/')) : undefined;
		if (!asset) {
			next();
			return;
		}
		response.set({'Content-Type': asset.type, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding'});
		const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
		response.set(isCompressed ? {'Content-Encoding': 'gzip'} : {}).send(isCompressed ? asset.gzipped : asset.bytes);
	});
	return router;
}

async function open(basePath: string): Promise<{assets: Assets; page: Page}> {
	const assets = await readAssets();
	return {assets, page: makePage({...assets, basePath})};
}
