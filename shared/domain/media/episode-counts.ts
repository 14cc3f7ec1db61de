import {type Episode, hasAired} from './library-episode.ts';
import type {MediaFile} from './media-file.ts';

export interface Counts {
	/** Monitored episodes that have aired, and how many of them have a file. */
	episodeCount: number;
	episodeFileCount: number;
	/** All episodes the provider knows, including specials. */
	totalEpisodeCount: number;
	/** Bytes of their files; missing in series that were last counted by an older version. */
	sizeOnDisk?: number;
}

export type CountedEpisode = Pick<Episode, 'seasonNumber' | 'monitored' | 'airDateUtc'> & {
	hasFile: boolean;
	/** A file with several episodes is the same in each. */
	file?: Pick<MediaFile, 'id' | 'size'> | null;
};

/** Episode counts of a series at one moment. */
interface SeriesCounts extends Counts {
	downloaded: boolean;
	/** Counts regular seasons and monitored specials. */
	nextAiring: Date | null;
	previousAiring: Date | null;
	countsUntil: Date | null;
	bySeason: Map<number, Counts>;
}

export const noCounts = {episodeCount: 0, episodeFileCount: 0, totalEpisodeCount: 0, sizeOnDisk: 0} as const satisfies Counts;
type Counting = Required<Counts>;

/** 0 to 100; 0 for a series without monitored episodes that have aired. */
export function percentOfEpisodes({episodeCount, episodeFileCount}: Pick<Counts, 'episodeCount' | 'episodeFileCount'>): number {
	return episodeCount > 0 ? (episodeFileCount / episodeCount) * 100 : 0;
}

export function countEpisodes(episodes: Iterable<CountedEpisode>, now: Date): SeriesCounts {
	const all: Counting = {...noCounts};
	const bySeason = new Map<number, Counting>();
	const files = new Map<number | 'all', Set<string>>();
	let [next, previous, change] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (const episode of episodes) {
		const season = bySeason.get(episode.seasonNumber) ?? {...noCounts};
		bySeason.set(episode.seasonNumber, season);
		count(all, episode, now);
		count(season, episode, now);
		addSize(all, episode.file, ofKey(files, 'all'));
		addSize(season, episode.file, ofKey(files, episode.seasonNumber));
		const airing = Number(episode.airDateUtc ?? Number.NaN);
		const isShown = episode.seasonNumber > 0 || episode.monitored;
		change = airing > Number(now) ? Math.min(change, airing) : change;
		next = isShown && airing > Number(now) ? Math.min(next, airing) : next;
		previous = isShown && airing <= Number(now) ? Math.max(previous, airing) : previous;
	}
	return {
		...all,
		bySeason,
		downloaded: all.episodeFileCount > 0 && all.episodeFileCount === all.episodeCount,
		nextAiring: toDate(next),
		previousAiring: toDate(previous),
		countsUntil: toDate(change),
	};
}

function ofKey(files: Map<number | 'all', Set<string>>, key: number | 'all'): Set<string> {
	const known = files.get(key) ?? new Set<string>();
	files.set(key, known);
	return known;
}

/** Each file counts once. */
function addSize(counts: Counting, file: CountedEpisode['file'], seen: Set<string>): void {
	if (file && !seen.has(file.id)) {
		seen.add(file.id);
		counts.sizeOnDisk += file.size;
	}
}

function count(counts: Counting, episode: CountedEpisode, now: Date): void {
	counts.totalEpisodeCount += 1;
	counts.episodeFileCount += Number(episode.hasFile);
	counts.episodeCount += Number(episode.hasFile || (episode.monitored && hasAired(episode, now)));
}

function toDate(time: number): Date | null {
	return Number.isFinite(time) ? new Date(time) : null;
}
