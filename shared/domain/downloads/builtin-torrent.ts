/** A torrent of the built-in client as it is stored, so that a crash does not lose it. */
export interface BuiltinTorrent {
	/** Forty hex digits, lower case. */
	infoHash: string;
	title: string;
	magnetUrl: string | null;
	/** The `.torrent` file. For a magnet link, null until its metadata has arrived. */
	torrentFile: Uint8Array | null;
	/** Seeding goals; null where the engine's defaults apply. */
	seedRatio: number | null;
	seedTimeMinutes: number | null;
	addedAt: Date;
	/** Bytes; 0 while the metadata is unknown. */
	size: number;
	/** One bit for each verified piece, as of the last check. */
	bitfield: Uint8Array | null;
	/** Bytes, over all runs. */
	uploaded: number;
	received: number;
	seedingSeconds: number;
	completed: boolean;
	/** The seeding goals are met: the files stay on the disk and the torrent is not opened again. */
	finished: boolean;
	/** It is neither opened nor started; missing in torrents stored by an older version. */
	paused?: boolean;
	/** Starts since it last ran for a while. Counted before the engine gets it, so that the count survives a crash. */
	starts: number;
	/** Times the engine died during such a start. */
	deaths: number;
	/** Removal was requested; it continues after a crash. */
	removal: 'keepData' | 'deleteData' | null;
}

/** Fields that change while it runs. */
export type BuiltinProgress = Pick<
	BuiltinTorrent,
	'bitfield' | 'uploaded' | 'received' | 'seedingSeconds' | 'completed' | 'finished' | 'starts' | 'deaths'
>;

export function builtinProgress({
	bitfield,
	uploaded,
	received,
	seedingSeconds,
	completed,
	finished,
	starts,
	deaths,
}: BuiltinTorrent): BuiltinProgress {
	return {bitfield, uploaded, received, seedingSeconds, completed, finished, starts, deaths};
}

/** Deaths of the engine after which a torrent is not started again. */
const maxDeaths = 2;
/** The same for starts with an unknown end: stopping the service by force kills its engine, too. */
const maxStarts = 10;

/** Whether the engine died, more than once, when it got this torrent. */
export function isDeadly({starts, deaths}: Pick<BuiltinTorrent, 'starts' | 'deaths'>): boolean {
	return deaths >= maxDeaths || starts >= maxStarts;
}
