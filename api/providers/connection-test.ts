import {connectionWorks, ok, type Reply} from '#api/http/replies.ts';
import {type ExpectedError, Invalid, isExpected, TooMany, Unauthorized, UpstreamFailed} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {type TestConnection, testConnection} from '#shared/jobs/connections.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import type {Secrets} from '#shared/secrets.ts';

/** How long the caller waits for a slow peer and a busy worker, in milliseconds. */
const testLimitMs = 40_000;

interface Tested {
	family: TestConnection['family'];
	settings: object;
	/** The stored record whose status is updated with the result; null for an unsaved one. */
	recordId: string | null;
	/** Milliseconds that the test may take longer than usual. */
	extraMs: number;
}

/**
 * Asks a worker to test the settings. A problem on the other side is a 400 with a connection code; only a worker that
 * does not answer is a 503.
 */
export async function runConnectionTest(
	{family, settings, recordId, extraMs}: Tested,
	{jobs, secrets}: {jobs: JobClient; secrets: Secrets},
): Promise<Reply> {
	try {
		const {version, details} = await jobs.ask(
			testConnection,
			{family, sealed: sealPayload(testConnection, settings, secrets), recordId},
			{timeoutMs: testLimitMs + extraMs},
		);
		return ok(connectionWorks.present({message: 'The connection works.', version, details}));
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
};

function codeOf({code}: ExpectedError): string {
	return codes.has(code) ? code : (nearest[code] ?? 'wrong_protocol');
}
