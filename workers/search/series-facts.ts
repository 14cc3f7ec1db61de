import type {Facts} from '#shared/domain/decisions/facts.ts';
import {fileCopy} from '#shared/domain/decisions/file-copy.ts';
import {episodesAvailableFrom} from '#shared/domain/media/availability.ts';
import type {Episode} from '#shared/domain/media/library-episode.ts';
import type {Series} from '#shared/domain/media/library-series.ts';
import {lostEpisodes} from '#shared/domain/media/lost-episodes.ts';
import type {WorkerDeps} from '../runtime/deps.ts';
import {type CommonFacts, queueFacts} from './decision-facts.ts';
import {grabbedLately} from './grabs/grabbed-lately.ts';

/** A series, with everything needed to judge one of its releases. */
export interface SeriesFacts {
	series: Series;
	episodes: Episode[];
	/** Facts of a release that contains `held`. `wanted` holds the ids of the episodes searched for; null for any. */
	of(held: readonly Episode[], wanted: ReadonlySet<string> | null): Facts;
}

export async function seriesFacts(common: CommonFacts, series: Series, deps: WorkerDeps): Promise<SeriesFacts> {
	const {episodes, downloads, settings} = deps;
	const takesEarly = settings.get('media.grabBeforeAiring');
	const queued = await downloads.forSeries(series.id);
	const lately = common.searched ? [] : await grabbedLately({seriesId: series.id}, deps);
	const all = await episodes.ofSeries(series.id);
	const freeBytes = await common.spareSpace(series.rootFolderPath);
	const monitored = new Set(all.filter(episode => episode.monitored).map(({id}) => id));
	return {
		series,
		episodes: all,
		of(held, wanted) {
			const ids = new Set(held.map(({id}) => id));
			const files = new Map(held.flatMap(({file}) => (file ? [[file.id, file] as const] : [])));
			const rivals = queued.filter(({target}) => target.episodeIds.some(id => ids.has(id)));
			return {
				...common.of(series.libraryId),
				profile: common.profileOf(series.qualityProfileId),
				files: [...files.values()].map(fileCopy),
				...queueFacts(rivals),
				grabbedLately: lately.filter(({episodeIds}) => episodeIds.some(id => ids.has(id))).map(({copy}) => copy),
				availableFrom:
					held.length > 0
						? episodesAvailableFrom(
								held.map(({airDateUtc}) => airDateUtc),
								takesEarly,
							)
						: 'always',
				originalLanguage: series.originalLanguage,
				wantedEpisodes: wanted,
				monitoredEpisodes: monitored,
				lostEpisodes: lostEpisodes(held, all),
				freeBytes,
			};
		},
	};
}
