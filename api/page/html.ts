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

/** What the login needs, then the first view; the others are loaded when they are opened. */
const atOnce = [/^(?:main\.js$|vendor\/|app\/|client\/|state\/|parts\/).*js$/, /^(?:library|steps)\/.*js$/];

/** Dark colors that a person has chosen begin with no white page. `api/ui/state/theme.js` stores the choice. */
const themeScript = "try{document.documentElement.style.colorScheme=localStorage.getItem('kinoteka.theme').replace('system','')}catch{}";

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
<script>${themeScript}</script>
<link rel="icon" type="image/svg+xml" href="${at('icon.svg')}">
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
