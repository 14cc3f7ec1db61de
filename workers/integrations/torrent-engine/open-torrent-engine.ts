import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {every} from '#shared/coordination/wait.ts';
import {type BuiltinProgress, type BuiltinTorrent, builtinProgress} from '#shared/domain/downloads/builtin-torrent.ts';
import {goalsMet} from '#shared/domain/downloads/seeding-goals.ts';
import type {FolderMemory} from '../files/used-folders.ts';
import {hasData, openDownloadFolder} from './download-folder.ts';
import {openWebTorrent} from './open-webtorrent.ts';
import {createOutside, type OutsideDeps} from './outside.ts';
import {createRunningTorrent, type RunningTorrent} from './running-torrent.ts';
import {type OpenTorrentEngine, type TorrentEngine, type TorrentEngineOptions, type TorrentKeeper, usualCalmMs} from './torrent-engine.ts';

export interface TorrentEngineDeps extends OutsideDeps {
	keeper: TorrentKeeper;
	/** Which folders were used before; by default those of this process. */
	folders?: FolderMemory;
	/** The engine died by itself, for example because its port was taken away. */
	onFailure(error: Error): void;
}

/** A failed torrent, for example after a full disk, is tried again after this many checks. */
const pollsUntilRetry = 12;

/**
 * Opens the engine and resumes every stored torrent. The caller must hold the lease, because two engines would corrupt
 * each other's files.
 */
export async function openTorrentEngine(
	options: TorrentEngineOptions,
	{keeper, onFailure, folders, ...deps}: TorrentEngineDeps,
): Promise<OpenTorrentEngine> {
	const {folder, seedGoals, pollEveryMs, calmMs = usualCalmMs} = options;
	const {log} = deps;
	const atStart = await keeper.list();
	const disk = openDownloadFolder(folder, atStart, folders);
	const outside = createOutside(deps);
	const client = await openWebTorrent(options, outside.mayContact);
	client.on('error', onFailure);
	const running = new Map<string, RunningTorrent>();
	const trials = createTrials();
	const saved = new Map<string, BuiltinProgress>();
	let polls = 0;

	const keep = async (work: Promise<void>) => {
		await work.catch(error => log.warn({err: error}, 'The progress of a torrent could not be saved'));
	};
	const save = (infoHash: string, progress: BuiltinProgress) => {
		saved.set(infoHash, progress);
		return keeper.saveProgress(infoHash, progress);
	};

	const poll = async (infoHash: string, elapsedSeconds: number, isLast = false) => {
		const torrent = running.get(infoHash);
		if (!torrent) {
			return;
		}
		torrent.poll(elapsedSeconds, isLast);
		if (!torrent.stored.finished && goalsMet(torrent.stored, seedGoals)) {
			log.info({infoHash}, 'A torrent has met its seeding goals');
			await torrent.finish();
		}

		if (hasProgressed(saved.get(infoHash), torrent.stored)) {
			await keep(save(infoHash, builtinProgress(torrent.stored)));
		}

		if (torrent.error !== null && torrent.mayRecover && polls % pollsUntilRetry === 0) {
			torrent.start();
		}
	};

	const add = (stored: BuiltinTorrent) => {
		if (running.has(stored.infoHash)) {
			return;
		}
		const torrent = createRunningTorrent(
			stored,
			{client, folder, disk, outside, calmMs},
			{
				onStart: save,
				onMetadata: (infoHash, metadata) => void keep(keeper.saveMetadata(infoHash, metadata)),
				onChange: infoHash => void keep(save(infoHash, builtinProgress(torrent.stored))),
			},
		);
		saved.set(stored.infoHash, builtinProgress(stored));
		running.set(stored.infoHash, torrent);
		trials.start(torrent);
	};

	const remove: TorrentEngine['remove'] = async (infoHash, {deleteData}) => {
		await keeper.markRemoval(infoHash, deleteData ? 'deleteData' : 'keepData');
		const stored = running.get(infoHash)?.stored ?? atStart.find(each => each.infoHash === infoHash);
		await running.get(infoHash)?.stop();
		running.delete(infoHash);
		saved.delete(infoHash);
		if (deleteData) {
			// What is deleted while its disk is away would be there again with the disk.
			await (stored && hasData(stored) ? disk.check() : Promise.resolve());
			await rm(join(folder, infoHash), {recursive: true, force: true, maxRetries: 3});
		}
		await keeper.remove(infoHash);
	};

	const control = createControl(running, {keeper, save});
	const unfinished = new Set(atStart.filter(({removal}) => removal !== null));
	/** One that fails is tried again, and keeps nothing else from running. */
	const finishRemovals = async () => {
		for (const stored of unfinished) {
			await remove(stored.infoHash, {deleteData: stored.removal === 'deleteData'}).then(
				() => unfinished.delete(stored),
				error => log.warn({err: error, infoHash: stored.infoHash}, 'A torrent could not be removed; it is tried again'),
			);
		}
	};
	await finishRemovals();
	for (const stored of atStart.filter(({removal}) => removal === null)) {
		add(stored);
	}

	/** A torrent that continued without its disk would begin again below the mount point. */
	const suspendIfAway = async () => {
		await disk.check().catch(error => {
			for (const torrent of running.values()) {
				torrent.suspend(error);
			}
		});
	};

	let polling = Promise.resolve();
	const endPolls = every(pollEveryMs, () => {
		polls += 1;
		trials.goOn();
		polling = polling.then(async () => {
			await suspendIfAway();
			await (polls % pollsUntilRetry === 0 ? finishRemovals() : Promise.resolve());
			await pollAll(running, infoHash => poll(infoHash, pollEveryMs / 1000));
		});
	});

	return {
		port: client.torrentPort,
		open: () => {},
		add,
		list: () => [...running.values()].map(torrent => torrent.view()),
		control,
		remove,
		async close() {
			endPolls();
			await polling;
			await pollAll(running, infoHash => poll(infoHash, 0, true));
			await promisify(client.destroy.bind(client))();
		},
	};
}

