import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type WebTorrent from 'webtorrent';
import type {Torrent} from 'webtorrent';
import {type BuiltinProgress, type BuiltinTorrent, builtinProgress, isDeadly} from '#shared/domain/downloads/builtin-torrent.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {Conflict, Invalid} from '#shared/errors.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';
import type {DownloadFolder} from './download-folder.ts';
import type {Outside} from './outside.ts';
import type {Refusals} from './refusals.ts';
import {sourceOf, type TorrentSource} from './torrent-source.ts';
import {viewOf} from './view-of.ts';

/** Milliseconds webtorrent gets to close a torrent's files and connections. */
const closesWithinMs = 10_000;
const survived = {starts: 0, deaths: 0};

export interface RunningTorrentEvents {
	/** Awaited before webtorrent gets the torrent, or its metadata. */
	onStart(infoHash: string, progress: BuiltinProgress): Promise<void>;
	/** The metadata of a magnet link has arrived and is safe. */
	onMetadata(infoHash: string, metadata: {torrentFile: Uint8Array; size: number}): void;
	/** Something changed that should be saved at once. */
	onChange(infoHash: string): void;
}

export interface TorrentContext {
	client: WebTorrent;
	/** Each torrent has a subfolder of it. */
	folder: string;
	disk: DownloadFolder;
	outside: Outside;
	calmMs: number;
}

export interface RunningTorrent {
	/** The stored torrent, with all changes since then. */
	stored: BuiltinTorrent;
	readonly error: string | null;
	/** Another start may help. */
	readonly mayRecover: boolean;
	start(): void;
	/** Adds the seconds since the last check to the seeding time. The last check is that of an orderly end. */
	poll(elapsedSeconds: number, isLast?: boolean): void;
	/** Closes it until it is started again. */
	suspend(reason: Error): void;
	view(): ClientDownload;
	/** Closes its connections and files until it is resumed, or starts it again. */
	setPaused(paused: boolean): Promise<void>;
	/** Ends the seeding for good. */
	finish(): Promise<void>;
	stop(): Promise<void>;
}

