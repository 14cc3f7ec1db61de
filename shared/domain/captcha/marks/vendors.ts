import type {HeaderMark, Mark} from './mark.ts';

export const vendorHeaders: readonly HeaderMark[] = [
	{name: 'x-amzn-waf-action', value: 'challenge', finding: 'edge_challenge'},
	{name: 'x-amzn-waf-action', value: 'captcha', finding: 'edge_captcha'},
	{name: 'x-vercel-mitigated', value: 'challenge', finding: 'edge_challenge'},
	{name: 'x-vercel-mitigated', value: 'deny', finding: 'blocked'},
	{name: 'sg-captcha', value: 'challenge', finding: 'edge_challenge'},
];

/** The other edge providers, and guards that sites host themselves. */
export const vendorMarks: readonly Mark[] = [
	// Sucuri
	{finding: 'edge_challenge', all: {script: ['sucuri_cloudproxy_js']}},
	// Imperva: as a script, this address only measures on ordinary pages; as the only frame, it is the challenge.
	{finding: 'edge_challenge', all: {id: ['main-iframe'], source: ['/_incapsula_resource?']}},
	{finding: 'edge_challenge', all: {source: ['/_incapsula_resource?']}, refusedOnly: true},
	// AWS WAF
	{finding: 'edge_captcha', all: {script: ['gokuprops'], source: ['/captcha.js']}},
	{finding: 'edge_challenge', all: {script: ['gokuprops'], source: ['/challenge.js']}},
	// Akamai
	{finding: 'edge_challenge', all: {script: ['/_sec/verify?provider=interstitial']}},
	{finding: 'edge_challenge', all: {refresh: ['bm-verify=']}},
	// Vercel
	{finding: 'edge_challenge', all: {title: ['vercel security checkpoint']}},
	{finding: 'edge_challenge', all: {source: ['/.well-known/vercel/security/static/challenge.']}},
	// SiteGround
	{finding: 'edge_challenge', all: {refresh: ['/.well-known/sgcaptcha/']}},
	// Anubis and go-away, which imitates it
	{finding: 'edge_challenge', all: {id: ['anubis_challenge']}},
	{finding: 'edge_challenge', all: {title: ["making sure you're not a bot!"]}},
	{finding: 'edge_challenge', all: {source: ['/.within.website/x/cmd/anubis/']}},
	{finding: 'edge_challenge', all: {source: ['/.well-known/.git.gammaspectra.live/git/go-away/']}},
	// DataDome: `c` shows a picture, `i` only inspects the browser.
	{finding: 'edge_captcha', all: {source: ['ct.captcha-delivery.com/c.js', 'geo.captcha-delivery.com/captcha/']}},
	{finding: 'edge_challenge', all: {source: ['ct.captcha-delivery.com/i.js', 'geo.captcha-delivery.com/interstitial/']}},
	// HUMAN, formerly PerimeterX: press and hold
	{finding: 'edge_captcha', all: {id: ['px-captcha']}},
];
