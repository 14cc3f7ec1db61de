import type {HeaderMark, Mark} from './mark.ts';

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
