import type {ReleaseType} from '../quality/custom-format.ts';
import type {MinimumSeeding, Protocol} from '../release/release.ts';
import type {BuiltinTorrent} from './builtin-torrent.ts';
import type {ImportMode} from './import-progress.ts';

/** The seeding settings of an indexer. */
interface IndexerSeeding {
	seedRatio: number | null;
	seedTimeMinutes: number | null;
	/** Null for the same as other torrents. */
	seasonPackSeedTimeMinutes: number | null;
}

/** Minutes that a torrent of the indexer must seed; null leaves it to the client. */
export function seedTimeOf(
	releaseType: ReleaseType | null,
	{seedTimeMinutes, seasonPackSeedTimeMinutes}: Pick<IndexerSeeding, 'seedTimeMinutes' | 'seasonPackSeedTimeMinutes'>,
): number | null {
	return releaseType === 'seasonPack' ? (seasonPackSeedTimeMinutes ?? seedTimeMinutes) : seedTimeMinutes;
}

interface Grabbed {
	minimumSeeding?: MinimumSeeding;
	judgement: {releaseTraits: {releaseType?: ReleaseType | null} | null};
}

/**
 * The minimum ratio and seed time of a torrent: as the indexer's settings say, but never less than its site demands.
 * Null leaves them to the client's settings.
 */
export function seedGoalsOf(
	{minimumSeeding, judgement}: Grabbed,
	indexer: IndexerSeeding | null,
): {seedRatio: number | null; seedTimeMinutes: number | null} {
	const minutes = indexer && seedTimeOf(judgement.releaseTraits?.releaseType ?? null, indexer);
	return {
		seedRatio: larger(indexer?.seedRatio ?? null, minimumSeeding?.ratio ?? null),
		seedTimeMinutes: larger(minutes, minimumSeeding?.minutes ?? null),
	};
}

const larger = (one: number | null, other: number | null) => (one === null || other === null ? (one ?? other) : Math.max(one, other));

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

interface ModeOptions {
	setting: 'hardlink' | 'hardlinkOnly' | 'copy' | 'move';
	/** The user chose the setting. If not, Usenet downloads are moved whatever the default is. */
	isChosen: boolean;
	protocol: Protocol;
	/** The seeding goals are met, so the client no longer needs the files. */
	removable: boolean;
}

/**
 * Torrents are hard-linked and Usenet downloads are moved, unless the user chose otherwise. Files that
 * still seed are never moved.
 */
export function importModeFor({setting, isChosen, protocol, removable}: ModeOptions): {mode: ImportMode; mayCopy: boolean} {
	if (setting === 'hardlinkOnly') {
		return {mode: 'hardlink', mayCopy: false};
	}
	const wanted = isChosen || protocol === 'torrent' ? setting : 'move';
	const mode = wanted === 'move' && protocol === 'torrent' && !removable ? 'hardlink' : wanted;
	return {mode, mayCopy: true};
}
