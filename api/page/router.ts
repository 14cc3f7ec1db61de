import {type Request, type Response, Router} from 'express';
import {type Assets, readAssets} from './assets.ts';
import {makePage, type Page} from './html.ts';

/**
 * The page for people at the root of the service, and its files below `/ui/`. Its routes are `#/…`, so the server knows
 * only one document, and an unknown path stays a problem in JSON.
 */
export function createPage(basePath: string): Router {
	const router = Router({caseSensitive: true});
	let loaded: Promise<{assets: Assets; page: Page}> | null = null;
	const load = () => {
		loaded ??= open(basePath).catch(error => {
			loaded = null;
			throw error;
		});
		return loaded;
	};
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
		sendPage((await load()).page, request, response);
	});
	router.get('/ui/:version/*name', async (request, response, next) => {
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
	return {assets, page: makePage({...assets, basePath, imageOrigins: []})};
}

function sendPage({html, etag, policy}: Page, request: Request, response: Response): void {
	response.set({ETag: etag, 'Cache-Control': 'no-cache', 'Content-Security-Policy': withUpgrade(policy, response)});
	if (request.fresh) {
		response.status(304).end();
		return;
	}
	response.type('html').send(html);
}

/** Keeps what the headers of every reply say about browsers that came by https. */
function withUpgrade(policy: string, response: Response): string {
	const isUpgraded = String(response.get('Content-Security-Policy')).includes('upgrade-insecure-requests');
	return isUpgraded ? `${policy}; upgrade-insecure-requests` : policy;
}
