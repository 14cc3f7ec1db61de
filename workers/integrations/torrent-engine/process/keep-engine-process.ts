import {backoffMs, backoffs} from '#shared/coordination/backoff.ts';
import {every, wait} from '#shared/coordination/wait.ts';
import {minuteMs} from '#shared/domain/durations.ts';
import {Unavailable} from '#shared/errors.ts';
import {type TorrentEngine, type TorrentEngineOptions, usualCalmMs} from '../torrent-engine.ts';
import {type EngineProcess, type EngineProcessDeps, startEngineProcess} from './start-engine-process.ts';

/** Milliseconds. */
const healthyAfterMs = 10 * minuteMs;
const idleMs = 5 * minuteMs;
/** How often the quiet time after a torrent's start is doubled at most; that makes it 80 seconds. */
const maxDoublings = 4;

export interface RemoteTorrentEngine extends TorrentEngine {
	/** Null while there is no process. */
	readonly pid: number | null;
}

/**
 * Runs the engine in a process of its own, only while there are torrents: strangers decide what it reads, so an attack
 * breaks only this process. It is restarted when it dies, after a growing pause.
 */
export async function keepEngineProcess(options: TorrentEngineOptions, deps: EngineProcessDeps): Promise<RemoteTorrentEngine> {
	const {store, log} = deps;
	const closing = new AbortController();
	const {signal} = closing;
	let current: Promise<EngineProcess> | null = null;
	let running: EngineProcess | null = null;
	let isPaused = false;
	let failures = 0;
	let usedAt = performance.now();

	const launch = async (): Promise<EngineProcess> => {
		const startedAt = performance.now();
		try {
			// A torrent that kills the engine some time after its start is only identified if starts are that far
			// apart.
			const calmMs = (options.calmMs ?? usualCalmMs) * 2 ** Math.min(failures, maxDoublings);
			const opened = await startEngineProcess({...options, calmMs}, deps, signal);
			running = opened;
			void opened.ended.then(reason => {
				if (running === opened) {
					failures = performance.now() - startedAt > healthyAfterMs ? 0 : failures;
					void restart(reason);
				}
			});
			log.info({port: opened.port, engine: opened.pid}, 'The built-in torrent client is open');
			return opened;
		} catch (error) {
			void restart(String(error));
			throw error;
		}
	};

	const restart = async (reason: string) => {
		running = null;
		current = null;
		if (signal.aborted) {
			return;
		}
		isPaused = true;
		failures += 1;
		log.error({reason}, 'The process of the built-in torrent client ended; it is started again');
		try {
			await wait(backoffMs(failures, backoffs.torrentEngine), signal);
			isPaused = false;
			await openIfNeeded();
		} catch (error) {
			log.debug({err: error}, 'The built-in torrent client was not started again');
		} finally {
			isPaused = false;
		}
	};

	/** Only one is ever started at a time. */
	const open = (): Promise<EngineProcess> => {
		usedAt = performance.now();
		if (isPaused) {
			throw new Unavailable('torrent_engine_restarts', 'The built-in torrent client ended unexpectedly; it is started again in a moment.');
		}
		current ??= launch();
		return current;
	};
	const openIfNeeded = async () => {
		if (!(await store.isEmpty())) {
			await open();
		}
	};
	const isNeeded = async () => current !== null || !(await store.isEmpty());

	const stop = async (limitMs?: number) => {
		const opened = running;
		running = null;
		current = null;
		await opened?.close(limitMs);
	};
	const endIdle = every(idleMs / 5, async () => {
		if (running && performance.now() - usedAt > idleMs && (await store.isEmpty())) {
			log.info('The built-in torrent client has nothing to do and is closed');
			await stop();
		}
	});

	void openIfNeeded().catch(() => {});
	return {
		get port() {
			return running?.port ?? 0;
		},
		get pid() {
			return running?.pid ?? null;
		},
		async open() {
			await open();
		},
		async add(torrent) {
			// Stored torrents are started with it.
			await (isPaused ? undefined : (await open()).ask('add', torrent));
		},
		async list() {
			// Listing its torrents does not count as use.
			return (await isNeeded()) ? (await (current ?? open())).ask('list') : [];
		},
		async control(infoHashes, action) {
			await ((await isNeeded()) ? (await open()).ask('control', infoHashes, action) : undefined);
		},
		async remove(infoHash, how) {
			await ((await isNeeded()) ? (await open()).ask('remove', infoHash, how) : undefined);
		},
		async close(limitMs) {
			endIdle();
			closing.abort();
			await current?.catch(() => {});
			await stop(limitMs);
		},
	};
}
