import {Buffer} from 'node:buffer';

export interface MatroskaTrack {
	type: 'video' | 'audio' | 'subtitle';
	codec: string;
	/** Three letters, as in Matroska. */
	language?: string;
	width?: number;
	height?: number;
	channels?: number;
	title?: string;
	isForced?: boolean;
	isForDeaf?: boolean;
	/** Frames a second. */
	frameRate?: number;
}

export interface MatroskaOptions {
	tracks?: readonly MatroskaTrack[];
	durationSeconds?: number;
	/** Size of the whole file in bytes; the rest is filled with an element that readers skip. */
	size?: number;
}

const types = {video: 1, audio: 2, subtitle: 17};

function element(id: number, ...content: Buffer[]): Buffer {
	const body = Buffer.concat(content);
	const head = Buffer.alloc(12);
	const idText = id.toString(16);
	head.write(idText, 0, 'hex');
	// An eight-byte length is valid for every size.
	head.writeBigUInt64BE((1n << 56n) | BigInt(body.length), idText.length / 2);
	return Buffer.concat([head.subarray(0, idText.length / 2 + 8), body]);
}

function whole(id: number, value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32BE(value);
	return element(id, bytes);
}

function decimal(id: number, value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeDoubleBE(value);
	return element(id, bytes);
}

const text = (id: number, value: string) => element(id, Buffer.from(value));

function track(
	{type, codec, language, width, height, channels, title, isForced, isForDeaf, frameRate}: MatroskaTrack,
	number: number,
): Buffer {
	const parts = [
		whole(0xd7, number),
		whole(0x73c5, number),
		whole(0x83, types[type]),
		text(0x86, codec),
		text(0x22b59c, language ?? 'und'),
		...(title === undefined ? [] : [text(0x536e, title)]),
		...(isForced ? [whole(0x55aa, 1)] : []),
		...(isForDeaf ? [whole(0x55ab, 1)] : []),
		...(frameRate === undefined ? [] : [whole(0x23e383, Math.round(1e9 / frameRate))]),
	];
	if (type === 'video') {
		parts.push(element(0xe0, whole(0xb0, width ?? 1920), whole(0xba, height ?? 1080)));
	}
	if (type === 'audio') {
		parts.push(element(0xe1, decimal(0xb5, 48_000), whole(0x9f, channels ?? 2)));
	}
	return element(0xae, ...parts);
}

const filmTracks: readonly MatroskaTrack[] = [
	{type: 'video', codec: 'V_MPEGH/ISO/HEVC', width: 1920, height: 1080},
	{type: 'audio', codec: 'A_EAC3', language: 'eng', channels: 6},
	{type: 'subtitle', codec: 'S_TEXT/UTF8', language: 'ger'},
];

/** A small valid Matroska file: its headers describe the tracks, and its only block is empty. */
export function buildMatroska({tracks = filmTracks, durationSeconds = 5400, size = 0}: MatroskaOptions = {}): Buffer {
	const header = element(
		0x1a45dfa3,
		whole(0x4286, 1),
		whole(0x42f7, 1),
		whole(0x42f2, 4),
		whole(0x42f3, 8),
		text(0x4282, 'matroska'),
		whole(0x4287, 4),
		whole(0x4285, 2),
	);
	const info = element(
		0x1549a966,
		whole(0x2ad7b1, 1_000_000),
		decimal(0x4489, durationSeconds * 1000),
		text(0x4d80, 'test'),
		text(0x5741, 'test'),
	);
	const list = element(0x1654ae6b, ...tracks.map((each, index) => track(each, index + 1)));
	const cluster = element(0x1f43b675, whole(0xe7, 0), element(0xa3, Buffer.from([0x81, 0, 0, 0x80, 0, 0, 0, 1])));
	const used = header.length + 12 + info.length + list.length + cluster.length;
	const filler = size > used + 12 ? [element(0xec, Buffer.alloc(size - used - 9))] : [];
	return Buffer.concat([header, element(0x18538067, info, list, cluster, ...filler)]);
}
