import type {Facts} from '#shared/domain/decisions/facts.ts';
import {episodesAvailableFrom} from '#shared/domain/media/availability.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {lostEpisodes} from '#shared/domain/media/lost-episodes.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type CommonFacts, fileCopy, queueFacts} from './decision-facts.ts';

export interface EpisodesWish {
	/** Ids of those that are searched for; null: any. */
	wanted: ReadonlySet<string> | null;
	/** Nothing but monitored episodes may be taken beside them. */
	onlyMonitored: boolean;
}

/** A series with all that a decision about one of its releases needs. */
export interface SeriesFacts {
	series: Series;
	episodes: Episode[];
	/** Of a release that holds `held`. */
	of(held: readonly Episode[], wish: EpisodesWish): Facts;
}

export async function seriesFacts(
	common: CommonFacts,
	series: Series,
	{episodes, qualityProfiles, downloads}: WorkerDeps,
): Promise<SeriesFacts> {
	const profile = (await qualityProfiles.find(series.qualityProfileId)) ?? (await qualityProfiles.getDefault());
	const queued = await downloads.forSeries(series.id);
	const all = await episodes.ofSeries(series.id);
	const freeBytes = await common.spareSpace(series.rootFolderPath);
	const monitored = new Set(all.filter(episode => episode.monitored).map(({id}) => id));
	return {
		series,
		episodes: all,
		of(held, {wanted, onlyMonitored}) {
			const ids = new Set(held.map(({id}) => id));
			const files = new Map(held.flatMap(({file}) => (file ? [[file.id, file] as const] : [])));
			const rivals = queued.filter(({episodeIds}) => episodeIds.some(id => ids.has(id)));
			return {
				...common,
				profile,
				files: [...files.values()].map(fileCopy),
				...queueFacts(rivals),
				availableFrom: held.length > 0 ? episodesAvailableFrom(held.map(({airDateUtc}) => airDateUtc)) : 'always',
				originalLanguage: series.originalLanguage,
				wantedEpisodes: wanted,
				monitoredEpisodes: monitored,
				onlyMonitored,
				lostEpisodes: lostEpisodes(held, all),
				freeBytes,
			};
		},
	};
}
