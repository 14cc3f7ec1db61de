import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, open, readdir, readFile, rm, stat, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type Readable, Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {dayMs} from '../domain/durations.ts';
import {Conflict, Invalid, NotFound, Unavailable} from '../errors.ts';

const keptMs = dayMs;
/** Bytes that stay free besides the file and the copy in which it is read: databases may lie on the same disk. */
const spareBytes = 1024 * 1024 * 1024;
/** Bytes of one piece in which a file comes. */
export const maxPieceBytes = 16 * 1024 * 1024;

/** A file that a person sends. */
export interface Upload {
	id: string;
	/** As the person's computer calls it; only shown, and read for what kind of file it is. */
	name: string;
	/** Bytes that it has. */
	size: number;
	/** Bytes that are here. */
	received: number;
}

export type Uploads = ReturnType<typeof createUploads>;

const isId = (id: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** Where files of moves are read. */
export const movesFolder = (dataDir: string) => join(dataDir, 'moves');

/** Backups and databases of other programs: four with a database, its log and its configuration, for several plans. */
const mostOfMoves = 60;

/** The files of moves, and what reading them has left. */
export function createMoveUploads(dataDir: string) {
	const parent = movesFolder(dataDir);
	const uploads = createUploads(join(parent, 'uploads'), {most: mostOfMoves});
	return {
		...uploads,
		/** Removes what is older than a day and not in use, and what a killed process left. Returns how many files. */
		async removeOld(now: Date, inUse: ReadonlySet<string>): Promise<number> {
			const left = (await listed(parent)).filter(name => /^(?:reading|given)-/.test(name));
			const removed = await Promise.all(left.map(name => removeIfOld(join(parent, name), now)));
			return removed.filter(Boolean).length + (await uploads.removeOld(now, inUse));
		},
	};
}

const listed = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
const changedAt = (path: string): Promise<number | null> =>
	stat(path).then(
		({mtimeMs}) => mtimeMs,
		() => null,
	);

async function removeIfOld(path: string, now: Date): Promise<boolean> {
	const at = await changedAt(path);
	const isOld = at !== null && Number(now) - at > keptMs;
	await (isOld ? rm(path, {recursive: true, force: true}) : null);
	return isOld;
}

/**
 * Files that people send, kept for a day in a folder which only this user can read. They come in pieces, each straight
 * to the disk: a whole file would take longer than any proxy and server waits for a request.
 */
export function createUploads(folder: string, {most}: {most: number}) {
	const dataOf = (id: string) => join(folder, `${id}.data`);
	const aboutOf = (id: string) => join(folder, `${id}.json`);
	const writing = new Set<string>();

	async function find(id: string): Promise<Upload | null> {
		if (!isId(id)) {
			return null;
		}
		try {
			const {name, size} = JSON.parse(await readFile(aboutOf(id), 'utf8')) as Pick<Upload, 'name' | 'size'>;
			return {id, name, size, received: (await stat(dataOf(id))).size};
		} catch {
			return null;
		}
	}

	async function get(id: string): Promise<Upload> {
		const found = await find(id);
		if (!found) {
			throw new NotFound('upload_not_found', `There is no uploaded file with the id ${id}. Files are kept for a day.`);
		}
		return found;
	}

	async function makeRoom(size: number): Promise<void> {
		await mkdir(folder, {recursive: true, mode: 0o700});
		const {bavail, bsize} = await statfs(folder);
		if (bavail * bsize < 2 * size + spareBytes) {
			throw new Unavailable(
				'disk_full',
				'The disk of DATA_DIR has no room for this file and a copy of it. Make room there, then try again.',
			);
		}
	}

	const announce = (id: string, {name, size}: Pick<Upload, 'name' | 'size'>) =>
		writeFile(aboutOf(id), JSON.stringify({name, size}), {mode: 0o600, flag: 'wx'});

	return {
		find,
		/** Throws NotFound `upload_not_found`. */
		get,
		/** Throws Unavailable `disk_full`. */
		makeRoom,
		/** Throws Conflict `too_many_uploads` and Unavailable `disk_full`. */
		async begin({name, size}: Pick<Upload, 'name' | 'size'>): Promise<Upload> {
			await makeRoom(size);
			if ((await readdir(folder)).length >= 2 * most) {
				throw new Conflict('too_many_uploads', `${most} files are in use already. Delete some, or undo what uses them.`);
			}
			const id = randomUUID();
			await writeFile(dataOf(id), '', {mode: 0o600, flag: 'wx'});
			await announce(id, {name, size});
			return {id, name, size, received: 0};
		},
		/** Keeps a file that `fill` writes, and returns its id. Throws Unavailable `disk_full`. */
		async make(name: string, fill: (path: string) => Promise<void>): Promise<string> {
			await makeRoom(0);
			const id = randomUUID();
			try {
				await writeFile(dataOf(id), '', {mode: 0o600, flag: 'wx'});
				await fill(dataOf(id));
				await announce(id, {name, size: (await stat(dataOf(id))).size});
			} catch (error) {
				await rm(dataOf(id), {force: true});
				throw error;
			}
			return id;
		},
		/**
		 * Writes the next piece. Throws Conflict `wrong_offset` unless it begins where the file ends so far, and
		 * Invalid `upload_too_large` for more than was announced.
		 */
		async append(id: string, offset: number, piece: Readable): Promise<Upload> {
			const upload = await get(id);
			if (offset !== upload.received || writing.has(id)) {
				throw new Conflict('wrong_offset', `The next piece begins at ${upload.received}, and pieces come one after another.`);
			}
			writing.add(id);
			try {
				const most = Math.min(maxPieceBytes, upload.size - offset);
				let count = 0;
				const counted = new Transform({
					transform(chunk: Buffer, _encoding, done) {
						count += chunk.length;
						const isTooMuch = count > most;
						done(
							isTooMuch ? new Invalid('upload_too_large', `This piece may have at most ${most} bytes.`) : null,
							isTooMuch ? undefined : chunk,
						);
					},
				});
				await pipeline(piece, counted, createWriteStream(dataOf(id), {flags: 'r+', start: offset}));
				const file = await open(dataOf(id), 'r+');
				await file.sync();
				await file.close();
			} finally {
				writing.delete(id);
			}
			return get(id);
		},
		/** The files of these uploads. Throws Conflict `upload_unfinished`. */
		async filesOf(ids: readonly string[]): Promise<{path: string; name: string}[]> {
			const uploads = await Promise.all(ids.map(get));
			const unfinished = uploads.find(({size, received}) => received < size);
			if (unfinished) {
				throw new Conflict('upload_unfinished', `${unfinished.name} is not here as a whole yet.`);
			}
			return uploads.map(({id, name}) => ({path: dataOf(id), name}));
		},
		async remove(id: string): Promise<void> {
			await get(id);
			await Promise.all([dataOf(id), aboutOf(id)].map(path => rm(path, {force: true})));
		},
		/** Removes what nothing uses: all older than a day, and the oldest where there is no room for another one. */
		async removeOld(now: Date, inUse: ReadonlySet<string>): Promise<number> {
			const names = await listed(folder);
			const free = names.filter(name => !inUse.has(name.split('.')[0] ?? ''));
			const dated = await Promise.all(free.map(async name => ({name, at: (await changedAt(join(folder, name))) ?? 0})));
			const surplus = names.length - 2 * (most - 1);
			const due = dated
				.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
				.filter(({at}, index) => index < surplus || Number(now) - at > keptMs);
			// A file and what is known of it go together.
			const ids = new Set(due.map(({name}) => name.split('.')[0] ?? ''));
			await Promise.all([...ids].flatMap(id => [dataOf(id), aboutOf(id)]).map(path => rm(path, {force: true})));
			return ids.size;
		},
	};
}
