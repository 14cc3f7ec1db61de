import type {WorkerDeps} from '#workers/runtime/deps.ts';
import {minuteMs} from '../clock.ts';

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
		countAiring(now, until, most) {
			const key = `${Math.floor(Number(now) / countedForMs)} ${Number(until) - Number(now)} ${most}`;
			if (!counts.has(key)) {
				forgetOld(counts);
			}
			const counting = counts.get(key) ?? Promise.resolve(store.countAiring(now, until, most));
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
			forget(ids);
		},
		async recordFile(row, at) {
			const outcome = await store.recordFile(row, at);
			forget(row.episodeIds);
			return outcome;
		},
	};
}

const keptCounts = 10;

function forgetOld(counts: Map<string, unknown>): void {
	for (const key of [...counts.keys()].slice(0, -keptCounts)) {
		counts.delete(key);
	}
}
