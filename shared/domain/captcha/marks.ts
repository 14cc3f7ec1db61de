import type {ChallengeKind, SeenPage} from './challenge.ts';
import type {PageMarks} from './page-marks.ts';

/**
 * One row of the tables. Every entry of `all` must match, and an entry matches when any of its values does. All values
 * are in lower case. Titles, ids, classes and fields must be equal; the others are searched as substrings.
 */
export interface Mark {
	finding: Exclude<ChallengeKind, 'none'> | 'blocked';
	all: Conditions;
	/** Too common to prove anything unless the reply has an error status. */
	refusedOnly?: true;
}

interface Conditions {
	title?: readonly string[];
	titleStart?: readonly string[];
	id?: readonly string[];
	class?: readonly string[];
	source?: readonly string[];
	field?: readonly string[];
	refresh?: readonly string[];
	script?: readonly string[];
	text?: readonly string[];
	textStart?: readonly string[];
	/** Value of the `server` header. */
	server?: readonly string[];
	/** Value of the `vary` header. */
	vary?: readonly string[];
}

/** A reply header that identifies the challenge by itself, whatever the page says. */
interface HeaderMark {
	finding: Mark['finding'];
	name: string;
	value: string;
}

export const edgeHeaders: readonly HeaderMark[] = [{name: 'cf-mitigated', value: 'challenge', finding: 'edge_challenge'}];

const guards = ['cloudflare', 'cloudflare-nginx', 'ddos-guard'];
const waitingWords = ['checking your browser before accessing', 'checking if the site connection is secure'];

/** Cloudflare and DDoS-Guard, which protect most indexers. */
export const edgeMarks: readonly Mark[] = [
	{finding: 'edge_widget', all: {id: ['turnstile-wrapper', 'cf-turnstile']}},
	{finding: 'edge_widget', all: {class: ['cf-turnstile']}},
	{finding: 'edge_widget', all: {field: ['cf-turnstile-response']}},
	{finding: 'edge_widget', all: {source: ['//challenges.cloudflare.com/cdn-cgi/challenge-platform/']}},
	{finding: 'edge_captcha', all: {id: ['cf-captcha-container', 'cf-hcaptcha-container', 'cf-recaptcha-container']}},
	{finding: 'edge_captcha', all: {class: ['cf-captcha-container']}},
	{finding: 'edge_captcha', all: {id: ['challenge-form'], class: ['h-captcha', 'g-recaptcha']}},
	{
		finding: 'edge_captcha',
		all: {title: ['attention required! | cloudflare', 'please wait... | cloudflare'], class: ['h-captcha', 'g-recaptcha']},
	},
	{finding: 'edge_challenge', all: {title: ['just a moment...', '请稍候...', 'please wait... | cloudflare']}},
	// Works also when the title is in the visitor's language.
	{finding: 'edge_challenge', all: {script: ['_cf_chl_opt=', '_cf_chl_opt =']}},
	{
		finding: 'edge_challenge',
		all: {source: ['/orchestrate/chl_page/', '/orchestrate/jsch/', '/orchestrate/managed/', '/orchestrate/captcha/']},
	},
	{
		finding: 'edge_challenge',
		all: {
			id: ['cf-challenge-running', 'cf-please-wait', 'challenge-spinner', 'trk_jschal_js', 'cf-norobot-container', 'cf-challenge-stage'],
		},
	},
	{finding: 'edge_challenge', all: {class: ['cf-browser-verification', 'cf-im-under-attack']}},
	{finding: 'edge_challenge', all: {titleStart: ['checking your browser']}},
	// Only at the very beginning; further down, a page may be quoting it.
	{finding: 'edge_challenge', all: {textStart: waitingWords}, refusedOnly: true},
	{finding: 'edge_challenge', all: {text: waitingWords, server: guards}, refusedOnly: true},
	// Ordinary pages may use these names for a spinner, so they count only from these servers.
	{finding: 'edge_challenge', all: {class: ['lds-ring', 'ray_id', 'attack-box'], server: guards}, refusedOnly: true},
	{finding: 'edge_challenge', all: {id: ['js_info'], server: guards}, refusedOnly: true},
	{finding: 'edge_captcha', all: {source: ['/.well-known/ddos-guard/ddg-captcha-page/']}},
	{finding: 'edge_challenge', all: {title: ['ddos-guard']}},
	{finding: 'edge_challenge', all: {source: ['/.well-known/ddos-guard/js-challenge/']}},
	// An older guard without a name of its own.
	{finding: 'edge_challenge', all: {vary: ['accept-encoding,user-agent'], text: ['ddos']}},
];

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

