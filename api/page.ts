import {createHash} from 'node:crypto';
import {readdir, readFile} from 'node:fs/promises';
import {extname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {gunzip, gzip} from 'node:zlib';
import {Router} from 'express';
import type {ApiDeps} from '#api/deps.ts';
import {arrivedByHttps} from '#api/http/access/access.ts';
import type {RequestSlots} from '#api/http/request-slots.ts';
import {cached} from '#shared/coordination/cache.ts';
import {withinLimit} from '#shared/coordination/wait.ts';

type PageDeps = Pick<ApiDeps, 'http' | 'now' | 'pageFiles' | 'settings'> & {slots: RequestSlots};

/**
 * The page for people at the root of the service, and its files below `/ui/`. Its routes are `#/…`, so the server knows
 * only one document, and an unknown path stays a problem in JSON.
 */
export function createPage({http: {basePath}, settings, slots, pageFiles, now}: PageDeps): Router {
	const router = Router({caseSensitive: true});
	const load = cached(async () => {
		const opened = await open(basePath);
		const {version, files} = opened.assets;
		const all = [...files].map(([path, {type, gzipped}]) => ({path, type, gzipped}));
		// Without the database the page says what is wrong; then only APIs of this version have its files.
		await withinLimit(
			pageFiles.keep(version, all, now()).catch(() => {}),
			keepMs,
			undefined,
		);
		return opened;
	});
	// Express would answer OPTIONS itself, and leave out what other routes of the path have.
	router.all(['/', '/ui/:version/*name'], (request, _response, next) =>
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
		const {html, gzipped, etag, policy} = (await load()).page;
		const isUpgraded = arrivedByHttps(request, settings);
		const hasForeignImages = settings.get('images.source') === 'provider';
		response.set({ETag: etag, 'Cache-Control': 'no-cache', 'Content-Security-Policy': policy({isUpgraded, hasForeignImages})});
		if (request.fresh) {
			response.status(304).end();
			return;
		}
		response.vary('Accept-Encoding').type('html');
		const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
		response.set(isCompressed ? {'Content-Encoding': 'gzip'} : {}).send(isCompressed ? gzipped : html);
	});
	router.get('/ui/:version/*name', async (request, response, next) => {
		await slots.take(request, response);
		const {assets} = await load();
		const {version, name} = request.params;
		const path = ([] as string[]).concat(name).join('/');
		const asset = version === assets.version ? assets.files.get(path) : await findKept(version, path, pageFiles);
		if (!asset) {
			next();
			return;
		}
		if (/^(?!worker\/).*\.(?:m?js|css)$/.test(path)) {
			for (const header of ofDocuments) {
				response.removeHeader(header);
			}
		}
		response.set({'Content-Type': asset.type, 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding'});
		const isCompressed = request.acceptsEncodings('gzip') === 'gzip';
		response.set(isCompressed ? {'Content-Encoding': 'gzip'} : {}).send(isCompressed ? asset.gzipped : asset.bytes);
	});
	return router;
}

/** Milliseconds that the first page waits until its files are stored for others. */
const keepMs = 2000;

/** A file of the page of another version, which an API beside this one has sent. */
async function findKept(version: string, path: string, pageFiles: PageDeps['pageFiles']): Promise<Asset | undefined> {
	const found = /^[\da-f]{12}$/.test(version) ? await pageFiles.find(version, path).catch(() => null) : null;
	return found ? {...found, bytes: await unpack(found.gzipped)} : undefined;
}

/**
 * Headers that browsers obey for documents and workers only. There are hundreds of modules, which they would make half
 * as large again.
 */
const ofDocuments = [
	'Content-Security-Policy',
	'Cross-Origin-Opener-Policy',
	'Origin-Agent-Cluster',
	'Referrer-Policy',
	'X-DNS-Prefetch-Control',
	'X-Download-Options',
	'X-Frame-Options',
	'X-Permitted-Cross-Domain-Policies',
	'X-XSS-Protection',
];

async function open(basePath: string): Promise<{assets: Assets; page: Page & {gzipped: Buffer}}> {
	const assets = await readAssets();
	const page = makePage({...assets, basePath});
	return {assets, page: {...page, gzipped: await compress(page.html)}};
}

export interface Page {
	html: string;
	etag: string;
	/** What the page may load, and from where. */
	policy: (options: PolicyOptions) => string;
}

interface PolicyOptions {
	/** Browsers that came by https stay there. */
	isUpgraded: boolean;
	/** Posters come from the metadata provider. */
	hasForeignImages: boolean;
}

export interface PageOptions extends Pick<Assets, 'version' | 'files'> {
	basePath: string;
}

/** Loaded for the login and the first view; the other views are loaded when they are opened. */
const atOnce = [/^(?:main\.js$|vendor\/|app\/|client\/|state\/|parts\/).*js$/, /^(?:library|steps)\/.*js$/];

/** Chosen colors are there from the beginning. `theme.js` and `formats.js` of `api/ui/state/` store the choices. */
const themeScript =
	"try{const{dataset:d,style:s}=document.documentElement,l=localStorage;d.states=l.getItem('kinoteka.format.states')??'';" +
	"s.colorScheme=l.getItem('kinoteka.theme').replace('system','')}catch{}";

/** The document of the page. All addresses are relative to its base, so it works below any path. */
function makePage({version, files, basePath}: PageOptions): Page {
	const at = (name: string) => `ui/${version}/${name}`;
	const importMap = JSON.stringify({
		imports: Object.fromEntries(Object.entries(packages).map(([name, file]) => [name, `./${at(file)}`])),
	});
	const names = [...files.keys()];
	const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<base href="${basePath}/">
<title>Kinoteka</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<script>${themeScript}</script>
<link rel="icon" type="image/svg+xml" href="${at('icon.svg')}">
<link rel="apple-touch-icon" href="${at('icon-192.png')}">
<link rel="manifest" href="${at('app.webmanifest')}">
<link rel="stylesheet" href="${at(styles)}">
<script type="importmap">${importMap}</script>
${atOnce
	.flatMap(pattern => names.filter(name => pattern.test(name)))
	.map(name => `<link rel="modulepreload" href="${at(name)}">`)
	.join('\n')}
<script type="module" src="${at('main.js')}"></script>
</head>
<body>
<div id="app"><p class="starting">Kinoteka is loading …</p></div>
<noscript>Kinoteka needs JavaScript. The API is documented at <a href="api/docs">api/docs</a>.</noscript>
</body>
</html>
`;
	return {html, etag: `"${digest(html, 'base64url').slice(0, 22)}"`, policy: policyOf([themeScript, importMap])};
}

function policyOf(inline: readonly string[]): (origins: PolicyOptions) => string {
	const scripts = ['script-src', "'self'", ...inline.map(script => `'sha256-${digest(script, 'base64')}'`)].join(' ');
	return ({isUpgraded, hasForeignImages}) =>
		[
			"default-src 'self'",
			scripts,
			"style-src 'self'",
			`img-src 'self' data:${hasForeignImages ? ' https:' : ''}`,
			"base-uri 'self'",
			"form-action 'self'",
			"frame-ancestors 'self'",
			"object-src 'none'",
			...(isUpgraded ? ['upgrade-insecure-requests'] : []),
		].join('; ');
}

function digest(text: string, encoding: 'base64' | 'base64url'): string {
	return createHash('sha256').update(text).digest(encoding);
}

export interface Asset {
	type: string;
	bytes: Buffer;
	/** The same, compressed. */
	gzipped: Buffer;
}

export interface Assets {
	/** Changes with the contents, and is part of every address, so browsers may keep the files for ever. */
	version: string;
	/** By their paths below the version. */
	files: ReadonlyMap<string, Asset>;
}

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.webmanifest': 'application/manifest+json',
	'.txt': 'text/plain; charset=utf-8',
};

/** The licences of everything that is delivered with the service. */
const notices = fileURLToPath(new URL('../THIRD-PARTY-NOTICES.txt', import.meta.url));

/** The modules that are imported by a bare name, and the file of each package. */
const packages: Readonly<Record<string, string>> = {
	preact: 'vendor/preact.mjs',
	'preact/hooks': 'vendor/preact-hooks.mjs',
	htm: 'vendor/htm.mjs',
};

/** All style sheets, in the order of their names: a request for each would take seconds on a slow phone. */
const styles = 'styles.css';

const browserModule: Readonly<Record<string, string>> = {
	preact: import.meta.resolve('preact'),
	'preact/hooks': import.meta.resolve('preact/hooks'),
	htm: new URL('htm.mjs', import.meta.resolve('htm')).href,
};

const compress = promisify(gzip);
const unpack = promisify(gunzip);
const folder = fileURLToPath(new URL('./ui', import.meta.url));

/** Reads the whole page into memory: it has a few hundred kilobytes. */
async function readAssets(): Promise<Assets> {
	const own = (await readdir(folder, {recursive: true, withFileTypes: true}))
		.filter(entry => entry.isFile() && types[extname(entry.name)])
		.map(entry => join(entry.parentPath, entry.name))
		.map(path => ({name: relative(folder, path).replaceAll('\\', '/'), path}));
	const foreign = Object.entries(packages).map(([name, file]) => ({name: file, path: fileURLToPath(browserModule[name] ?? '')}));
	const files = new Map<string, Asset>();
	const hash = createHash('sha256');
	const sheets: Buffer[] = [];
	const add = async (name: string, bytes: Buffer) => {
		hash.update(`${name}\0${bytes.length}\0`).update(bytes);
		files.set(name, {type: types[extname(name)] ?? '', bytes, gzipped: await compress(bytes)});
	};
	for (const {name, path} of [...own, ...foreign, {name: 'third-party-notices.txt', path: notices}].sort((a, b) =>
		a.name < b.name ? -1 : 1,
	)) {
		const bytes = await readFile(path);
		await (extname(name) === '.css' ? sheets.push(bytes) : add(name, bytes));
	}
	await add(styles, Buffer.concat(sheets));
	return {version: hash.digest('hex').slice(0, 12), files};
}
