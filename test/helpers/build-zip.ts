import {crc32, deflateRawSync} from 'node:zlib';

export interface ZippedFile {
	name: string;
	content: string | Buffer;
	/** Mode of Unix, such as 0o120777 for a link. */
	mode?: number;
	/** The size that the archive gives, when it lies. */
	declaredSize?: number;
}

const unixMade = (3 << 8) | 20;
const utf8Names = 0x0800;
const deflate = 8;

/** A zip archive of files, as any archiver writes it. */
export function buildZip(files: readonly ZippedFile[]): Buffer {
	const locals: Buffer[] = [];
	const entries: Buffer[] = [];
	let offset = 0;
	for (const {name, content, mode = 0o100644, declaredSize} of files) {
		const bytes = Buffer.from(content);
		const packed = deflateRawSync(bytes);
		const path = Buffer.from(name);
		const shared = Buffer.alloc(26);
		shared.writeUInt16LE(20, 0);
		shared.writeUInt16LE(utf8Names, 2);
		shared.writeUInt16LE(deflate, 4);
		shared.writeUInt32LE(crc32(bytes), 10);
		shared.writeUInt32LE(packed.length, 14);
		shared.writeUInt32LE(declaredSize ?? bytes.length, 18);
		shared.writeUInt16LE(path.length, 22);
		const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), shared, path, packed]);
		const tail = Buffer.alloc(14);
		tail.writeUInt32LE((mode << 16) >>> 0, 6);
		tail.writeUInt32LE(offset, 10);
		const made = Buffer.alloc(2);
		made.writeUInt16LE(unixMade);
		entries.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), made, shared, tail, path]));
		locals.push(local);
		offset += local.length;
	}
	const directory = Buffer.concat(entries);
	const end = Buffer.alloc(22);
	end.write('PK\x05\x06', 'latin1');
	end.writeUInt16LE(files.length, 8);
	end.writeUInt16LE(files.length, 10);
	end.writeUInt32LE(directory.length, 12);
	end.writeUInt32LE(offset, 16);
	return Buffer.concat([...locals, directory, end]);
}
