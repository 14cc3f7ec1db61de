import {isExpected, UpstreamFailed} from '#shared/errors.ts';

const kinds = {
	connection_refused: 'refuses the connection. Check its address and port, and that it is running.',
	name_not_found: 'is not known to the DNS server. Check the spelling of the address.',
	timed_out: 'did not answer in time. Try again later.',
	tls_failed: 'has no valid TLS certificate, or does not speak TLS on this port.',
	address_refused:
		'has a private address. Only a host and port that an administrator entered may have one; a redirect to another does not count.',
	connection_failed: 'broke the connection. Try again later.',
} as const;
type Kind = keyof typeof kinds;

const kindsByCode: Record<string, Kind> = {
	ECONNREFUSED: 'connection_refused',
	ENOTFOUND: 'name_not_found',
	EAI_AGAIN: 'name_not_found',
	ENODATA: 'name_not_found',
	ETIMEDOUT: 'timed_out',
	UND_ERR_CONNECT_TIMEOUT: 'timed_out',
	UND_ERR_HEADERS_TIMEOUT: 'timed_out',
	UND_ERR_BODY_TIMEOUT: 'timed_out',
	EPROTO: 'tls_failed',
	DEPTH_ZERO_SELF_SIGNED_CERT: 'tls_failed',
	SELF_SIGNED_CERT_IN_CHAIN: 'tls_failed',
	HOSTNAME_MISMATCH: 'tls_failed',
	address_refused: 'address_refused',
};

/** The failure of this `kind` at `host`. It names only the host, because paths and queries may contain keys. */
export function failureOf(kind: Kind, host: string, cause?: unknown): UpstreamFailed {
	return new UpstreamFailed(kind, `${host} ${kinds[kind]}`, {cause});
}

/** Turns any transport error into one of the codes that `Http` promises. */
export function toFailure(error: unknown, host: string): Error {
	return isExpected(error) ? error : failureOf(kindOf(error), host, error);
}

function kindOf(error: unknown): Kind {
	let current = error;
	for (let depth = 0; depth < 5 && current instanceof Error; depth += 1) {
		const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
		const kind = kindsByCode[code] ?? (isTlsCode(code) ? 'tls_failed' : null);
		if (kind) {
			return kind;
		}
		current = current instanceof AggregateError ? current.errors[0] : current.cause;
	}
	return 'connection_failed';
}

function isTlsCode(code: string): boolean {
	return /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_)/.test(code);
}
