import {once} from 'node:events';
import {setTimeout as wait} from 'node:timers/promises';
import type {Play, SiteOptions} from '../play.ts';
import type {Visit} from '../site.ts';

const paragraph = Buffer.from(`<p>${'An endless page has much to say. '.repeat(1985)}</p>\n`);
/** Interval between two pieces of a slow page. */
const pieceMs = 100;

/** A page of 100 MB, sent as fast as it is read or at a limited rate. */
export function playHuge({bytes = 100_000_000, bytesPerSecond}: SiteOptions): Play {
	return {
		answer: async visit => {
			visit.response.writeHead(200, {server: 'cloudflare', 'content-type': 'text/html; charset=utf-8'});
			visit.response.write('<!DOCTYPE html><title>Huge</title>');
			await pour(visit, bytes, bytesPerSecond);
			visit.response.end();
		},
	};
}

async function pour({response}: Visit, bytes: number, bytesPerSecond: number | undefined): Promise<void> {
	const gone = once(response, 'close');
	const most = bytesPerSecond === undefined ? paragraph.length : Math.max(1, Math.round((bytesPerSecond * pieceMs) / 1000));
	for (let left = bytes; left > 0 && !response.destroyed; ) {
		const piece = paragraph.subarray(0, Math.min(left, most));
		left -= piece.length;
		if (!response.write(piece)) {
			await Promise.race([once(response, 'drain'), gone]);
		}
		if (bytesPerSecond !== undefined) {
			await wait(pieceMs);
		}
	}
}