/** hCaptcha and reCAPTCHA embedded by the site itself. The scripts alone prove nothing: they also run invisibly. */
export const captchaMarks: readonly Mark[] = [
	{finding: 'captcha_a', all: {class: ['h-captcha']}},
	{finding: 'captcha_a', all: {field: ['h-captcha-response']}},
	{finding: 'captcha_a', all: {source: ['hcaptcha.com/captcha/v1/']}},
	{finding: 'captcha_b', all: {class: ['g-recaptcha']}},
	{finding: 'captcha_b', all: {source: ['/recaptcha/api2/anchor', '/recaptcha/enterprise/anchor', '/recaptcha/api/fallback']}},
];

/** Parts of titles that only verification pages have. */
export const tellingTitles = [
	'just a moment',
	'attention required',
	'security check',
	'captcha',
	'are you human',
	'are you a human',
	'are you a robot',
	'not a robot',
	'verify you are human',
	'human verification',
	'checking your browser',
];

/** Blocks that look like a captcha. After the verdict `bv` DataDome still shows its picture, but no answer helps. */
export const finalBlockMarks: readonly Mark[] = [{finding: 'blocked', all: {script: ["'t':'bv'"], source: ['captcha-delivery.com/']}}];

/** Pages that block us. */
export const blockMarks: readonly Mark[] = [
	{finding: 'blocked', all: {titleStart: ['access denied', 'attention required! | cloudflare', 'sucuri website firewall - access denied']}},
	{finding: 'blocked', all: {id: ['cf-error-details'], class: ['cf-error-overview']}, refusedOnly: true},
	{finding: 'blocked', all: {class: ['cf-error-title']}, refusedOnly: true},
];

/** Cloudflare's error numbers for a blocked visitor. Its other numbers report server errors. */
export const blockCodes: ReadonlySet<number> = new Set([1005, 1006, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1015, 1020]);

/** Element ids of Cloudflare's error pages, old and new. */
export const edgeErrorIds = ['cf-error-details', 'cf-wrapper'];
export const edgeErrorClasses = ['cf-error-title', 'cf-error-details', 'cf-code-label', 'cf-error-code', 'cf-error-overview'];

export interface ReadPage extends Pick<SeenPage, 'status' | 'headers'> {
	marks: PageMarks;
}

type Held = {[Name in keyof Conditions]-?: (value: string, page: ReadPage) => boolean};

const held: Held = {
	title: (value, {marks}) => marks.title === value,
	titleStart: (value, {marks}) => marks.title.startsWith(value),
	id: (value, {marks}) => marks.ids.has(value),
	class: (value, {marks}) => marks.classes.has(value),
	source: (value, {marks}) => some(marks.sources, value),
	field: (value, {marks}) => marks.fields.has(value),
	refresh: (value, {marks}) => some(marks.refreshes, value),
	script: (value, {marks}) => marks.script.includes(value),
	text: (value, {marks}) => marks.text.includes(value) || marks.title.includes(value),
	textStart: (value, {marks}) => marks.text.startsWith(value),
	server: (value, {headers}) => headers['server']?.trim().toLowerCase() === value,
	vary: (value, {headers}) => headers['vary']?.toLowerCase().replaceAll(' ', '') === value,
};

export function hasMark(page: ReadPage, {all, refusedOnly}: Mark): boolean {
	if (refusedOnly && !isRefusal(page.status)) {
		return false;
	}
	const names = Object.keys(all) as (keyof Conditions)[];
	return names.every(name => all[name]?.some(value => held[name](value, page)));
}

export function isRefusal(status: number): boolean {
	return [401, 403, 405, 429, 503].includes(status);
}

function some(texts: ReadonlySet<string>, part: string): boolean {
	return texts.values().some(text => text.includes(part));
}
