/** A torrent of the built-in client as it is kept, so that no crash loses it. */
export interface BuiltinTorrent {
	/** Forty hex digits in lower case. */
	infoHash: string;
	title: string;
	magnetUrl: string | null;
	/** The `.torrent` file; of a magnet link once its metadata has come. */
	torrentFile: Uint8Array | null;
	/** Goals of seeding; null where the engine's own apply. */
	seedRatio: number | null;
	seedTimeMinutes: number | null;
	addedAt: Date;
	/** Bytes; 0 while the metadata is unknown. */
	size: number;
	/** One bit a piece that was verified, as of the last look. */
	bitfield: Uint8Array | null;
	/** Bytes over all runs. */
	uploaded: number;
	received: number;
	seedingSeconds: number;
	completed: boolean;
	/** The goals of seeding are met: it rests on the disk and is not opened again. */
	finished: boolean;
	/** Somebody asked for its removal, which goes on after a crash. */
	removal: 'keepData' | 'deleteData' | null;
}

/** What changes while it runs. */
export type BuiltinProgress = Pick<BuiltinTorrent, 'bitfield' | 'uploaded' | 'received' | 'seedingSeconds' | 'completed' | 'finished'>;

export interface SeedGoals {
	ratio: number;
	minutes: number;
}

/**
 * Either goal ends the seeding. A torrent that was not downloaded by us, as its files lay there before, counts its size
 * as received.
 */
export function goalsMet({seedRatio, seedTimeMinutes, ...torrent}: BuiltinTorrent, fallback: SeedGoals): boolean {
	if (!torrent.completed) {
		return false;
	}

	const own = seedRatio !== null || seedTimeMinutes !== null;
	const ratio = own ? seedRatio : fallback.ratio;
	const minutes = own ? seedTimeMinutes : fallback.minutes;
	const received = Math.max(torrent.received, torrent.size, 1);
	return (ratio !== null && torrent.uploaded >= ratio * received) || (minutes !== null && torrent.seedingSeconds >= minutes * 60);
}
