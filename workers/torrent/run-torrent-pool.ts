import {once} from 'node:events';
import {Cancelled, Unavailable} from '#shared/errors.ts';
import type {Log} from '#shared/log.ts';
import {wait} from '#shared/wait.ts';
import type {TorrentEngine} from '../integrations/torrent-engine/torrent-engine.ts';
import {acquireLease, type LeaseOptions} from './lease.ts';

export interface TorrentPoolOptions {
	lease: LeaseOptions;
	log: Log;
	openEngine(onFailure: (error: Error) => void): Promise<TorrentEngine>;
	/** Begins to take jobs of the queue; they find their engine by `deps.torrentEngine`. */
	startWorker(engine: TorrentEngine): {close(): Promise<void>};
}

/** Milliseconds until an engine that did not open is tried again. */
const retryMs = 5000;

/**
 * The pool of the built-in torrent client: one process in all has the engine open and takes its jobs, a second one
 * waits for its turn.
 * Runs until the signal aborts; a lost lease or a dead engine closes both and begins anew.
 */
export async function runTorrentPool(options: TorrentPoolOptions, signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		try {
			await holdEngine(options, signal);
		} catch (error) {
			if (error instanceof Cancelled || signal.aborted) {
				return;
			}

			options.log.error({err: error}, 'The built-in torrent client failed and is opened again');
			await wait(retryMs, signal).catch(() => {});
		}
	}
}

async function holdEngine({lease: leaseOptions, log, openEngine, startWorker}: TorrentPoolOptions, signal: AbortSignal): Promise<void> {
	const lease = await acquireLease(leaseOptions, signal);
	const failed = new AbortController();
	let engine: TorrentEngine | null = null;
	let worker: {close(): Promise<void>} | null = null;
	try {
		engine = await openEngine(error => failed.abort(error));
		worker = startWorker(engine);
		log.info({port: engine.port}, 'The built-in torrent client is open');
		const end = AbortSignal.any([signal, lease.lost, failed.signal]);
		if (!end.aborted) {
			await once(end, 'abort');
		}

		failed.signal.throwIfAborted();
	} finally {
		await worker?.close();
		await engine?.close().catch(error => log.warn({err: error}, 'The built-in torrent client did not close well'));
		await lease.release();
	}
}

/** What `deps.torrentEngine` is in a process that has it not. */
export function noTorrentEngine(): TorrentEngine {
	throw new Unavailable('torrent_engine_elsewhere', 'The built-in torrent client does not run in this process.');
}
