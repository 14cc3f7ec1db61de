import {type Episode, hasAired} from './library-episode.ts';

export interface Counts {
	/** Monitored episodes that have aired, and how many of them have a file. */
	episodeCount: number;
	episodeFileCount: number;
	/** All episodes the provider knows, including specials. */
	totalEpisodeCount: number;
}

export type CountedEpisode = Pick<Episode, 'seasonNumber' | 'monitored' | 'airDateUtc'> & {hasFile: boolean};

/** Episode counts of a series at one moment. */
interface SeriesCounts extends Counts {
	downloaded: boolean;
	/** Counts regular seasons and monitored specials. */
	nextAiring: Date | null;
	previousAiring: Date | null;
	countsUntil: Date | null;
	bySeason: Map<number, Counts>;
}

export const noCounts: Counts = {episodeCount: 0, episodeFileCount: 0, totalEpisodeCount: 0};

/** 0 to 100; 0 when there are no episodes to have. */
export function percentOfEpisodes({episodeCount, episodeFileCount}: Pick<Counts, 'episodeCount' | 'episodeFileCount'>): number {
	return episodeCount > 0 ? (episodeFileCount / episodeCount) * 100 : 0;
}

export function countEpisodes(episodes: Iterable<CountedEpisode>, now: Date): SeriesCounts {
	const all = {...noCounts};
	const bySeason = new Map<number, Counts>();
	let [next, previous, change] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
	for (const episode of episodes) {
		const season = bySeason.get(episode.seasonNumber) ?? {...noCounts};
		bySeason.set(episode.seasonNumber, season);
		count(all, episode, now);
		count(season, episode, now);
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

function count(counts: Counts, episode: CountedEpisode, now: Date): void {
	counts.totalEpisodeCount += 1;
	counts.episodeFileCount += Number(episode.hasFile);
	counts.episodeCount += Number(episode.hasFile || (episode.monitored && hasAired(episode, now)));
}

function toDate(time: number): Date | null {
	return Number.isFinite(time) ? new Date(time) : null;
}
