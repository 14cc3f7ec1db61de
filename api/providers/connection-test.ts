import {setTimeout as pause} from 'node:timers/promises';
import {asTheirs, testLimitMs} from '#api/http/asks/tested-peers.ts';
import {HttpFailure} from '#api/http/failures.ts';
import {connectionWorks, ok, type Reply} from '#api/http/route.ts';
import type {WaitLimits} from '#api/wait-limits.ts';
import {type PromiseDeps, promiseJob} from '#shared/coordination/outbox.ts';
import {Invalid, UpstreamFailed} from '#shared/errors.ts';
import type {JobClient} from '#shared/jobs/client.ts';
import {type CheckConnection, checkConnection, type TestConnection, testConnection} from '#shared/jobs/connections.ts';
import {sealPayload} from '#shared/jobs/sealed-payload.ts';
import type {Secrets} from '#shared/secrets.ts';

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

/** Adds the other addresses at which the service can be reached to the problem. */
function withLinks(error: unknown): never {
	const links = error instanceof Invalid && error.cause instanceof UpstreamFailed ? error.cause.links : [];
	throw error instanceof Invalid && links.length > 0 ? new HttpFailure(400, error.code, {message: error.message, members: {links}}) : error;
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
