import {setTimeout as wait} from 'node:timers/promises';
import {detectChallenge} from '#shared/captcha/detect-challenge.ts';
import type {Detection} from '#shared/domain/captcha/challenge.ts';
import {unlockPath} from '#test/challenge-sites/behind-door.ts';
import {solveTask} from '#test/challenge-sites/door.ts';

export const userAgent = 'Visitor/1.0';

export interface Seen {
	status: number;
	detection: Detection;
	html: string;
	location: string | null;
}

export async function visit(address: string, headers: Record<string, string> = {}): Promise<Seen> {
	const reply = await fetch(address, {headers: {'user-agent': userAgent, ...headers}, redirect: 'manual'});
	const html = await reply.text();
	const page = {status: reply.status, headers: Object.fromEntries(reply.headers), html};
	return {status: reply.status, detection: detectChallenge(page), html, location: reply.headers.get('location')};
}

/** Does what the page's script would do; the `cookie` header when the site was content, otherwise null. */
export async function solve(origin: string, html: string, {workMs = 0, extra = {}} = {}): Promise<string | null> {
	const task = /const task = "([^"]+)"/.exec(html)?.[1] ?? '';
	await wait(workMs);
	const reply = await fetch(origin + unlockPath, {
		method: 'POST',
		headers: {'user-agent': userAgent, 'content-type': 'application/json'},
		body: JSON.stringify({task, nonce: solveTask(task), ...extra}),
	});
	return reply.headers.getSetCookie()[0]?.split(';')[0] ?? null;
}
