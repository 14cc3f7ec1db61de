import {createHash} from 'node:crypto';
import {type Assets, packages, styles} from './assets.ts';

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

/** Views are loaded when they are opened, except for the first one; everything else is needed at once. */
const isNeededAtOnce = (name: string) =>
	/^(?:main\.js$|vendor\/|app\/|client\/|state\/|parts\/|library\/|steps\/)/.test(name) && /\.m?js$/.test(name);

/** The document of the page. All addresses are relative to its base, so it works below any path. */
export function makePage({version, files, basePath}: PageOptions): Page {
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
<link rel="icon" type="image/svg+xml" href="${at('icon.svg')}">
<link rel="stylesheet" href="${at(styles)}">
<script type="importmap">${importMap}</script>
${names
	.filter(isNeededAtOnce)
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
	return {html, etag: `"${digest(html, 'base64url').slice(0, 22)}"`, policy: policyOf(importMap)};
}

function policyOf(importMap: string): (origins: PolicyOptions) => string {
	const scripts = `script-src 'self' 'sha256-${digest(importMap, 'base64')}'`;
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
