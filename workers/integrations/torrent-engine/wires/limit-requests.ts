import type {Wire} from 'webtorrent';

/** Other clients ask for at most 500 blocks before the first has come. */
const mostRequests = 2000;
/** Bytes that wait to be sent: 500 blocks of 16 KiB, doubled. */
const mostWaiting = 16 * 1024 * 1024;

/** A peer that asks without reading would collect the whole torrent in our memory. */
export function limitRequests(wire: Wire): void {
	wire.on('request', () => {
		if (wire.peerRequests.length > mostRequests || wire._readableState.buffered > mostWaiting) {
			wire.destroy();
		}
	});
}
