import type {BuiltinTorrent} from './builtin-torrent.ts';

export interface SeedGoals {
	ratio: number;
	minutes: number;
}

/**
 * Whether the built-in client has seeded long enough: reaching either goal, ratio or time, ends seeding. `fallback`
 * applies to a torrent without goals of its own. A torrent whose files already existed counts its size as received.
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
