import {type Bencoded, decodeBencoded, sliceDictionary} from './bencode.ts';

/** Bytes. Pieces are held in memory until they are whole, and each one costs memory however small it is. */
export const pieceBytes = {min: 16 * 1024, max: 64 * 1024 * 1024};
/** SHA-1. */
const hashBytes = 20;
/** Folders in each other; those of real torrents stay below ten. */
const maxDepth = 32;

type Dictionary = {[key: string]: Bencoded};

/**
 * Why no client should get this torrent; null if there is no reason. What is not a torrent at all is left to the
 * decoder. Clients trust these values: a piece length of 1, or one that is a text, makes some use up their memory or
 * crash.
 */
export function whyUnsafe(torrent: Uint8Array): string | null {
	const info = infoOf(torrent);
	return info && (whyPieces(info) ?? whyFiles(info));
}

/** Bytes. A path has 4,096 with the folder that it is in. */
const longestName = 255;
const longestPath = 3000;

/**
 * Why the built-in client cannot write this torrent; null if it can. Other clients shorten and number names. It would
 * fetch the same piece for ever, or write one file over another and hand on the rest as whole.
 */
export function whyNotWritable(torrent: Uint8Array): string | null {
	const info = infoOf(torrent);
	const name = toText(info?.['name.utf-8'] ?? info?.['name']) ?? '';
	const lists = info?.['files'] === undefined ? [[]] : listOf(info['files']).map(file => pathsOf(file)?.at(-1) ?? []);
	const paths = lists.map(parts => onDisk([name, ...parts]));
	if (paths.some(parts => parts.some(part => bytesOf(part) > longestName) || bytesOf(parts.join('/')) > longestPath)) {
		return `The torrent has a file whose name is longer than the ${longestName} bytes of a disk`;
	}
	// Paddings of one length share a name, and are the same zeros.
	const written = paths.filter(parts => parts[1] !== '.pad');
	const files = new Set(written.map(parts => parts.join('/')));
	const isBelowFile = (parts: string[]) => parts.some((_, end) => files.has(parts.slice(0, end).join('/')));
	return files.size < written.length || written.some(isBelowFile) ? 'Two files of the torrent would have the same place on a disk' : null;
}

/** A path as webtorrent writes it. */
function onDisk(parts: readonly string[]): string[] {
	const kept = parts.flatMap(part => part.split('/')).filter(part => part !== '' && part !== '.');
	return kept.map((part, index) => (index === kept.length - 1 ? part.replaceAll(leftOut, '') : part));
}

const bytesOf = (text: string) => Buffer.byteLength(text);

function infoOf(torrent: Uint8Array): Dictionary | null {
	try {
		const info = sliceDictionary(torrent).get('info');
		const value = info ? decodeBencoded(info) : null;
		return value !== null && isDictionary(value) ? value : null;
	} catch {
		return null;
	}
}

function whyPieces(info: Dictionary): string | null {
	const {'piece length': pieceLength, pieces} = info;
	if (
		!(typeof pieceLength === 'number' && Number.isInteger(pieceLength) && pieceLength >= pieceBytes.min && pieceLength <= pieceBytes.max)
	) {
		return 'The piece length of the torrent is not a whole number from 16 KiB to 64 MiB';
	}
	const total = totalOf(info);
	if (pieces === undefined || total === null) {
		return null;
	}
	if (total === 0 || !Number.isSafeInteger(total)) {
		return 'The files of the torrent have no possible size';
	}
	return pieces instanceof Uint8Array && pieces.length === hashBytes * Math.ceil(total / pieceLength)
		? null
		: 'The hashes of the torrent do not fit the size of its files';
}

/** Bytes of all files of version 1; null when a length is invalid, which the decoder refuses. */
function totalOf({files, length}: Dictionary): number | null {
	const lengths = files === undefined ? [length] : listOf(files).map(file => (isDictionary(file) ? file['length'] : undefined));
	const numbers = lengths.filter(each => typeof each === 'number' && Number.isSafeInteger(each) && each >= 0) as number[];
	return numbers.length === lengths.length ? numbers.reduce((sum, each) => sum + each, 0) : null;
}

function whyFiles(info: Dictionary): string | null {
	const {name, 'name.utf-8': name8, files, 'file tree': tree} = info;
	const names = [name, ...(name8 === undefined ? [] : [name8])].map(toText);
	const lists = files === undefined ? [] : listOf(files).map(pathsOf);
	if (names.some(each => !isName(each)) || lists.includes(null)) {
		return 'A file of the torrent has no usable name';
	}
	const paths = lists.flatMap(each => each ?? []);
	const all = [...names.map(each => [String(each)]), ...paths, ...(tree === undefined ? [] : treePaths(tree, []))];
	if (all.some(leadsOut)) {
		return 'The torrent contains a path that leads out of its folder';
	}
	return all.some(parts => parts.length > maxDepth) ? `The torrent has files more than ${maxDepth} folders deep` : null;
}

/** The path of a file, also that in an older coding if it has both; null without a usable one. */
function pathsOf(file: Bencoded): string[][] | null {
	if (!isDictionary(file)) {
		return null;
	}
	const {path, 'path.utf-8': path8} = file;
	const found = [path, path8].filter(each => each !== undefined).map(each => listOf(each).map(toText));
	const isUsable = found.every(parts => isName(parts.at(-1) ?? null) && !parts.includes(null));
	return found.length > 0 && isUsable ? (found as string[][]) : null;
}

/** BEP 52: folders are dictionaries in each other, and an empty key marks a file. */
function treePaths(tree: Bencoded, above: string[]): string[][] {
	return isDictionary(tree)
		? Object.entries(tree).flatMap(([key, below]) => (key === '' ? [above] : treePaths(below, [...above, key])))
		: [above];
}

function leadsOut(parts: readonly string[]): boolean {
	return parts.some(part => part.includes('\0') || part.split(/[\\/]/).includes('..')) || (parts[0] ?? '').startsWith('/');
}

/** webtorrent leaves out these signs, and what is left must not be a folder. */
const leftOut = /[<>:"/\\|?*\p{Cc}]/gu;

function isName(text: string | null): boolean {
	return text !== null && !['', '.', '..'].includes(text.replaceAll(leftOut, ''));
}

function toText(value: Bencoded | undefined): string | null {
	return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : null;
}

function listOf(value: Bencoded | undefined): Bencoded[] {
	return Array.isArray(value) ? value : [];
}

function isDictionary(value: Bencoded): value is Dictionary {
	return typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array);
}
