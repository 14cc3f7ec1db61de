import type {ExecutionContext} from 'ava';
import {type Reply, serveReplies} from '../serve-replies.ts';

export interface FakeFlaresolverr {
	url: string;
	/** The bodies of requests to `/v1`. */
	asked: Record<string, unknown>[];
	/** Replaces the solved challenge if it returns something. */
	answer: (body: Record<string, unknown>) => Reply | Promise<Reply> | null;
}

export const solvedCookie = {
	name: 'cf_clearance',
	value: 'cookie-value',
	domain: '.site.example',
	path: '/',
	expiry: 4_000_000_000,
	httpOnly: true,
	secure: true,
	sameSite: 'None',
};

/** A FlareSolverr on the loopback address that solves every challenge at once. */
export async function fakeFlaresolverr(t: ExecutionContext): Promise<FakeFlaresolverr> {
	const fake: FakeFlaresolverr = {url: '', asked: [], answer: () => null};
	fake.url = await serveReplies(t, async ({path, method, body}) => {
		if (path !== '/v1' || method !== 'POST') {
			return {status: 404, json: {error: 'Not found'}};
		}
		const asked = JSON.parse(body.toString()) as Record<string, unknown>;
		fake.asked.push(asked);
		return (await fake.answer(asked)) ?? {json: solvedReply(String(asked['url']))};
	});
	return fake;
}

export function solvedReply(url: string, {message = 'Challenge solved!', response = '<html><body>Inside</body></html>'} = {}): object {
	return {
		status: 'ok',
		message,
		solution: {url, status: 200, cookies: [solvedCookie], userAgent: 'Mozilla/5.0 Solver', headers: {}, response},
		startTimestamp: 1,
		endTimestamp: 2,
		version: '3.3.21',
	};
}

export function failedReply(message: string): Reply {
	return {status: 500, json: {status: 'error', message, startTimestamp: 1, endTimestamp: 2, version: '3.3.21'}};
}
