import {createHash} from 'node:crypto';

export interface PageDocument {
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

/** Chosen colors are there from the beginning. `theme.js` and `formats.js` of `api/ui/state/` store the choices. */
const themeScript =
	"try{const{dataset:d,style:s}=document.documentElement,l=localStorage;d.states=l.getItem('kinoteka.format.states')??'';" +
	"s.colorScheme=l.getItem('kinoteka.theme').replace('system','')}catch{}";

/** The document of the page. All addresses are relative to its base, so it works below any path. */
export function makeDocument({version, basePath}: {version: string; basePath: string}): PageDocument {
	const at = (name: string) => `ui/${version}/${name}`;
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
<link rel="stylesheet" href="${at('styles.css')}">
<script type="module" src="${at('main.js')}"></script>
</head>
<body>
<div id="app"><p class="starting">Kinoteka is loading …</p></div>
<noscript>Kinoteka needs JavaScript. The API is documented at <a href="api/docs">api/docs</a>.</noscript>
</body>
</html>
`;
	return {html, etag: `"${digest(html, 'base64url').slice(0, 22)}"`, policy};
}

const scripts = `script-src 'self' 'sha256-${digest(themeScript, 'base64')}'`;

function policy({isUpgraded, hasForeignImages}: PolicyOptions): string {
	return [
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
