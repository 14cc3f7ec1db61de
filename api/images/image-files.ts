import {createHash, randomUUID} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ApiDeps} from '#api/deps.ts';
import {cached, createCache, createHandOver} from '#shared/coordination/cache.ts';
import {createSlots} from '#shared/coordination/slots.ts';
import {withinLimit} from '#shared/coordination/wait.ts';
import {hourMs} from '#shared/domain/durations.ts';
import {NotFound, TooMany, Unavailable} from '#shared/errors.ts';
import {fetchImage} from '#shared/jobs/refresh.ts';

/** Pictures in a folder, found by the hash of their address at the provider. */
export interface ImageFiles {
	/** Null when it is not there. */
	read(url: string): Promise<Buffer | null>;
	/** May fail, as on a full disk; the picture is then fetched again. */
	write(url: string, bytes: Buffer): Promise<void>;
}

interface FilesOptions {
	folder: string;
	/** Bytes. */
	limit(): number;
	now: () => Date;
}

/** Part of the limit that is written between two checks of the whole folder. */
const shareBetweenChecks = 1 / 20;
/** Part of the limit that is left after a check. */
const shareLeft = 0.9;
/** Milliseconds; the time of a file says when it was last shown, but not more exactly than this. */
const exactMs = 12 * hourMs;

interface StoredImage {
	path: string;
	size: number;
	usedAt: number;
}

export function createImageFiles({folder, limit, now}: FilesOptions): ImageFiles {
	/** Bytes written since the folder was looked at; unknown at first. */
	let written = Number.POSITIVE_INFINITY;

	const removeSurplus = cached(() => removeOldest(folder, limit()), {ttlMs: 0});

	async function touch(path: string): Promise<void> {
		if (Number(now()) - (await stat(path)).mtimeMs > exactMs) {
			await utimes(path, now(), now());
		}
	}

	function prune(): Promise<void> {
		written = 0;
		return removeSurplus();
	}

	return {
		async read(url) {
			const path = pathOf(folder, url);
			const bytes = await readFile(path).catch(() => null);
			if (bytes) {
				await touch(path).catch(() => {});
			}
			return bytes;
		},
		async write(url, bytes) {
			const path = pathOf(folder, url);
			const partial = `${path}.${randomUUID()}.part`;
			await mkdir(join(path, '..'), {recursive: true});
			try {
				await writeFile(partial, bytes);
				await utimes(partial, now(), now());
				await rename(partial, path);
			} catch (error) {
				await rm(partial, {force: true}).catch(() => {});
				throw error;
			}
			written += bytes.length;
			if (written > limit() * shareBetweenChecks) {
				await prune();
			}
		},
	};
}

/** `<folder>/ab/<hash>`: no folder gets too large. */
function pathOf(folder: string, url: string): string {
	const hash = createHash('sha256').update(url).digest('hex');
	return join(folder, hash.slice(0, 2), hash);
}

/** Removes what was not shown for longest, until there is room again. */
async function removeOldest(folder: string, limit: number): Promise<void> {
	const stored = await listStored(folder);
	let total = stored.reduce((sum, {size}) => sum + size, 0);
	if (total <= limit) {
		return;
	}
	for (const {path, size} of stored.sort((a, b) => a.usedAt - b.usedAt)) {
		if (total <= limit * shareLeft) {
			return;
		}
		await rm(path, {force: true});
		total -= size;
	}
}

async function listStored(folder: string): Promise<StoredImage[]> {
	const stored: StoredImage[] = [];
	for (const name of await readdir(folder)) {
		for (const file of await readdir(join(folder, name)).catch(() => [])) {
			const path = join(folder, name, file);
			const found = await stat(path).catch(() => null);
			if (found) {
				stored.push({path, size: found.size, usedAt: found.mtimeMs});
			}
		}
	}
	return stored;
}

/** Milliseconds for a worker to fetch a picture. */
const fetchLimitMs = 20_000;
/** Pictures of one caller that this process has fetched at a time. */
const maxPerCaller = 100;
/** For all callers together. */
const maxUnderWay = 10_000;
/** Seconds. */
const retryAfter = 5;

export type FindImage = (url: string, callerId: string) => Promise<Buffer>;

type FindDeps = Pick<ApiDeps, 'jobs' | 'producer' | 'prefix' | 'imageCache' | 'log' | 'waits'>;

/**
 * Reads a picture from our folder, or asks a worker. Throws NotFound `image_not_found`, Unavailable `image_pending`
 * while a worker fetches it or none runs, and what a worker reports.
 */
export function createFindImage(files: ImageFiles, {jobs, producer, prefix, imageCache, log, waits}: FindDeps): FindImage {
	const underWay = createCache<Promise<Buffer>>({max: maxUnderWay, ttlMs: 0});
	/** Pictures that the provider does not have. */
	const missing = createHandOver<true>({redis: producer, prefix, name: 'no-image', ttlMs: hourMs});
	const waiting = createSlots({maxOfCaller: maxPerCaller});

	async function ask(url: string): Promise<Buffer> {
		if (await missing.get(url)) {
			throw new NotFound('image_not_found', 'The metadata provider had no such picture a moment ago.');
		}
		const {imageId} = await jobs.ask(fetchImage, {url}, {timeoutMs: fetchLimitMs}).catch(async error => {
			if (error instanceof NotFound) {
				await missing.put(url, true);
			}
			throw error;
		});
		const text = await imageCache.take(imageId);
		if (text === null) {
			throw new Unavailable('image_lost', 'Redis lost the picture. Load it again.');
		}
		const bytes = Buffer.from(text, 'base64');
		await files.write(url, bytes).catch(error => log.warn({err: error}, 'A picture could not be kept; check the disk of DATA_DIR'));
		return bytes;
	}

	/** Requests are shared only within one caller: that of another one may have to wait in a long queue. */
	function share(url: string, callerId: string): Promise<Buffer> {
		return underWay.get(`${callerId} ${url}`, () => ask(url));
	}

	return async (url, callerId) => {
		const stored = await files.read(url);
		if (stored) {
			return stored;
		}
		const leave = waiting.tryTake(callerId);
		if (!leave) {
			throw new TooMany(
				'too_many_requests',
				`${maxPerCaller} images are already being fetched for you. Wait for some of them to finish.`,
				retryAfter,
			);
		}
		const fetched = share(url, callerId).finally(() => leave());
		const bytes = await withinLimit<Buffer | null>(fetched, waits.imageMs, null);
		if (bytes === null) {
			throw new Unavailable(
				'image_pending',
				'The picture is still being fetched, or no worker of the refresh pool runs. Load it again later.',
			);
		}
		return bytes;
	};
}
