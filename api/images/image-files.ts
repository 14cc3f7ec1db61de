import {createHash, randomUUID} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import type {ApiDeps} from '#api/deps.ts';
import {createHeldPlaces} from '#api/http/limits/held-places.ts';
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

/** Part of the limit that is written between two looks at the whole folder. */
const shareBetweenLooks = 1 / 20;
/** Part of the limit that is left after a look. */
const shareLeft = 0.9;
/** Milliseconds; the time of a file says when it was last shown, but not more exactly than this. */
const exactMs = 12 * hourMs;

interface CachedFile {
	path: string;
	size: number;
	usedAt: number;
}

export function createImageFiles({folder, limit, now}: FilesOptions): ImageFiles {
	/** Bytes written since the folder was looked at; unknown at first. */
	let written = Number.POSITIVE_INFINITY;
	let looking: Promise<void> | null = null;

	async function touch(path: string): Promise<void> {
		if (Number(now()) - (await stat(path)).mtimeMs > exactMs) {
			await utimes(path, now(), now());
		}
	}

	function prune(): Promise<void> {
		written = 0;
		looking ??= removeOldest(folder, limit()).finally(() => {
			looking = null;
		});
		return looking;
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
			if (written > limit() * shareBetweenLooks) {
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
	const cached = await listFiles(folder);
	let total = cached.reduce((sum, {size}) => sum + size, 0);
	if (total <= limit) {
		return;
	}
	for (const {path, size} of cached.sort((a, b) => a.usedAt - b.usedAt)) {
		if (total <= limit * shareLeft) {
			return;
		}
		await rm(path, {force: true});
		total -= size;
	}
}

async function listFiles(folder: string): Promise<CachedFile[]> {
	const cached: CachedFile[] = [];
	for (const name of await readdir(folder)) {
		for (const file of await readdir(join(folder, name)).catch(() => [])) {
			const path = join(folder, name, file);
			const found = await stat(path).catch(() => null);
			if (found) {
				cached.push({path, size: found.size, usedAt: found.mtimeMs});
			}
		}
	}
	return cached;
}

/** How long a browser waits for a picture, in milliseconds. */
const fetchLimitMs = 20_000;
/** Pictures of one caller that this process has fetched at a time. */
const maxPerCaller = 100;
/** Seconds until a picture that does not exist is asked for again. */
const missingSeconds = 3600;
/** Seconds. */
const retryAfter = 5;

export type FindImage = (url: string, callerId: string) => Promise<Buffer>;

type FindDeps = Pick<ApiDeps, 'jobs' | 'producer' | 'prefix' | 'imageShelf' | 'log'>;

/** Reads a picture from our folder, or asks a worker. Throws NotFound `image_not_found` and what a worker reports. */
export function createFindImage(files: ImageFiles, {jobs, producer, prefix, imageShelf, log}: FindDeps): FindImage {
	const underWay = new Map<string, Promise<Buffer>>();
	const waiting = createHeldPlaces();

	async function ask(url: string): Promise<Buffer> {
		const missing = `${prefix}:no-image:${createHash('sha256').update(url).digest('hex')}`;
		if (await producer.get(missing)) {
			throw new NotFound('image_not_found', 'The metadata provider had no such picture a moment ago.');
		}
		const {imageId} = await jobs.ask(fetchImage, {url}, {timeoutMs: fetchLimitMs}).catch(async error => {
			if (error instanceof NotFound) {
				await producer.set(missing, '1', 'EX', missingSeconds);
			}
			throw error;
		});
		const bytes = await imageShelf.take(imageId);
		if (!bytes) {
			throw new Unavailable('image_lost', 'Redis lost the picture. Load it again.');
		}
		await files.write(url, bytes).catch(error => log.warn({err: error}, 'A picture could not be stored; check the disk of DATA_DIR'));
		return bytes;
	}

	/** Only with the same caller: the question of another one may wait in a long line. */
	function share(url: string, callerId: string): Promise<Buffer> {
		const key = `${callerId} ${url}`;
		const asking = underWay.get(key) ?? ask(url).finally(() => underWay.delete(key));
		underWay.set(key, asking);
		return asking;
	}

	return async (url, callerId) => {
		const cached = await files.read(url);
		if (cached) {
			return cached;
		}
		const others = waiting.of(callerId);
		if (others >= maxPerCaller) {
			throw new TooMany('too_many_requests', `${others} pictures are being fetched for you. Wait for some of them.`, retryAfter);
		}
		return share(url, callerId).finally(waiting.take(callerId));
	};
}
