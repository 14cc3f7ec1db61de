import {setTimeout as pause} from 'node:timers/promises';
import {HttpFailure} from '#api/http/failures.ts';
import {connectionWorks, ok, type Reply} from '#api/http/route.ts';
import type {WaitLimits} from '#api/wait-limits.ts';
import {type PromiseDeps, promiseJob} from '#shared/coordination/outbox.ts';
import {type ExpectedError, Invalid, isExpected, TooMany, Unauthorized, UpstreamFailed} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {type CheckConnection, checkConnection, type TestConnection, testConnection} from '#shared/jobs/connections.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import type {Secrets} from '#shared/secrets.ts';

/** How long the caller waits for a slow peer and a busy worker, in milliseconds. */
export const testLimitMs = 40_000;

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
	const asked = jobs.ask(
		testConnection,
		{family, sealed: sealPayload(testConnection, settings, secrets), recordId},
		{timeoutMs: testLimitMs + extraMs},
	);
	return ok(connectionWorks.present({message: 'The connection works.', ...(await asTheirs(asked).catch(withLinks))}));
}

/** A problem on the other side is Invalid with a connection code. */
export async function asTheirs<Answer>(asked: Promise<Answer>): Promise<Answer> {
	try {
		return await asked;
	} catch (error) {
		throw isExpected(error) && isTheirs(error) ? new Invalid(codeOf(error), error.message, [], {cause: error}) : error;
	}
}

/** Adds the other addresses at which the service can be reached to the problem. */
function withLinks(error: unknown): never {
	const links = error instanceof Invalid && error.cause instanceof UpstreamFailed ? error.cause.links : [];
	throw error instanceof Invalid && links.length > 0 ? new HttpFailure(400, error.code, {message: error.message, members: {links}}) : error;
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

interface Saved {
	id: string;
	enabled: boolean;
}

interface CheckDeps extends PromiseDeps {
	jobs: JobClient;
	waits: Pick<WaitLimits, 'savedCheck'>;
}

/** Milliseconds. */
const pollMs = 25;

/**
 * Has a worker test a record that was just saved. Returns the record with the outcome in its status if the other side
 * answers quickly; otherwise the status changes later. Never fails: the record is saved.
 */
export async function checkSaved<Rec extends Saved>(
	saved: Rec,
	{family, find}: {family: CheckConnection['family']; find(id: string): Promise<Rec | null>},
	deps: CheckDeps,
): Promise<Rec> {
	if (!saved.enabled) {
		return saved;
	}
	const check = async () => {
		const jobId = await promiseJob(checkConnection, {family, recordId: saved.id}, deps);
		await untilEnded(jobId, deps).catch(() => {});
		return find(saved.id);
	};
	return (await check().catch(() => null)) ?? saved;
}

async function untilEnded(jobId: string, {jobs, waits: {savedCheck}}: CheckDeps): Promise<void> {
	const begunAt = performance.now();
	for (;;) {
		const state = await jobs.queue(checkConnection.queue).getJobState(jobId);
		const passedMs = performance.now() - begunAt;
		if (
			passedMs > (state === 'active' ? savedCheck.outcomeMs : savedCheck.beginMs) ||
			!['waiting', 'prioritized', 'active'].includes(state)
		) {
			return;
		}
		await pause(pollMs);
	}
}
