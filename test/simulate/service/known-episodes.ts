import {minuteMs} from '#shared/domain/durations.ts';
import type {WorkerDeps} from '#workers/runtime/deps.ts';

type EpisodeStore = WorkerDeps['episodes'];
type Episodes = Awaited<ReturnType<EpisodeStore['ofSeries']>>;

/** Each search asks how many episodes air in the coming hours, which hardly changes from one to the next. */
const countedForMs = 5 * minuteMs;

/**
 * The same store, but the episodes of a series are read again only after something was written to them. The tasks read
 * every series of the library every day, which is most of what they cost.
 */
export function knownEpisodes(store: EpisodeStore, seriesOf: (episodeId: string) => string | null): EpisodeStore {
	const known = new Map<string, Promise<Episodes>>();
	const forget = (ids: readonly string[]) => {
		for (const id of ids) {
			known.delete(seriesOf(id) ?? '');
		}
	};
	const counts = new Map<string, Promise<number>>();
	return {
		...store,
		countAiring(now, until, max) {
			const key = `${Math.floor(Number(now) / countedForMs)} ${Number(until) - Number(now)} ${max}`;
			if (!counts.has(key)) {
				forgetOld(counts);
			}
			const counting = counts.get(key) ?? Promise.resolve(store.countAiring(now, until, max));
			counts.set(key, counting);
			return counting;
		},
		async ofSeries(seriesId) {
			const reading = known.get(seriesId) ?? store.ofSeries(seriesId);
			known.set(seriesId, reading);
			return [...(await reading)];
		},
		async markSearched(ids, at) {
			await store.markSearched(ids, at);
			for (const [seriesId, ofSeries] of Map.groupBy(ids, id => seriesOf(id) ?? '')) {
				const searched = new Set(ofSeries);
				const reading = known.get(seriesId);
				if (reading !== undefined) {
					known.set(
						seriesId,
						reading.then(all => all.map(each => (searched.has(each.id) ? {...each, lastSearchTime: at} : each))),
					);
				}
			}
		},
		async recordFile(row, at) {
			const outcome = await store.recordFile(row, at);
			forget(row.episodeIds);
			return outcome;
		},
	};
}

/**
 * The same store of series, whose records are read once: nothing that is read of them changes. When a series was
 * searched is not written, because only lists show it.
 */
export function knownSeries(store: WorkerDeps['series']): WorkerDeps['series'] {
	const known = new Map<string, ReturnType<typeof store.get>>();
	return {
		...store,
		get(id) {
			const reading = known.get(id) ?? store.get(id);
			known.set(id, reading);
			return reading;
		},
		markSearched: async () => {},
	};
}

const keptCounts = 10;

function forgetOld(counts: Map<string, unknown>): void {
	for (const key of [...counts.keys()].slice(0, -keptCounts)) {
		counts.delete(key);
	}
}
