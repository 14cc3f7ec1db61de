import type {BuiltinTorrent} from '#shared/domain/downloads/builtin-torrent.ts';
import type {TorrentKeeper} from '#workers/integrations/torrent-engine/torrent-engine.ts';

export function buildBuiltinTorrent(overrides: Partial<BuiltinTorrent> & Pick<BuiltinTorrent, 'infoHash'>): BuiltinTorrent {
	return {
		title: 'The.Lamp.2024.1080p.WEB-DL-NOBODY',
		magnetUrl: null,
		torrentFile: null,
		seedRatio: null,
		seedTimeMinutes: null,
		addedAt: new Date('2026-01-01T00:00:00Z'),
		size: 0,
		bitfield: null,
		uploaded: 0,
		received: 0,
		seedingSeconds: 0,
		completed: false,
		finished: false,
		starts: 0,
		deaths: 0,
		removal: null,
		...overrides,
	};
}

/** Stores torrents in memory, for tests of the engine alone; the real store is tested with a real database. */
export function keepInMemory(torrents: BuiltinTorrent[] = []): TorrentKeeper & {kept: Map<string, BuiltinTorrent>} {
	const kept = new Map(torrents.map(torrent => [torrent.infoHash, torrent]));
	const change = (infoHash: string, changes: Partial<BuiltinTorrent>) => {
		const torrent = kept.get(infoHash);
		if (torrent) {
			kept.set(infoHash, {...torrent, ...changes});
		}

		return Promise.resolve();
	};
	return {
		kept,
		list: () => Promise.resolve([...kept.values()]),
		saveMetadata: change,
		saveProgress: change,
		setPaused: (infoHash, paused) => change(infoHash, {paused}),
		markRemoval: (infoHash, removal) => change(infoHash, {removal}),
		remove(infoHash) {
			kept.delete(infoHash);
			return Promise.resolve();
		},
	};
}
