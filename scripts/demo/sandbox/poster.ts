import {crc32, deflateSync} from 'node:zlib';
import type {Film} from './films.ts';

const [width, height] = [200, 300];
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A plain PNG poster: the film's own colour, darker towards the bottom. */
export function drawPoster({id}: Film): Buffer {
	const colour = [0, 120, 240].map(shift => 90 + 80 * Math.cos(((id * 47 + shift) * Math.PI) / 180));
	const rows = Array.from({length: height}, (_, row) => {
		const light = 1 - (0.8 * row) / height;
		const pixel = colour.map(value => Math.round(value * light));
		return Buffer.concat([Buffer.from([0]), Buffer.alloc(width * 3, Buffer.from(pixel))]);
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Eight bits for each of red, green and blue.
	header.set([8, 2, 0, 0, 0], 8);
	return Buffer.concat([signature, part('IHDR', header), part('IDAT', deflateSync(Buffer.concat(rows))), part('IEND', Buffer.alloc(0))]);
}

function part(name: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	size.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([size, named, sum]);
}