/** One torrent of the engine: webtorrent's object while it runs, and what is known about it while it does not. */
export function createRunningTorrent(initial: BuiltinTorrent, context: TorrentContext, events: RunningTorrentEvents): RunningTorrent {
	let stored = initial;
	let torrent: Torrent | null = null;
	let refusals: Refusals | null = null;
	let failure: Error | null = null;
	let outputPath: string | null = null;
	let isStarting = false;
	let stopped = false;
	let startedAt = 0;
	/** Totals of earlier runs, because webtorrent starts at 0. */
	let before = {uploaded: stored.uploaded, received: stored.received};
	const {infoHash} = stored;
	const path = join(context.folder, infoHash);
	const fail = (cause: unknown) => {
		failure = cause instanceof Error ? cause : new Error(String(cause));
		torrent = null;
		// The engine outlived it.
		stored = {...stored, ...(isDeadly(stored) ? {} : survived)};
	};

	/** Whether the engine survives this is known a while later. */
	const noteStart = async (starts: number) => {
		startedAt = performance.now();
		stored = {...stored, starts};
		await events.onStart(infoHash, builtinProgress(stored));
	};

	const beforeMetadata = async () => {
		await context.disk.prepareFor(stored);
		await noteStart(Math.max(1, stored.starts));
	};

	const takeMetadata = (running: Torrent) => {
		if (stored.torrentFile) {
			return;
		}
		try {
			const torrentFile = running.torrentFile ?? new Uint8Array();
			// Throws for what the engine must not run.
			sourceOf({...stored, torrentFile});
			const {size, private: isPrivate} = parseTorrentFile(torrentFile);
			stored = {...stored, size, torrentFile};
			events.onMetadata(infoHash, {size, torrentFile});
			if (isPrivate) {
				// Only now we know that other sources of peers than trackers are forbidden.
				torrent = null;
				running.destroy({}, start);
			}
		} catch (cause) {
			running.destroy({}, () => {});
			fail(cause);
		}
	};

	/** Completed files may have disappeared since the last run. */
	const settle = async (running: Torrent) => {
		// Where its files are is known before it is said to be complete.
		outputPath = await findOutput(path);
		stored = {...stored, completed: running.done, bitfield: bitfieldOf(running) ?? stored.bitfield};
		events.onChange(infoHash);
	};

	const open = (source: TorrentSource) => {
		before = {uploaded: stored.uploaded, received: stored.received};
		const running = context.client.add(source.id, {
			path,
			storeCacheSlots: source.cachedPieces,
			...(stored.bitfield && {bitfield: stored.bitfield}),
		});
		refusals = context.outside.attend(running, context.client, source, beforeMetadata);
		torrent = running;
		running.on('error', fail);
		running.on('metadata', () => takeMetadata(running));
		// If nothing is missing, `done` follows shortly after `ready`.
		running.on('ready', () => setImmediate(() => void settle(running)));
		running.on('done', () => void settle(running));
	};

	const begin = async () => {
		if (isDeadly(stored)) {
			throw new Conflict('deadly_torrent', 'The built-in client died each time when it started this torrent. Choose another release.');
		}
		const source = sourceOf(stored);
		// Nothing is written before the metadata is known.
		await (stored.torrentFile ? context.disk.prepareFor(stored) : Promise.resolve());
		await noteStart(stored.starts + 1);
		if (!stopped && !stored.paused) {
			failure = null;
			open(source);
		}
	};

	function start() {
		if (stored.completed) {
			void findOutput(path).then(found => {
				outputPath = found;
			});
		}
		if (torrent || isStarting || stored.finished || stored.paused || stopped) {
			return;
		}
		isStarting = true;
		begin()
			.catch(fail)
			.finally(() => {
				isStarting = false;
			});
	}

	return {
		get stored() {
			return stored;
		},
		get error() {
			return failure?.message ?? null;
		},
		get mayRecover() {
			return !(failure instanceof Invalid || failure instanceof Conflict);
		},
		start,
		poll(elapsedSeconds, isLast = false) {
			if (!torrent) {
				return;
			}
			const isCalm = isLast || performance.now() - startedAt >= context.calmMs;
			stored = {
				...stored,
				uploaded: before.uploaded + torrent.uploaded,
				received: before.received + torrent.received,
				seedingSeconds: stored.seedingSeconds + (torrent.done ? elapsedSeconds : 0),
				bitfield: bitfieldOf(torrent) ?? stored.bitfield,
				...(isCalm && survived),
			};
		},
		suspend(reason) {
			torrent?.destroy({}, () => {});
			if (torrent) {
				// What was written last may be nowhere, so all is verified again.
				stored = stored.completed ? stored : {...stored, bitfield: null};
				fail(reason);
			}
		},
		view: () => viewOf({stored, torrent, refusals, error: failure?.message ?? null, outputPath}),
		async setPaused(paused) {
			stored = {...stored, paused, ...(paused && survived)};
			if (!paused) {
				start();
				return;
			}
			// Its own `pause` only refuses new peers; connected ones continue.
			failure = null;
			const running = torrent;
			torrent = null;
			await destroy(running);
		},
		async finish() {
			stored = {...stored, finished: true};
			await this.stop();
		},
		async stop() {
			stopped = true;
			stored = {...stored, ...survived};
			const running = torrent;
			torrent = null;
			await destroy(running);
		},
	};
}

async function destroy(running: Torrent | null): Promise<void> {
	if (running && !running.destroyed) {
		await new Promise<void>(resolve => {
			setTimeout(resolve, closesWithinMs).unref();
			running.destroy({}, () => resolve());
		});
	}
}

/** The pieces that are there; null until that was checked. */
function bitfieldOf({ready, bitfield}: Torrent): Uint8Array | null {
	return ready && bitfield ? Uint8Array.from(bitfield.buffer) : null;
}

async function findOutput(path: string): Promise<string | null> {
	const [entry] = await readdir(path).catch(() => []);
	return entry ? join(path, entry) : null;
}
