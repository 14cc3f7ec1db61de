import {randomUUID} from 'node:crypto';
import {createWriteStream} from 'node:fs';
import {mkdir, open, readdir, readFile, rm, stat, statfs, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {type Readable, Transform} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {dayMs} from '../domain/durations.ts';
import {type MoveUpload, maxPieceBytes} from '../domain/moves/move.ts';
import {Conflict, Invalid, NotFound, Unavailable} from '../errors.ts';

/** Files that are kept at once: four programs with a database, its log and its configuration, and some more. */
const maxUploads = 24;
const keptMs = dayMs;
/** Bytes that stay free besides the file and the copy in which it is read. */
const spareBytes = 1024 * 1024 * 1024;

export type MoveUploads = ReturnType<typeof createMoveUploads>;

const isId = (id: string) => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);

/** Where files of moves are read. */
export const movesFolder = (dataDir: string) => join(dataDir, 'moves');

/**
 * Backups and databases of other programs, kept for a day in DATA_DIR, which only this user can read. They come in
 * pieces, each straight to the disk: a whole file would take longer than any proxy and server waits for a request.
 */
export function createMoveUploads(dataDir: string) {
	const folder = join(movesFolder(dataDir), 'uploads');
	const dataOf = (id: string) => join(folder, `${id}.data`);
	const aboutOf = (id: string) => join(folder, `${id}.json`);
	const writing = new Set<string>();

	async function find(id: string): Promise<MoveUpload | null> {
		if (!isId(id)) {
			return null;
		}
		try {
			const {name, size} = JSON.parse(await readFile(aboutOf(id), 'utf8')) as Pick<MoveUpload, 'name' | 'size'>;
			return {id, name, size, received: (await stat(dataOf(id))).size};
		} catch {
			return null;
		}
	}

	async function get(id: string): Promise<MoveUpload> {
		const found = await find(id);
		if (!found) {
			throw new NotFound('move_upload_not_found', `There is no uploaded file with the id ${id}. Files are kept for a day.`);
		}
		return found;
	}

	async function makeRoom(size: number): Promise<void> {
		await mkdir(folder, {recursive: true, mode: 0o700});
		if ((await readdir(folder)).length >= 2 * maxUploads) {
			throw new Conflict('too_many_uploads', `${maxUploads} files are kept already. Delete some, or wait until they are a day old.`);
		}
		const {bavail, bsize} = await statfs(folder);
		if (bavail * bsize < 2 * size + spareBytes) {
			throw new Unavailable(
				'disk_full',
				'The disk of DATA_DIR has no room for this file and a copy of it. Make room there, then try again.',
			);
		}
	}

	const announce = (id: string, {name, size}: Pick<MoveUpload, 'name' | 'size'>) =>
		writeFile(aboutOf(id), JSON.stringify({name, size}), {mode: 0o600, flag: 'wx'});

	return {
		find,
		/** Throws NotFound `move_upload_not_found`. */
		get,
		/** Throws Conflict `too_many_uploads` and Unavailable `disk_full`. */
		async begin({name, size}: Pick<MoveUpload, 'name' | 'size'>): Promise<MoveUpload> {
			await makeRoom(size);
			const id = randomUUID();
			await writeFile(dataOf(id), '', {mode: 0o600, flag: 'wx'});
			await announce(id, {name, size});
			return {id, name, size, received: 0};
		},
		/** Keeps a file that `fill` writes, and returns its id. Throws as `begin` does. */
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
		async append(id: string, offset: number, piece: Readable): Promise<MoveUpload> {
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
		/** Removes what is older than a day and not in use, and what a killed process left. Returns how many files. */
		async removeOld(now: Date, inUse: ReadonlySet<string>): Promise<number> {
			let removed = 0;
			for (const parent of [folder, movesFolder(dataDir)]) {
				for (const entry of await readdir(parent, {withFileTypes: true}).catch(() => [])) {
					const path = join(parent, entry.name);
					const isOurs = parent === folder ? !inUse.has(entry.name.split('.')[0] ?? '') : /^(?:reading|given)-/.test(entry.name);
					const changedAt = isOurs
						? await stat(path).then(
								({mtimeMs}) => mtimeMs,
								() => null,
							)
						: null;
					if (changedAt !== null && Number(now) - changedAt > keptMs) {
						await rm(path, {recursive: true, force: true});
						removed += 1;
					}
				}
			}
			return removed;
		},
	};
}
