import {crc32, deflateSync} from 'node:zlib';

/** Width and height in pixels. */
const sizes = {poster: [200, 300], backdrop: [480, 270], logo: [320, 96], portrait: [120, 180]} as const;
type Kind = keyof typeof sizes;

export const isPicture = (kind: string): kind is Kind => kind in sizes;

type Pixel = readonly [red: number, green: number, blue: number, opacity: number];

/** A plain PNG in the colour of this number. */
export function drawPicture(kind: Kind, id: number): Buffer {
	const [width, height] = sizes[kind];
	const colour = [0, 120, 240].map(shift => 90 + 80 * Math.cos(((id * 47 + shift) * Math.PI) / 180));
	const rows = Array.from({length: height}, (_row, y) => {
		const pixels = Array.from({length: width}, (_column, x) => painters[kind](x / width, y / height, colour));
		return Buffer.from([0, ...pixels.flat()]);
	});
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Eight bits for each of red, green, blue and opacity.
	header.set([8, 6, 0, 0, 0], 8);
	return Buffer.concat([signature, part('IHDR', header), part('IDAT', deflateSync(Buffer.concat(rows))), part('IEND', Buffer.alloc(0))]);
}

/** What is at a place, from 0 to 1 in both directions. */
const painters: Readonly<Record<Kind, (x: number, y: number, colour: readonly number[]) => Pixel>> = {
	poster: (_x, y, colour) => lit(colour, 1 - 0.8 * y),
	backdrop: (x, y, colour) => lit(colour, y > 0.7 - 0.2 * Math.sin(x * 9) ? 0.4 : 1.2 - 0.6 * y),
	// Upright strokes, as if they were letters.
	logo: (x, y) => [255, 255, 255, (x * 12) % 1 < 0.55 && (y < 0.2 || y > 0.8 || (x * 12) % 0.55 < 0.2) ? 255 : 0],
	portrait: (x, y, colour) => {
		const isFace = ((x - 0.5) / 0.26) ** 2 + ((y - 0.4) / 0.24) ** 2 < 1;
		const isBody = ((x - 0.5) / 0.45) ** 2 + ((y - 1) / 0.34) ** 2 < 1;
		return lit(colour, isFace ? 1.45 : isBody ? 0.5 : 0.9);
	},
};

const lit = ([red = 0, green = 0, blue = 0]: readonly number[], light: number): Pixel =>
	[light * red, light * green, light * blue, 255].map(value => Math.min(255, Math.round(value))) as unknown as Pixel;

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function part(name: string, data: Buffer): Buffer {
	const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
	const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
	size.writeUInt32BE(data.length);
	sum.writeUInt32BE(crc32(named));
	return Buffer.concat([size, named, sum]);
}
