import {createHash, randomUUID} from 'node:crypto';
import {mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {cached} from '#shared/coordination/cache.ts';
import {hourMs} from '#shared/domain/durations.ts';

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
