import {mkdir, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {every} from '#shared/coordination/wait.ts';
import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import {goalsMet} from '#shared/domain/downloads/seeding-goals.ts';
import {openWebTorrent} from './open-webtorrent.ts';
import {createOutside, type OutsideDeps} from './outside.ts';
import {createRunningTorrent, type RunningTorrent} from './running-torrent.ts';
import type {TorrentEngine, TorrentEngineOptions, TorrentKeeper} from './torrent-engine.ts';

export interface TorrentEngineDeps extends OutsideDeps {
	keeper: TorrentKeeper;
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
	{keeper, onFailure, ...deps}: TorrentEngineDeps,
): Promise<TorrentEngine> {
	const {folder, seedGoals, pollEveryMs} = options;
	await mkdir(folder, {recursive: true});
	const {log} = deps;
	const outside = createOutside(deps);
	const client = await openWebTorrent(options, outside.mayContact);
	client.on('error', onFailure);
	const running = new Map<string, RunningTorrent>();
	let polls = 0;

	const keep = async (work: Promise<void>) => {
		await work.catch(error => log.warn({err: error}, 'The progress of a torrent could not be saved'));
	};

	const poll = async (infoHash: string, elapsedSeconds: number) => {
		const torrent = running.get(infoHash);
		if (!torrent) {
			return;
		}

		const earlier = torrent.stored;
		torrent.poll(elapsedSeconds);
		if (!torrent.stored.finished && goalsMet(torrent.stored, seedGoals)) {
			log.info({infoHash}, 'A torrent has met its seeding goals');
			await torrent.finish();
		}

		if (hasProgressed(earlier, torrent.stored)) {
			await keep(keeper.saveProgress(infoHash, progressOf(torrent.stored)));
		}

		if (torrent.error !== null && polls % pollsUntilRetry === 0) {
			torrent.start();
		}
	};

	const add = (stored: BuiltinTorrent) => {
		if (running.has(stored.infoHash)) {
			return;
		}

		const torrent = createRunningTorrent(
			stored,
			{client, folder, outside},
			{
				onMetadata: (infoHash, metadata) => void keep(keeper.saveMetadata(infoHash, metadata)),
				onChange: infoHash => void keep(keeper.saveProgress(infoHash, progressOf(torrent.stored))),
			},
		);
		running.set(stored.infoHash, torrent);
		torrent.start();
	};

	const remove: TorrentEngine['remove'] = async (infoHash, {deleteData}) => {
		await keeper.markRemoval(infoHash, deleteData ? 'deleteData' : 'keepData');
		await running.get(infoHash)?.stop();
		running.delete(infoHash);
		if (deleteData) {
			await rm(join(folder, infoHash), {recursive: true, force: true, maxRetries: 3});
		}
		await keeper.remove(infoHash);
	};

	for (const stored of await keeper.list()) {
		await (stored.removal ? remove(stored.infoHash, {deleteData: stored.removal === 'deleteData'}) : add(stored));
	}

	let polling = Promise.resolve();
	const endPolls = every(pollEveryMs, () => {
		polls += 1;
		polling = polling.then(() => pollAll(running, infoHash => poll(infoHash, pollEveryMs / 1000)));
	});

	return {
		port: client.torrentPort,
		add,
		list: () => [...running.values()].map(torrent => torrent.view()),
		remove,
		async close() {
			endPolls();
			await polling;
			await pollAll(running, infoHash => poll(infoHash, 0));
			await promisify(client.destroy.bind(client))();
		},
	};
}

async function pollAll(running: ReadonlyMap<string, RunningTorrent>, poll: (infoHash: string) => Promise<void>): Promise<void> {
	for (const infoHash of [...running.keys()]) {
		await poll(infoHash);
	}
}

function progressOf({bitfield, uploaded, received, seedingSeconds, completed, finished}: BuiltinTorrent) {
	return {bitfield, uploaded, received, seedingSeconds, completed, finished};
}

function hasProgressed(earlier: BuiltinTorrent, now: BuiltinTorrent): boolean {
	return (
		earlier.uploaded !== now.uploaded ||
		earlier.received !== now.received ||
		earlier.seedingSeconds !== now.seedingSeconds ||
		earlier.completed !== now.completed ||
		earlier.finished !== now.finished
	);
}
