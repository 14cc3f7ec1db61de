import {setTimeout as wait} from 'node:timers/promises';
import type {Play, SiteOptions} from '../play.ts';
import {insidePage, sendPage, toHtml} from '../reply.ts';

/** No challenge at all. */
export function playPlain({delayMs = 0}: SiteOptions): Play {
	return {
		answer: async visit => {
			await wait(delayMs);
			sendPage(visit, 200, insidePage('plain'));
		},
	};
}

/** Accepts the connection and never answers. */
export function playHangs(): Play {
	return {answer: () => undefined};
}

/** Resets the connection. */
export function playResets(): Play {
	return {
		answer: ({request: {socket}}) => {
			socket.resetAndDestroy();
		},
	};
}

const forPeople = {
	'pictures-a': {title: 'Security check', body: '<form method="POST"><div class="h-captcha" data-sitekey="made-up"></div></form>'},
	'pictures-b': {title: 'Are you a robot?', body: '<form method="POST"><div class="g-recaptcha" data-sitekey="made-up"></div></form>'},
	'edge-captcha': {
		title: 'Attention Required! | Cloudflare',
		body: `<div id="cf-wrapper"><h1>One more step</h1><div class="cf-captcha-container"><form id="challenge-form" method="POST">
<div class="h-captcha" data-sitekey="made-up"></div></form></div></div>`,
	},
	blocked: {
		title: 'Access denied | 127.0.0.1 used Cloudflare to restrict access',
		body: `<div id="cf-wrapper"><div id="cf-error-details"><h1><span>Error</span> <span class="code-label">1020</span></h1>
<h2>Access denied</h2></div></div>`,
	},
};

/** Pages that our browser cannot pass. */
export function playForPeople(kind: keyof typeof forPeople): () => Play {
	return () => ({answer: visit => sendPage(visit, 403, toHtml(forPeople[kind]))});
}
