import type {WorkerDeps} from '#workers/runtime/deps.ts';

type EpisodeStore = WorkerDeps['episodes'];
type Episodes = Awaited<ReturnType<EpisodeStore['ofSeries']>>;

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
	return {
		...store,
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