/**
 * Starts torrents at once, except those during whose last start the engine died: they are started one after another, so
 * that the one that kills it is known.
 */
function createTrials() {
	const waiting: RunningTorrent[] = [];
	let tried: RunningTorrent | null = null;
	const goOn = () => {
		const isOver = !tried || tried.stored.starts === 0 || tried.error !== null;
		tried = isOver ? (waiting.shift() ?? null) : tried;
		if (isOver) {
			tried?.start();
		}
	};
	return {
		goOn,
		start(torrent: RunningTorrent): void {
			if (torrent.stored.starts === 0) {
				torrent.start();
				return;
			}
			waiting.push(torrent);
			if (!tried) {
				goOn();
			}
		},
	};
}

/** Pauses and resumes torrents, one request after the other: none is opened while it is still being closed. */
function createControl(
	running: ReadonlyMap<string, RunningTorrent>,
	{keeper, save}: {keeper: Pick<TorrentKeeper, 'setPaused'>; save(infoHash: string, progress: BuiltinProgress): Promise<void>},
): TorrentEngine['control'] {
	let last = Promise.resolve();
	const controlAll = async (infoHashes: readonly string[], action: 'pause' | 'resume') => {
		for (const infoHash of infoHashes) {
			// Stored first: what dies in between has the new state when it is opened again.
			await keeper.setPaused(infoHash, action === 'pause');
			const torrent = running.get(infoHash);
			torrent?.poll(0);
			await torrent?.setPaused(action === 'pause');
			await (torrent && save(infoHash, builtinProgress(torrent.stored)));
		}
	};
	return (infoHashes, action) => {
		const done = last.then(() => controlAll(infoHashes, action));
		last = done.catch(() => {});
		return done;
	};
}

async function pollAll(running: ReadonlyMap<string, RunningTorrent>, poll: (infoHash: string) => Promise<void>): Promise<void> {
	for (const infoHash of [...running.keys()]) {
		await poll(infoHash);
	}
}

/** The pieces alone are saved with the next bytes. */
function hasProgressed(earlier: BuiltinProgress | undefined, now: BuiltinTorrent): boolean {
	const {bitfield, ...figures} = builtinProgress(now);
	return Object.entries(figures).some(([name, value]) => earlier?.[name as keyof BuiltinProgress] !== value);
}
