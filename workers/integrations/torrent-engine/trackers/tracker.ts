export interface Announce {
	infoHash: string;
	/** Forty hex digits. */
	peerId: string;
	port: number;
	/** Bytes of this run. */
	uploaded: number;
	downloaded: number;
	left: number;
	event: 'started' | 'completed' | 'stopped' | null;
}

export interface TrackerReply {
	/** Seconds; null when the tracker named none. */
	interval: number | null;
	/** `host:port`; the host may be a name. */
	peers: string[];
}

/** Announces to one tracker. Throws when it does not answer, or refuses. */
export type AskTracker = (url: string, announce: Announce, signal: AbortSignal) => Promise<TrackerReply>;

/** Milliseconds for one announce. */
export const answersWithinMs = 15_000;
/** Peers we ask for, and the most we take. */
export const wantedPeers = 50;
const maxPeers = 200;

/** BEP 23 and BEP 7: four or sixteen bytes of address, and two of port. */
export function readCompactPeers(bytes: Uint8Array, addressBytes: 4 | 16): string[] {
	const length = addressBytes + 2;
	const view = Buffer.from(bytes);
	const count = Math.min(Math.floor(view.length / length), maxPeers);
	return Array.from({length: count}, (_, index) => {
		const peer = view.subarray(index * length, (index + 1) * length);
		const host = addressBytes === 4 ? peer.subarray(0, 4).join('.') : `[${peer.toString('hex', 0, 16).match(/.{4}/g)?.join(':') ?? ''}]`;
		return `${host}:${peer.readUInt16BE(addressBytes)}`;
	});
}
