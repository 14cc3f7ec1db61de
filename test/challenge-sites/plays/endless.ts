import {behindDoor} from '../behind-door.ts';
import type {Play} from '../play.ts';
import {sendJson, sendPage} from '../reply.ts';
import type {Visit} from '../site.ts';
import {waitingPage} from '../waiting-page.ts';

/** No work is ever enough. */
const never = Number.POSITIVE_INFINITY;

/** Asks every second whether it may continue, and is always refused. */
export function playNever(): Play {
	return endless('never', `setInterval(() => fetch('/cdn-cgi/poll'), 1000);`);
}

/** Keeps the browser busy without a pause. */
export function playBusy(): Play {
	return endless('busy', `setTimeout(() => { for (;;) hash(task); }, 50);`);
}

/** Keeps loading data and discarding it. */
export function playHugeChallenge(): Play {
	const script = `(async () => { for (;;) await (await fetch('/cdn-cgi/more')).text(); })();`;
	const more = 'x'.repeat(1024 * 1024);
	return endless('huge-challenge', script, visit => {
		visit.response.writeHead(200, {'content-type': 'text/plain', 'cache-control': 'no-store'}).end(more);
	});
}

function endless(name: string, script: string, aside: (visit: Visit) => void = visit => sendJson(visit, 200, {wait: true})): Play {
	const challenge = (visit: Visit, task: string) => {
		if (visit.url.pathname.startsWith('/cdn-cgi/')) {
			aside(visit);
			return;
		}
		sendPage(visit, 503, waitingPage({task, script}));
	};
	return {answer: behindDoor({name, workMs: never, challenge})};
}
