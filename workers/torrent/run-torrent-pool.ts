import {once} from 'node:events';
import type {Leases} from '#shared/coordination/lease.ts';
import {lostAfter, wait} from '#shared/coordination/wait.ts';
import {Cancelled, Unavailable} from '#shared/errors.ts';
import type {Log} from '#shared/log/log.ts';
import type {TorrentEngine} from '../integrations/torrent-engine/torrent-engine.ts';

export interface TorrentPoolOptions {
	leases: Pick<Leases, 'with'>;
	/** Milliseconds after which another process takes over from one that died. */
	leaseMs: number;
	log: Log;
	openEngine(onFailure: (error: Error) => void): Promise<TorrentEngine>;
	/** Starts taking jobs from the queue. Their handlers get the engine from `deps.torrentEngine`. */
	startWorker(engine: TorrentEngine): {close(): Promise<void>};
}

/** Half of the time of the lease that is left when it counts as lost. */
const leftWhenLost = (1 - lostAfter) / 2;
/** Milliseconds until another try when the engine did not open. */
const retryMs = 5000;

/**
 * The pool of the built-in torrent client. Among all processes, one opens the engine and handles its jobs, and the
 * others wait for their turn.
 * Runs until the signal aborts. When the lease is lost or the engine dies, closes both and starts again.
 */
export async function runTorrentPool(options: TorrentPoolOptions, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		try {
			await holdEngine(options, signal);
		} catch (error) {
			if (error instanceof Cancelled || signal.aborted) {
				return;
			}
			options.log.error({err: error}, 'The built-in torrent client failed and is restarted');
			await wait(retryMs, signal).catch(() => {});
		}
	}
}

async function holdEngine({leases, leaseMs, log, openEngine, startWorker}: TorrentPoolOptions, signal: AbortSignal): Promise<void> {
	await leases.with('torrent-engine', {ms: leaseMs, signal}, async ending => {
		const failed = new AbortController();
		let engine: TorrentEngine | null = null;
		let worker: {close(): Promise<void>} | null = null;
		try {
			engine = await openEngine(error => failed.abort(error));
			worker = startWorker(engine);
			const end = AbortSignal.any([ending, failed.signal]);
			if (!end.aborted) {
				await once(end, 'abort');
			}
			failed.signal.throwIfAborted();
		} finally {
			const isLost = ending.aborted && !signal.aborted;
			const closeWorker = async () => worker?.close();
			const closeEngine = async () =>
				engine
					?.close(isLost ? leaseMs * leftWhenLost : undefined)
					.catch(error => log.warn({err: error}, 'The built-in torrent client did not close cleanly'));
			// Once the lease is lost, another process may soon open its own, however long our jobs take.
			for (const close of isLost ? [closeEngine, closeWorker] : [closeWorker, closeEngine]) {
				await close();
			}
		}
	});
}

/** `deps.torrentEngine` in a process that does not run the engine. */
export function noTorrentEngine(): TorrentEngine {
	throw new Unavailable('torrent_engine_elsewhere', 'The built-in torrent client does not run in this process.');
}
