import {type ExpectedError, Invalid, isExpected, TooMany, Unauthorized, UpstreamFailed} from '#shared/errors.ts';

/** How long the caller waits for a slow peer and a busy worker, in milliseconds. */
export const testLimitMs = 40_000;

/** A problem on the other side is Invalid with a connection code. */
export async function asTheirs<Answer>(asked: Promise<Answer>): Promise<Answer> {
	try {
		return await asked;
	} catch (error) {
		throw isExpected(error) && isTheirs(error) ? new Invalid(codeOf(error), error.message, [], {cause: error}) : error;
	}
}

function isTheirs(error: ExpectedError): boolean {
	return error instanceof UpstreamFailed || error instanceof TooMany || error instanceof Unauthorized || error instanceof Invalid;
}

const codes: ReadonlySet<string> = new Set([
	'connection_refused',
	'name_not_found',
	'timed_out',
	'tls_failed',
	'authentication_failed',
	'wrong_protocol',
	'unsupported_version',
	'no_categories',
	'rate_limited',
	'challenge',
	'category_missing',
	'path_not_visible',
]);

/** Maps an integration's own codes to the nearest code of the contract; the text says exactly what happened. */
const nearest: Record<string, string> = {
	address_refused: 'connection_refused',
	connection_failed: 'connection_refused',
	challenge_failed: 'challenge',
	indexer_off: 'rate_limited',
	provider_busy: 'rate_limited',
	sign_in_needed: 'authentication_failed',
	captcha_needed: 'authentication_failed',
	proxy_failed: 'connection_refused',
};

function codeOf({code}: ExpectedError): string {
	return codes.has(code) ? code : (nearest[code] ?? 'wrong_protocol');
}
