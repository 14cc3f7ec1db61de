import {text} from 'node:stream/consumers';
import type {Visit} from './site.ts';

/** Every site names this server, before and behind its door. */
const server = 'cloudflare';

export function sendPage({response}: Visit, status: number, html: string, headers: Record<string, string> = {}): void {
	response.writeHead(status, {server, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', ...headers});
	response.end(html);
}

export function sendJson({response}: Visit, status: number, body: unknown, headers: Record<string, string> = {}): void {
	response.writeHead(status, {server, 'content-type': 'application/json', 'cache-control': 'no-store', ...headers});
	response.end(JSON.stringify(body));
}

/** The JSON body, or an empty object if it is not JSON. */
export async function readJson({request}: Visit): Promise<Record<string, unknown>> {
	try {
		const body: unknown = JSON.parse(await text(request));
		return typeof body === 'object' && body !== null ? {...body} : {};
	} catch {
		return {};
	}
}

export function toHtml({title, head = '', body}: {title: string; head?: string; body: string}): string {
	return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body>${body}</body></html>`;
}

/** The page that every site shows behind its door. */
export function insidePage(name: string): string {
	return toHtml({title: `Inside: ${name}`, body: `<h1 id="inside">You are in</h1><p>This is the page of the site ${name}.</p>`});
}
