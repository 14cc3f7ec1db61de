import type {ChallengeKind} from '#shared/domain/captcha/challenge.ts';
import {UpstreamFailed} from '#shared/errors.ts';

/** Why a visit did not reach its page. Callers of the solver see these codes. */
const texts = {
	timed_out: 'The time limit was reached.',
	blocked:
		'The site has blocked this request; its block page offers no browser check. The address of the solver, or of its proxy, is probably banned there.',
	needs_person: 'The site asks for a picture captcha, which only a person can solve.',
	address_refused: 'The address is in a private, loopback or link-local network. Turn on security.allowPrivateNetworks to allow it.',
	name_not_found: 'The DNS server does not know the name of the site (net::ERR_NAME_NOT_RESOLVED). Check its spelling.',
	connection_refused: 'The site refuses the connection (net::ERR_CONNECTION_REFUSED). Check its address and port.',
	connection_failed: 'The site broke the connection.',
	tls_failed: 'The site has no valid TLS certificate, or does not speak TLS on this port.',
	proxy_failed:
		'The proxy of the captcha solver cannot be reached or refuses us (net::ERR_PROXY_CONNECTION_FAILED). Check its address and credentials.',
	too_large: 'The page sent more data than a browser check needs, so it was closed.',
	page_crashed: 'The page crashed its browser.',
	site_failed: 'The site refuses access and shows no browser check that could be passed.',
} as const;
export type VisitFailureCode = keyof typeof texts;

export function visitFailure(code: VisitFailureCode, more = '', cause?: unknown): UpstreamFailed {
	return new UpstreamFailed(code, `${texts[code]}${more && ` ${more}`}`, {cause});
}

/** What we saw last, to explain a timeout. */
export interface LastSight {
	/** The browser is running and the visit has begun. */
	hasBegun: boolean;
	kind: ChallengeKind;
	/** 0 until the site answers. */
	status: number;
	/** The page does not even respond to our checks. */
	hangs: boolean;
}

export function timedOut({hasBegun, kind, status, hangs}: LastSight): UpstreamFailed {
	if (!hasBegun) {
		return visitFailure('timed_out', 'The browser did not start in time.');
	}
	if (status === 0) {
		return visitFailure('timed_out', 'The site did not answer.');
	}
	if (hangs) {
		return visitFailure('timed_out', 'The page kept its browser busy and did not respond.');
	}
	return kind === 'none'
		? visitFailure('timed_out', 'The page did not finish.')
		: visitFailure('timed_out', `The browser check (${kind}) was still there.`);
}

/** Turns the browser's error for a failed navigation into ours. */
export function networkFailure(error: unknown, {known, hasProxy}: {known: string | null; hasProxy: boolean}): UpstreamFailed {
	if (known !== null && known in texts) {
		return visitFailure(known as VisitFailureCode, '', error);
	}
	const word = /net::(ERR_[A-Z_]+)/.exec(error instanceof Error ? error.message : String(error))?.[1] ?? '';
	if (word === 'ERR_NAME_NOT_RESOLVED') {
		return visitFailure('name_not_found', '', error);
	}
	if (hasProxy && /PROXY|TUNNEL/.test(word)) {
		return visitFailure('proxy_failed', '', error);
	}
	if (word === 'ERR_INVALID_AUTH_CREDENTIALS') {
		return visitFailure('site_failed', 'It asks for a name and password.', error);
	}
	if (/CERT|SSL/.test(word)) {
		return visitFailure('tls_failed', '', error);
	}
	return visitFailure(word === 'ERR_CONNECTION_REFUSED' ? 'connection_refused' : 'connection_failed', word && `(${word})`, error);
}

/** What our own proxy answers when it cannot reach a plain http site. */
const proxyStatuses: Record<number, VisitFailureCode> = {
	590: 'connection_failed',
	592: 'connection_failed',
	593: 'name_not_found',
	594: 'connection_refused',
	595: 'connection_failed',
	596: 'connection_failed',
	597: 'connection_failed',
	599: 'connection_failed',
};

export function proxyFailure(status: number, hasProxy: boolean): UpstreamFailed | null {
	const code = proxyStatuses[status];
	return code ? visitFailure(hasProxy ? 'proxy_failed' : code) : null;
}
