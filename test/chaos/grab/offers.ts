import {createHash} from 'node:crypto';

/** A release that the site offers; no two are alike. */
export interface Offer {
	number: number;
	title: string;
	guid: string;
	protocol: 'torrent' | 'usenet';
	/** Word that a search for this release and its neighbours names. */
	batch: string;
	/** In lower case; null for usenet. */
	infoHash: string | null;
	/** Given instead of a file. */
	magnetUrl: string | null;
	/** The torrent or NZB file. */
	file: Buffer;
}

/** As many releases as one page of a site has. */
const batchSize = 50;
/** Nobody answers there. */
const announce = 'http://127.0.0.1:9/announce';
const pieceBytes = 262_144;
const pieces = 4;

/** Releases of both protocols in turn; every fourth torrent is a magnet link. */
export function makeOffers(count: number): Offer[] {
	return Array.from({length: count}, (_none, index) => {
		const number = index + 1;
		const batch = `Batch${Math.floor(index / batchSize) + 1}`;
		const title = `Chaos.${batch}.Number${number}.2019.1080p.WEB-DL.x264-CHAOS`;
		const shared = {number, title, guid: `chaos-${number}`, batch};
		if (number % 2 === 0) {
			return {...shared, protocol: 'usenet' as const, infoHash: null, magnetUrl: null, file: toNzb(number)};
		}
		const info = toInfo(title);
		const infoHash = createHash('sha1').update(info).digest('hex');
		const magnetUrl = number % 8 === 1 ? `magnet:?xt=urn:btih:${infoHash}&dn=${title}&tr=${announce}` : null;
		const file = Buffer.concat([Buffer.from(`d8:announce${announce.length}:${announce}4:info`), info, Buffer.from('e')]);
		return {...shared, protocol: 'torrent' as const, infoHash, magnetUrl, file};
	});
}

/** The number of the release that an NZB file of ours belongs to; null for any other text. */
export function numberOfNzb(nzb: string): number | null {
	const number = /subject="chaos-(\d{1,9})"/.exec(nzb)?.[1];
	return number === undefined ? null : Number(number);
}

/** The infohash of a torrent file of ours, whose last part is the info. */
export function infoHashOf(torrent: Buffer): string {
	const begin = torrent.indexOf('4:info') + '4:info'.length;
	return createHash('sha1').update(torrent.subarray(begin, -1)).digest('hex');
}

function toInfo(title: string): Buffer {
	const name = `${title}.mkv`;
	const hashes = Buffer.concat(Array.from({length: pieces}, (_none, piece) => createHash('sha1').update(`${title} ${piece}`).digest()));
	const head = `d6:lengthi${pieces * pieceBytes}e4:name${name.length}:${name}12:piece lengthi${pieceBytes}e6:pieces${hashes.length}:`;
	return Buffer.concat([Buffer.from(head), hashes, Buffer.from('e')]);
}

function toNzb(number: number): Buffer {
	return Buffer.from(
		`<?xml version="1.0" encoding="UTF-8"?><nzb xmlns="http://www.newzbin.com/DTD/2003/nzb">` +
			`<file poster="chaos" date="1700000000" subject="chaos-${number}"><groups><group>alt.chaos</group></groups>` +
			`<segments><segment bytes="700000" number="1">${number}@chaos</segment></segments></file></nzb>`,
	);
}
