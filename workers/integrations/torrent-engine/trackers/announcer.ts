import {backoffMs, backoffs} from '#shared/coordination/backoff.ts';
import {wait} from '#shared/coordination/wait.ts';

interface Announcer {
	/** Everything has arrived. */
	completed(): void;
	/** Says good-bye, for at most two seconds. */
	stop(): Promise<void>;
}

interface AnnouncerOptions {
	trackers: string[];
	/** What changes from one announce to the next. */
	figures(): Omit<Announce, 'event'>;
	/** The number of peers that are of use. */
	onPeers(peers: string[]): void;
	/** Returns the seconds until the tracker is asked again; null for pauses that grow. */
	onFailure(tracker: string, error: unknown): number | null;
}

const stopsWithinMs = 2000;
/** Seconds between two announces, whatever the tracker wants. */
const shortest = 60;
const longest = 3600;
/** A tracker that knows no peer yet may be asked sooner, each time a little later. */
const shortestAlone = 2;

/** Tells all trackers of a torrent about us, each in its own rhythm, and hands on the peers they name. */
export function startAnnouncer(ask: AskTracker, options: AnnouncerOptions): Announcer {
	const {trackers, figures, onPeers, onFailure} = options;
	const stopped = new AbortController();
	const reached = new Set<string>();
	/** Replies without peers since the start. */
	let empty = 0;

	const announce = async (tracker: string, event: Announce['event']): Promise<number | null> => {
		try {
			const {interval, peers} = await ask(tracker, {...figures(), event}, stopped.signal);
			if (stopped.signal.aborted) {
				return null;
			}
			reached.add(tracker);
			onPeers(peers);
			empty = peers.length > 0 ? 6 : Math.min(empty + 1, 6);
			return clamp(interval ?? 1800, Math.min(shortest, shortestAlone ** empty));
		} catch (error) {
			return stopped.signal.aborted ? null : onFailure(tracker, error);
		}
	};

	const follow = async (tracker: string) => {
		for (let failures = 0; !stopped.signal.aborted; ) {
			const next = await announce(tracker, reached.has(tracker) ? null : 'started');
			failures = next === null ? failures + 1 : 0;
			const seconds = next ?? clamp(backoffMs(failures, backoffs.tracker) / 1000, shortest);
			await wait(seconds * 1000, stopped.signal).catch(() => {});
		}
	};

	for (const tracker of trackers) {
		void follow(tracker);
	}

	return {
		completed() {
			for (const tracker of reached) {
				void announce(tracker, 'completed');
			}
		},
		async stop() {
			stopped.abort();
			const signal = AbortSignal.timeout(stopsWithinMs);
			await Promise.allSettled([...reached].map(tracker => ask(tracker, {...figures(), event: 'stopped'}, signal)));
		},
	};
}

function clamp(seconds: number, min: number): number {
	return Math.min(Math.max(seconds, min), longest);
}

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
