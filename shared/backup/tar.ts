import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {pack} from 'tar-stream';

/** `name` is its path in the archive. */
export type FileToPack = {name: string; path: string} | {name: string; size: number; read(): AsyncIterable<Buffer>};

/** Longest name that every program reads, because it needs no extension of the format. */
const maxName = 100;

/** A tar archive of files, which are read one after another. Fails if one of them becomes shorter meanwhile. */
export async function* packTar(files: readonly FileToPack[]): AsyncGenerator<unknown> {
	const archive = pack();
	const packed = packAll(files, archive).catch(error => archive.destroy(error));
	yield* archive;
	await packed;
}

async function packAll(files: readonly FileToPack[], archive: ReturnType<typeof pack>): Promise<void> {
	for (const file of files) {
		const {name} = file;
		if (Buffer.byteLength(name) > maxName) {
			throw new RangeError(`${name} is too long for a tar archive`);
		}
		if ('read' in file) {
			await pipeline(Readable.from(file.read()), archive.entry({name, size: file.size, mode: 0o600}));
			continue;
		}
		const {size, mtime} = await stat(file.path);
		const content = size > 0 ? createReadStream(file.path, {end: size - 1}) : Readable.from([]);
		await pipeline(content, archive.entry({name, size, mtime, mode: 0o600}));
	}
	archive.finalize();
}
