import {access, constants} from 'node:fs/promises';
import {Worker} from 'node:worker_threads';
import PQueue from 'p-queue';
import type {FileMediaInfo} from '#shared/domain/media/media-file.ts';
import {Invalid, NotFound, Unavailable} from '#shared/errors.ts';
import {inTime, onDisk, toDiskFailure} from '../files/disk-failure.ts';
import {parseTracks, type Track} from './parse-tracks.ts';

export interface MediaInfoReader {
	/**
	 * Throws Invalid `corrupt` when the file has no video track, Unavailable `media_info_failed` when the time limit
	 * passes, and what `Files` throws when the disk fails.
	 */
	read(path: string): Promise<FileMediaInfo>;
	close(): Promise<void>;
}

/** Milliseconds for one file. A network disk may be slow, and a broken file may never end. */
const limitMs = 60_000;

/** `errno` is the system's code when the disk failed, and null when the parser did. */
type Reply = {tracks: Track[]} | {failure: string; errno: string | null};

/**
 * Reads one file at a time in a separate thread: the parser is a third-party one, and a file that makes it hang must
 * not stop the process.
 */
export function createMediaInfoReader({timeoutMs = limitMs} = {}): MediaInfoReader {
	let thread: Worker | null = null;
	const oneByOne = new PQueue({concurrency: 1});

	async function stop() {
		const ending = thread;
		thread = null;
		await ending?.terminate();
	}

	async function readTracks(path: string): Promise<Track[]> {
		// A file we have no permission to read is not a broken one.
		await onDisk(path, () => inTime(path, access(path, constants.R_OK)));
		thread ??= startThread();
		try {
			const reply = await askThread(thread, path, timeoutMs);
			if ('failure' in reply && reply.errno !== null) {
				throw readFailed(path, reply.errno, reply.failure);
			}
			if ('failure' in reply) {
				throw new Invalid('corrupt', `${path} cannot be read as a video: ${reply.failure}.`);
			}
			return reply.tracks;
		} catch (error) {
			// After a failure the thread's memory may be in any state.
			await stop();
			throw error;
		}
	}

	return {
		async read(path) {
			const info = parseTracks(await oneByOne.add(() => readTracks(path)));
			if (!info) {
				throw new Invalid('corrupt', `${path} holds no readable video.`);
			}
			return info;
		},
		async close() {
			await oneByOne.onIdle();
			await stop();
		},
	};
}

/** An error of the disk while a file is read may be temporary, so it never means that the file is corrupt. */
function readFailed(path: string, errno: string, message: string): unknown {
	const cause = Object.assign(new Error(message), {code: errno});
	const failure = toDiskFailure(cause, path);
	return failure instanceof Unavailable || failure instanceof NotFound
		? failure
		: new Unavailable('disk_failed', `${path} cannot be read: ${message}. Check its disk; it is tried again.`, {cause});
}

function startThread(): Worker {
	const thread = new Worker(new URL('./read-tracks.worker.ts', import.meta.url), {resourceLimits: {maxOldGenerationSizeMb: 256}});
	thread.unref();
	return thread;
}

function askThread(thread: Worker, path: string, timeoutMs: number): Promise<Reply> {
	const {promise, resolve, reject} = Promise.withResolvers<Reply>();
	const fail = (why: string) => reject(new Unavailable('media_info_failed', `The media info of ${path} could not be read: ${why}.`));
	const timer = setTimeout(() => fail('it took too long'), timeoutMs);
	const failed = (error: Error) => fail(error.message);
	const left = () => fail('the reader stopped');
	thread.once('message', resolve).once('error', failed).once('exit', left).postMessage({path});
	return promise.finally(() => {
		clearTimeout(timer);
		thread.off('message', resolve).off('error', failed).off('exit', left);
	});
}
