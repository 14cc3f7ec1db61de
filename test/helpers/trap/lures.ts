import {toHtml} from '../../challenge-sites/reply.ts';

/** How the page of a lure uses the address of the trap. */
export interface Lure {
	/** Part of the page's head or body. */
	html?: string;
	script?: string;
	/** Sent instead of a page. */
	status?: number;
	headers?: Record<string, string>;
}

/** `host` is the trap's, with its port. `name` becomes the path, so that the trap's record shows which lure worked. */
export type LureOf = (host: string, name: string) => Lure;

const http = (host: string, name: string) => `http://${host}/${name}`;
const quoted = (host: string, name: string) => JSON.stringify(http(host, name));
const redirect =
	(status: number): LureOf =>
	(host, name) => ({status, headers: {location: http(host, name)}});
const element =
	(before: string, after: string): LureOf =>
	(host, name) => ({html: `${before}${http(host, name)}${after}`});
const script =
	(before: string, after: string): LureOf =>
	(host, name) => ({script: `${before}${quoted(host, name)}${after}`});

/** Lures that navigate the page away; each needs its own page. */
export const leadingLures: Record<string, LureOf> = {
	'redirect-301': redirect(301),
	'redirect-302': redirect(302),
	'redirect-303': redirect(303),
	'redirect-307': redirect(307),
	'redirect-308': redirect(308),
	'refresh-header': (host, name) => ({headers: {refresh: `0; url=${http(host, name)}`}}),
	'meta-refresh': element('<meta http-equiv="refresh" content="0; url=', '">'),
	location: script('location.href = ', ';'),
	'location-replace': script('location.replace(', ');'),
	'form-get': element('<form action="', '"><input name="a" value="b"></form><script>document.forms[0].submit()</script>'),
	'form-post': element('<form method="POST" action="', '"><input name="a" value="b"></form><script>document.forms[0].submit()</script>'),
	'link-click': element('<a href="', '">Go</a><script>document.links[0].click()</script>'),
	'link-download': element('<a download href="', '">Go</a><script>document.links[0].click()</script>'),
};

/** Lures that load something into the page without navigating. */
export const loadingLures: Record<string, LureOf> = {
	iframe: element('<iframe src="', '"></iframe>'),
	'iframe-srcdoc': element('<iframe srcdoc="<img src=\'', '\'>"></iframe>'),
	'iframe-redirect': (host, name) => ({html: `<iframe src="/redirect?to=${encodeURIComponent(http(host, name))}"></iframe>`}),
	image: element('<img src="', '">'),
	'image-set': element('<img srcset="', ' 1x">'),
	'svg-image': element('<svg><image href="', '"/></svg>'),
	video: element('<video autoplay src="', '"></video>'),
	audio: element('<audio preload="auto" src="', '"></audio>'),
	object: element('<object data="', '"></object>'),
	embed: element('<embed src="', '">'),
	script: element('<script src="', '"></script>'),
	module: element('<script type="module">import "', '"</script>'),
	stylesheet: element('<link rel="stylesheet" href="', '">'),
	'css-import': element('<style>@import url("', '");</style>'),
	'css-background': element('<style>body { background: url("', '") }</style>'),
	'css-font': element('<style>@font-face { font-family: lure; src: url("', '") } p { font-family: lure }</style><p>text</p>'),
	icon: element('<link rel="icon" href="', '">'),
	manifest: element('<link rel="manifest" href="', '">'),
	preconnect: element('<link rel="preconnect" href="', '">'),
	'dns-prefetch': element('<link rel="dns-prefetch" href="', '">'),
	prefetch: element('<link rel="prefetch" href="', '">'),
	preload: element('<link rel="preload" as="script" href="', '">'),
	modulepreload: element('<link rel="modulepreload" href="', '">'),
	'link-header': (host, name) => ({headers: {link: `<${http(host, name)}>; rel=preload; as=image, <${http(host, name)}>; rel=preconnect`}}),
	'speculation-rules': element('<script type="speculationrules">{"prerender": [{"urls": ["', '"]}]}</script>'),
	'policy-report': (host, name) => ({
		headers: {'content-security-policy': `img-src 'none'; report-uri ${http(host, name)}`},
		html: '<img src="/missing.png">',
	}),
};

export function lurePage(name: string, {html = '', script: code = ''}: Lure): string {
	return toHtml({title: `Lure: ${name}`, body: `<h1>Lure</h1>${html}${code ? `<script>${code}</script>` : ''}`});
}
