import type {WorkerDeps} from '../runtime/deps.ts';

/**
 * Runs `work` while no other worker changes the subtitles of the same file. Null when another one does so for longer
 * than `patienceMs`. The signal passed on aborts when the lease is lost too.
 */
export async function oneFileAtATime<T>(
	{fileId, patienceMs, signal}: {fileId: string; patienceMs: number; signal: AbortSignal},
	{leases}: Pick<WorkerDeps, 'leases'>,
	work: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
	return leases.with(`subtitles-${fileId}`, {signal, maxWaitMs: patienceMs}, work);
}
