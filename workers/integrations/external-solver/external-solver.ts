import {Cancelled, Unavailable} from '#shared/errors.ts';
import type {PageOpener} from '../browser/page-opener.ts';
import {visitFailure} from '../browser/visit-failure.ts';
import type {Http} from '../http/exchange.ts';
import {withoutSecrets} from '../http/without-secrets.ts';
import {buildRequest} from './build-request.ts';
import {parseReply} from './parse-reply.ts';

export interface ExternalSolverDeps {
	http: Http;
	/** The current base address of the service. */
	address(): string;
}

/** Milliseconds. The service ends by itself at the time limit it is given, and has this much longer to report it. */
const graceMs = 1000;
const largestReply = 16 * 1024 * 1024;

/**
 * Opens pages through another FlareSolverr-compatible service. An administrator entered its address, so it may be in
 * the private network.
 */
export function createExternalSolver({http, address}: ExternalSolverDeps): Pick<PageOpener, 'open'> {
	return {
		async open(visit, {timeoutMs, signal}, sight) {
			const url = `${address().replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
			if (sight) {
				sight.hasBegun = true;
			}
			const {upstream} = visit.proxy;
			const sent = {addresses: [url, upstream, visit.url], secrets: [...credentialsOf(upstream), ...visit.cookies.map(({value}) => value)]};
			const ask = async () => {
				const reply = await http({
					url,
					method: 'POST',
					headers: {'content-type': 'application/json'},
					body: JSON.stringify(buildRequest(visit, Math.max(1, Math.floor(timeoutMs - graceMs)))),
					timeoutMs,
					maxBytes: largestReply,
					network: 'any',
					signal,
				});
				return parseReply(reply.body);
			};
			try {
				const page = await withoutSecrets(sent, ask);
				if (sight) {
					sight.kind = page.kind;
				}
				return page;
			} catch (error) {
				throw toOurs(error, url);
			}
		},
	};
}

/** With many providers of proxies, the user name is the key. */
function credentialsOf(proxy: string | null): string[] {
	const url = proxy === null ? null : URL.parse(proxy);
	return url ? [url.username, url.password].map(text => decodeURIComponent(text)) : [];
}

/** An unreachable service is not the fault of the site to be solved. */
function toOurs(error: unknown, url: string): unknown {
	const code = (error as {code?: unknown}).code;
	if (error instanceof Cancelled || code === undefined) {
		return error;
	}
	if (code === 'timed_out') {
		return visitFailure('timed_out', 'The external solver did not answer.');
	}
	const isUnreachable = ['connection_refused', 'name_not_found', 'tls_failed', 'connection_failed'].includes(String(code));
	return isUnreachable
		? new Unavailable('external_solver_away', `The solver at ${new URL(url).origin} cannot be reached. Check captcha.externalUrl.`, {
				cause: error,
			})
		: error;
}
