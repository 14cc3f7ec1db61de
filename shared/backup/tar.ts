import {createReadStream} from 'node:fs';
import {stat} from 'node:fs/promises';
import {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {pack} from 'tar-stream';

export interface FileToPack {
	/** Its path in the archive. */
	name: string;
	path: string;
}

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
	for (const {name, path} of files) {
		if (Buffer.byteLength(name) > maxName) {
			throw new RangeError(`${name} is too long for a tar archive`);
		}
		const {size, mtime} = await stat(path);
		const content = size > 0 ? createReadStream(path, {end: size - 1}) : Readable.from([]);
		await pipeline(content, archive.entry({name, size, mtime, mode: 0o600}));
	}
	archive.finalize();
}
