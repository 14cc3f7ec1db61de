import {randomUUID} from 'node:crypto';
import {wait} from '#shared/wait.ts';
import type {WorkerDeps} from '../runtime/deps.ts';

/** Milliseconds that a lease lasts without renewal: so long is a file closed after its worker died. */
const leaseMs = 20_000;
const renewMs = 5_000;
const pauseMs = 250;

/**
 * Runs `work` while no other worker changes the subtitles of the same file. Null when another one does so for longer
 * than `patienceMs`. The signal passed on aborts when the lease is lost too.
 */
export async function oneFileAtATime<T>(
	{fileId, patienceMs, signal}: {fileId: string; patienceMs: number; signal: AbortSignal},
	{leases}: Pick<WorkerDeps, 'leases'>,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
	const [key, token] = [`subtitles-${fileId}`, randomUUID()];
	const until = performance.now() + patienceMs;
	while (!(await leases.take(key, token, leaseMs))) {
		if (performance.now() > until) {
			return null;
		}
		await wait(pauseMs, signal);
	}
	const lost = new AbortController();
	let renewedAt = performance.now();
	const renew = async () => {
		const askedAt = performance.now();
		const answer = await leases.take(key, token, leaseMs).catch(() => null);
		renewedAt = answer === true ? askedAt : renewedAt;
		if (answer === false || performance.now() - renewedAt > leaseMs - renewMs) {
			lost.abort();
		}
	};
	const timer = setInterval(() => void renew(), renewMs);
	try {
		return await work(AbortSignal.any([signal, lost.signal]));
	} finally {
		clearInterval(timer);
		await leases.release(key, token).catch(() => {});
	}
}
