import {behindDoor} from '../behind-door.ts';
import type {Play, SiteOptions} from '../play.ts';
import {sendPage} from '../reply.ts';
import type {Answer, Visit} from '../site.ts';
import {waitingPage} from '../waiting-page.ts';

/** The browser computes for a while, gets its cookie and returns. */
export function playScript({workMs = 5000}: SiteOptions): Play {
	return {answer: scriptDoor('script', workMs)};
}

export function scriptDoor(name: string, workMs: number, inside?: Answer): Answer {
	const challenge = (visit: Visit, task: string) => sendPage(visit, 503, waitingPage({task, script: computing(workMs)}));
	return behindDoor({name, workMs, challenge, ...(inside ? {inside} : {})});
}

export function computing(workMs: number): string {
	return `compute(${workMs}).then(() => unlock()).then(solved => { if (solved) location.reload(); });`;
}

/** Makes the visitor compute, redirects it through another address and sends it back to the first one. */
export function playRedirected({workMs = 300}: SiteOptions): Play {
	const script = `const back = new URLSearchParams(location.search).get('back');
compute(${workMs}).then(() => unlock()).then(solved => { if (solved) location.replace(back.startsWith('/') ? back : '/'); });`;
	const challenge = (visit: Visit, task: string) => {
		if (visit.url.pathname === '/checkpoint') {
			sendPage(visit, 503, waitingPage({task, script}));
			return;
		}
		const back = encodeURIComponent(visit.url.pathname + visit.url.search);
		visit.response.writeHead(302, {server: 'cloudflare', location: `/checkpoint?back=${back}`}).end();
	};
	return {answer: behindDoor({name: 'redirected', workMs, challenge})};
}

/** Reloads itself three times before it lets anyone in. */
export function playThrice({workMs = 300}: SiteOptions): Play {
	const rounds = 3;
	const challenge = (visit: Visit, task: string) => {
		const round = Number(/\bround=(\d)/.exec(visit.request.headers.cookie ?? '')?.[1] ?? 0);
		const again = `compute(${workMs}).then(() => location.reload());`;
		const script = round < rounds ? again : computing(workMs);
		sendPage(visit, 503, waitingPage({task, script}), {'set-cookie': `round=${Math.min(round + 1, rounds)}; Path=/`});
	};
	return {answer: behindDoor({name: 'thrice', workMs, challenge})};
}
