import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type WebTorrent from 'webtorrent';
import type {Torrent} from 'webtorrent';
import type {BuiltinProgress, BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import type {ClientDownload} from '#shared/domain/downloads/client-download.ts';
import {Invalid} from '#shared/errors.ts';
import {parseTorrentFile} from '../torrents/torrent-file.ts';
import type {Outside} from './outside.ts';
import type {Refusals} from './refusals.ts';
import {sourceOf} from './torrent-source.ts';
import {viewOf} from './view-of.ts';

/** Milliseconds webtorrent gets to close a torrent's files and connections. */
const closesWithinMs = 10_000;

export interface RunningTorrentEvents {
	/** The metadata of a magnet link has arrived and is safe. */
	onMetadata(infoHash: string, metadata: {torrentFile: Uint8Array; size: number}): void;
	/** Something changed that should be saved at once. */
	onChange(infoHash: string): void;
}

export interface TorrentPlace {
	client: WebTorrent;
	/** Each torrent has a subfolder of it. */
	folder: string;
	outside: Outside;
}

export interface RunningTorrent {
	/** The stored torrent, with all changes since then. */
	stored: BuiltinTorrent;
	readonly error: string | null;
	start(): void;
	/** Adds the seconds since the last check to the seeding time. */
	poll(elapsedSeconds: number): BuiltinProgress;
	view(): ClientDownload;
	/** Ends the seeding for good. */
	finish(): Promise<void>;
	stop(): Promise<void>;
}

/** One torrent of the engine: webtorrent's object while it runs, and what is known about it while it does not. */
export function createRunningTorrent(initial: BuiltinTorrent, place: TorrentPlace, events: RunningTorrentEvents): RunningTorrent {
	let stored = initial;
	let torrent: Torrent | null = null;
	let refusals: Refusals | null = null;
	let error: string | null = null;
	let outputPath: string | null = null;
	let stopped = false;
	/** Totals of earlier runs, because webtorrent starts at 0. */
	let before = {uploaded: stored.uploaded, received: stored.received};
	const {infoHash} = stored;
	const path = join(place.folder, infoHash);

	const fail = (cause: unknown) => {
		error = cause instanceof Error ? cause.message : String(cause);
		torrent = null;
	};

	const takeMetadata = (running: Torrent) => {
		if (stored.torrentFile) {
			return;
		}

		try {
			const torrentFile = running.torrentFile ?? new Uint8Array();
			const {size, infoHash: told, private: isPrivate} = parseTorrentFile(torrentFile);
			if (told !== infoHash) {
				throw new Invalid('not_a_torrent', 'The received metadata belongs to another torrent.');
			}

			// Throws for what the engine must not run.
			sourceOf({...stored, torrentFile});
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
		stored = {...stored, completed: running.done};
		outputPath = await findOutput(path);
		events.onChange(infoHash);
	};

	function start() {
		if (stored.completed) {
			void findOutput(path).then(found => {
				outputPath = found;
			});
		}

		if (torrent || stored.finished || stopped) {
			return;
		}

		error = null;
		before = {uploaded: stored.uploaded, received: stored.received};
		try {
			const opened = openTorrent(stored, path, place);
			const running = opened.torrent;
			({torrent, refusals} = opened);
			running.on('error', fail);
			running.on('metadata', () => takeMetadata(running));
			// If nothing is missing, `done` follows shortly after `ready`.
			running.on('ready', () => setImmediate(() => void settle(running)));
			running.on('done', () => void settle(running));
		} catch (cause) {
			fail(cause);
		}
	}

	return {
		get stored() {
			return stored;
		},
		get error() {
			return error;
		},
		start,
		poll(elapsedSeconds) {
			if (torrent) {
				const seeding = torrent.done ? elapsedSeconds : 0;
				stored = {
					...stored,
					uploaded: before.uploaded + torrent.uploaded,
					received: before.received + torrent.received,
					seedingSeconds: stored.seedingSeconds + seeding,
					bitfield: torrent.ready && torrent.bitfield ? Uint8Array.from(torrent.bitfield.buffer) : stored.bitfield,
				};
			}

			const {bitfield, uploaded, received, seedingSeconds, completed, finished} = stored;
			return {bitfield, uploaded, received, seedingSeconds, completed, finished};
		},
		view: () => viewOf({stored, torrent, refusals, error, outputPath}),
		async finish() {
			stored = {...stored, finished: true};
			await this.stop();
		},
		async stop() {
			const running = torrent;
			torrent = null;
			stopped = true;
			if (running && !running.destroyed) {
				await new Promise<void>(resolve => {
					setTimeout(resolve, closesWithinMs).unref();
					running.destroy({}, () => resolve());
				});
			}
		},
	};
}

async function findOutput(path: string): Promise<string | null> {
	const [entry] = await readdir(path).catch(() => []);
	return entry ? join(path, entry) : null;
}

/** Throws Invalid when the stored torrent file is of no use. */
function openTorrent(stored: BuiltinTorrent, path: string, {client, outside}: TorrentPlace): {torrent: Torrent; refusals: Refusals} {
	const source = sourceOf(stored);
	const torrent = client.add(source.id, {
		path,
		storeCacheSlots: source.cachedPieces,
		...(stored.bitfield && {bitfield: stored.bitfield}),
	});
	return {torrent, refusals: outside.attend(torrent, client, source)};
}
