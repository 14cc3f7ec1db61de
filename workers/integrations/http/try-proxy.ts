import type {ProxySettings} from '#shared/domain/network/proxy-record.ts';
import {UpstreamFailed} from '#shared/errors.ts';
import type {Http} from './http.ts';
import type {Carrier} from './proxy-agents.ts';
import {asRecord, parseJson, readText} from './read-body.ts';

const timeoutMs = 15_000;
const maxBytes = 2 * 1024 * 1024;
/** What proxies answer instead of the site. */
const ofProxies: readonly number[] = [407, 502, 503, 504];

interface Tried {
	version: string | null;
	details: string[];
}

/**
 * Asks for `target` through a proxy; whatever it answers, it was reached. A solver is asked for its sessions, which
 * opens no page. Throws UpstreamFailed `proxy_failed`, `wrong_protocol` and those of `Http`.
 */
export async function tryProxy(
	settings: ProxySettings,
	{http, target, signal}: {http: Http; target: string; signal: AbortSignal},
): Promise<Tried> {
	if (settings.kind === 'flaresolverr') {
		return trySolver(settings.url, http, signal);
	}
	const proxy: Carrier = {...settings, kind: settings.kind};
	const {host} = new URL(target);
	const begun = performance.now();
	const {status} = await http({url: target, proxy, timeoutMs, maxBytes, network: 'any', signal});
	if (ofProxies.includes(status)) {
		throw new UpstreamFailed('proxy_failed', `The proxy ${settings.name} answers ${status}. Check its address and its login.`);
	}
	return {version: null, details: [`${host} answers ${status} through it after ${Math.round(performance.now() - begun)} ms`]};
}

async function trySolver(address: string, http: Http, signal: AbortSignal): Promise<Tried> {
	const url = `${address.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
	const headers = {'content-type': 'application/json'};
	const {status, body} = await http({
		url,
		method: 'POST',
		headers,
		body: '{"cmd":"sessions.list"}',
		timeoutMs,
		maxBytes,
		network: 'any',
		signal,
	});
	const answer = asRecord(parseJson(body));
	if (status !== 200 || !answer || readText(answer, 'status') !== 'ok') {
		throw new UpstreamFailed('wrong_protocol', 'This is no solver that speaks the protocol of FlareSolverr. Check its address.');
	}
	return {version: readText(answer, 'version'), details: ['It answers and is ready.']};
}
