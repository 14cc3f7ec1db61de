import {sendPage} from '../../challenge-sites/reply.ts';
import {openSite, type Site, type Visit} from '../../challenge-sites/site.ts';
import {callingLures} from './calling-lures.ts';
import {type LureOf, leadingLures, loadingLures, lurePage} from './lures.ts';
import {type Spelling, trapHost} from './spellings.ts';

const lures: Record<string, LureOf> = {...leadingLures, ...loadingLures, ...callingLures};
export const lureNames = Object.keys(lures);
/** Lures that may share one page. */
export const stayingLureNames = Object.keys({...loadingLures, ...callingLures});

export interface Lures extends Site {
	/** The page that uses this one lure to reach the trap under this spelling. */
	addressOf(lure: string, spelling: Spelling): string;
	/** One page with every lure that does not navigate away. */
	allAt(spelling: Spelling): string;
}

/** A site whose pages try to make their visitor reach the trap, each in its own way. */
export async function serveLures(trapPort: number): Promise<Lures> {
	const site = await openSite(answerLure);
	const address = (path: string, spelling: Spelling) => `${site.origin}${path}?host=${encodeURIComponent(trapHost(spelling, trapPort))}`;
	return {
		...site,
		addressOf: (lure, spelling) => address(`/lure/${lure}`, spelling),
		allAt: spelling => address('/all', spelling),
	};
}

function answerLure(visit: Visit): void {
	const {pathname, searchParams} = visit.url;
	const host = searchParams.get('host') ?? '';
	const name = pathname.replace('/lure/', '');
	const lureOf = lures[name];
	if (lureOf) {
		const lure = lureOf(host, name);
		sendPage(visit, lure.status ?? 200, lurePage(name, lure), inBytes(lure.headers));
		return;
	}
	if (pathname === '/all') {
		sendPage(visit, 200, allPage(host));
		return;
	}
	answerHelper(visit);
}

function allPage(host: string): string {
	const parts = stayingLureNames.map(name => lures[name]?.(host, name) ?? {});
	const html = parts.map(part => part.html ?? '').join('\n');
	// A lure that throws must not stop the others.
	const script = parts.map(part => (part.script ? `try ${part.script} catch {}` : '')).join('\n');
	return lurePage('all', {html, script});
}

/** Additional resources that some lures need on their own site. */
function answerHelper(visit: Visit): void {
	const to = visit.url.searchParams.get('to') ?? '/';
	if (visit.url.pathname === '/redirect') {
		visit.response.writeHead(302, inBytes({location: to})).end();
		return;
	}
	if (visit.url.pathname === '/service-worker.js') {
		const code = `self.addEventListener('install', event => event.waitUntil(fetch(${JSON.stringify(to)}, {mode: 'no-cors'}).catch(() => {})));`;
		visit.response.writeHead(200, {'content-type': 'text/javascript'}).end(code);
		return;
	}
	visit.response.writeHead(404).end();
}

/** Node writes headers as latin1, so text that a browser reads as UTF-8 must be passed as bytes. */
function inBytes(headers: Record<string, string> = {}): Record<string, string> {
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, Buffer.from(value).toString('latin1')]));
}
